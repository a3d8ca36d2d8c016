import SQLite

extension Migration {
    /// Deliveries that waited long can be told together. `delivery.late` is the alert's: whether it tells of what is over.
    ///
    /// The members of a digest are marked, sent and settled together; a delivery leaves its digest when a person takes it in hand,
    /// or when the target refuses the whole.
    static let digests = Migration(
        "digests",
        """
        CREATE TABLE digest (
          number INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, body BLOB, created_at INTEGER NOT NULL
        ) STRICT;
        ALTER TABLE delivery ADD COLUMN digest INTEGER REFERENCES digest;
        ALTER TABLE delivery ADD COLUMN late INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1));
        UPDATE delivery SET late = 1
          WHERE state IN ('queued', 'in-doubt', 'attempting') AND (SELECT late FROM alert WHERE key = delivery.alert);
        CREATE INDEX delivery_by_digest ON delivery (digest, number) WHERE digest IS NOT NULL;
        """)
}
