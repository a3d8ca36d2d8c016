import SQLite

extension Migration {
    /// What each login's hub has announced, by kind and category: only what it once announced can be missed. And how far a child's
    /// balance was from its newest row when the whole history was compared first: only what differs from that is news.
    static let announced = Migration(
        "announced",
        """
        CREATE TABLE announced (
          account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, kind TEXT NOT NULL, category TEXT NOT NULL,
          PRIMARY KEY (account, kind, category)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE child ADD COLUMN gap TEXT;
        """)
}
