import SQLite

extension Migration {
    /// What nobody is told of until a moment, because a person wants it so: a child's money, or what goes to a target.
    static let silences = Migration(
        "silences",
        """
        CREATE TABLE silence (
          number INTEGER PRIMARY KEY AUTOINCREMENT, server INTEGER REFERENCES server, child TEXT, target TEXT,
          until INTEGER NOT NULL, created_at INTEGER NOT NULL,
          CHECK ((server IS NULL) = (child IS NULL) AND (child IS NULL) <> (target IS NULL))
        ) STRICT;
        """)
}
