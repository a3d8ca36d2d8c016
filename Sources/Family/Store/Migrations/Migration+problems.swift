import SQLite

extension Migration {
    /// Alerts about the program itself: they have no child. What an event is called is the program's to check, so that a new one
    /// needs no new table.
    ///
    /// `problem` holds what has been told and is not over.
    static let problems = Migration(
        "problems",
        """
        CREATE TABLE new_alert (
          key TEXT PRIMARY KEY, event TEXT NOT NULL, server INTEGER, child TEXT, txn TEXT, rule TEXT, threshold TEXT,
          balance TEXT, late INTEGER NOT NULL CHECK (late IN (0, 1)), created_at INTEGER NOT NULL,
          subject TEXT, sentence TEXT, since INTEGER, over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
          FOREIGN KEY (server, child) REFERENCES child, FOREIGN KEY (server, txn) REFERENCES txn,
          CHECK ((server IS NULL) = (child IS NULL)),
          CHECK ((child IS NULL) = (subject IS NOT NULL AND sentence IS NOT NULL AND since IS NOT NULL))
        ) STRICT;
        INSERT INTO new_alert (key, event, server, child, txn, rule, threshold, balance, late, created_at)
          SELECT key, event, server, child, txn, rule, threshold, balance, late, created_at FROM alert ORDER BY rowid;
        DROP TABLE alert;
        ALTER TABLE new_alert RENAME TO alert;
        CREATE INDEX alert_by_child ON alert (server, child);
        CREATE INDEX alert_by_txn ON alert (server, txn);
        CREATE TRIGGER alert_counted AFTER INSERT ON alert BEGIN
          UPDATE tally SET count = count + 1 WHERE name = 'alert';
        END;
        CREATE TRIGGER alert_uncounted AFTER DELETE ON alert BEGIN
          UPDATE tally SET count = count - 1 WHERE name = 'alert';
        END;
        CREATE TABLE problem (
          event TEXT NOT NULL, subject TEXT NOT NULL, since INTEGER NOT NULL, alert TEXT NOT NULL REFERENCES alert,
          PRIMARY KEY (event, subject)
        ) STRICT, WITHOUT ROWID;
        """, rebuildsTables: true)

    /// What was told to be wrong may have been proven to work by what is no delivery, as a sample that a person had sent: who was
    /// told hears that it is over, also after a restart.
    static let proofs = Migration(
        "proofs", "ALTER TABLE problem ADD COLUMN proven INTEGER NOT NULL DEFAULT 0 CHECK (proven IN (0, 1));")

    /// That a target took nothing when it was tried last is known after a restart, also when the delivery was discarded.
    static let failures = Migration(
        "failures",
        """
        CREATE TABLE target_failure (
          target TEXT PRIMARY KEY, since INTEGER NOT NULL, reason TEXT, detail TEXT
        ) STRICT, WITHOUT ROWID;
        """)
}
