import SQLite

extension Migration {
    /// What desktops sign in with. Of the token itself only its sum is kept: whoever reads the store cannot sign in with that.
    ///
    /// A number is never used again, so that a token that was taken back cannot mean a later one.
    static let desktops = Migration(
        "desktops",
        """
        CREATE TABLE desktop_token (
          number INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL,
          digest BLOB NOT NULL CHECK (length(digest) = 32), approves INTEGER NOT NULL CHECK (approves IN (0, 1)),
          created_at INTEGER NOT NULL, seen_at INTEGER
        ) STRICT;
        """)
}
