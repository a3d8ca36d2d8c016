import SQLite

extension Migration {
    /// Deliveries that were never made, because the target is a child's who may not know of it. A table of its own: none of them can be
    /// sent again by a slip, as one that is skipped can be.
    static let dropped = Migration(
        "dropped",
        """
        CREATE TABLE dropped (
          alert TEXT NOT NULL REFERENCES alert ON DELETE CASCADE, target TEXT NOT NULL, rule TEXT, reason TEXT NOT NULL,
          PRIMARY KEY (alert, target)
        ) STRICT, WITHOUT ROWID;
        """)
}
