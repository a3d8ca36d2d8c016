import SQLite

extension Migration {
    /// A copy that `backup` makes is one file, also with the pictures that orders have yet to send: it carries them here. In a store
    /// that is in use the table is empty.
    static let copies = Migration(
        "copies",
        """
        CREATE TABLE copied_photo (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
        """)
}
