import SQLite

extension Migration {
    /// The newest message of each matter at each target that can change what it shows. What closes the matter changes that message.
    ///
    /// `remote` is the target's own id of it, as its answer had it; never a secret. `delivery` is the one that made or changed it last,
    /// and may be forgotten by now. A delivery's `living` is the matter of a message that is always changed, whatever its alert is about.
    static let messages = Migration(
        "messages",
        """
        CREATE TABLE message (
          thread TEXT NOT NULL, target TEXT NOT NULL, remote TEXT NOT NULL, delivery INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('open', 'closed')), created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
          PRIMARY KEY (thread, target)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX message_by_age ON message (updated_at);
        ALTER TABLE delivery ADD COLUMN living TEXT;
        """)
}
