import SQLite

extension Migration {
    /// Alerts of one matter know each other, say more than child and money, and may have been seen by a person.
    ///
    /// `thread` is what they share, NULL of one that stands alone; `closes` is 1 of the one that ends the matter; `details` is one JSON
    /// object.
    static let threads = Migration(
        "threads",
        """
        ALTER TABLE alert ADD COLUMN thread TEXT;
        ALTER TABLE alert ADD COLUMN closes INTEGER NOT NULL DEFAULT 0 CHECK (closes IN (0, 1));
        ALTER TABLE alert ADD COLUMN details TEXT;
        UPDATE alert SET thread = 'problem|' || event || '|' || subject, closes = over WHERE subject IS NOT NULL;
        CREATE INDEX alert_by_thread ON alert (thread) WHERE thread IS NOT NULL;
        CREATE TABLE seen (
          alert TEXT PRIMARY KEY REFERENCES alert ON DELETE CASCADE, at INTEGER NOT NULL, by TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
}
