import SQLite

extension Migration {
    /// Who looks at the page. Of what a browser shows only the sum is kept, and of a password what knows it again: whoever reads the store
    /// cannot sign in with either.
    ///
    /// The number of a browser is never used again, so that one that was signed out cannot mean a later one.
    static let browsers = Migration(
        "browsers",
        """
        CREATE TABLE page_person (
          id INTEGER PRIMARY KEY, server INTEGER NOT NULL REFERENCES server, email TEXT NOT NULL, user_id TEXT NOT NULL,
          name TEXT NOT NULL, child TEXT, password TEXT NOT NULL, checked_at INTEGER NOT NULL,
          UNIQUE (server, email)
        ) STRICT;

        CREATE TABLE page_person_child (
          person INTEGER NOT NULL REFERENCES page_person ON DELETE CASCADE, child TEXT NOT NULL,
          PRIMARY KEY (person, child)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE browser (
          number INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
          person INTEGER REFERENCES page_person ON DELETE CASCADE, machine_user INTEGER, agent TEXT NOT NULL,
          created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, ends_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX browser_by_person ON browser (person);
        """)
}
