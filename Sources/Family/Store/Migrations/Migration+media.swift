import SQLite

extension Migration {
    /// Which pictures lie in the folder of media, where each comes from and what it is kept for.
    ///
    /// `source` is the address that a picture was fetched from, or the id of the intent that sends it. `hash` names its file.
    static let media = Migration(
        "media",
        """
        CREATE TABLE media (
          server INTEGER NOT NULL REFERENCES server, source TEXT NOT NULL, class TEXT NOT NULL, hash TEXT NOT NULL,
          size INTEGER NOT NULL, stored_at INTEGER NOT NULL, used_at INTEGER NOT NULL,
          PRIMARY KEY (server, source)
        ) STRICT, WITHOUT ROWID;
        """)
}
