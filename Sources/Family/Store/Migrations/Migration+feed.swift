import SQLite

extension Migration {
    /// The order in which alerts became known, for those who follow them: by numbers that never come twice, also not in a store that was
    /// made anew, or that goes on from a copy, so they begin with the microseconds since 1970. What is forgotten leaves the highest
    /// number of it in the tally.
    ///
    /// What desktops sign in with is what followers do, in the same table: their numbers are one list to a person. Those of followers have
    /// no target.
    static let feed = Migration(
        "feed",
        """
        CREATE TABLE feed (
          number INTEGER PRIMARY KEY AUTOINCREMENT, alert TEXT NOT NULL UNIQUE REFERENCES alert
        ) STRICT;
        INSERT INTO sqlite_sequence (name, seq) VALUES ('feed', CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
        INSERT INTO feed (alert) SELECT key FROM alert ORDER BY rowid;
        INSERT INTO tally (name, count) VALUES ('feed.forgotten', 0);

        CREATE TRIGGER alert_numbered AFTER INSERT ON alert BEGIN
          INSERT INTO feed (alert) VALUES (new.key);
        END;
        CREATE TRIGGER alert_forgotten AFTER DELETE ON alert BEGIN
          UPDATE tally SET count = max(count, ifnull((SELECT number FROM feed WHERE alert = old.key), 0))
          WHERE name = 'feed.forgotten';
          DELETE FROM feed WHERE alert = old.key;
        END;

        ALTER TABLE desktop_token ADD COLUMN feed INTEGER NOT NULL DEFAULT 0 CHECK (feed IN (0, 1));
        ALTER TABLE desktop_token ADD COLUMN server INTEGER;
        ALTER TABLE desktop_token ADD COLUMN child TEXT;
        """)
}
