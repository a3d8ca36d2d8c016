import SQLite

extension Migration {
    /// `contested` is 1 of an order that was left to a person because somebody else has changed the same: where its conflicts were lost
    /// with the store, it is compared anew. It says nothing of an order that is not parked.
    static let contested = Migration(
        "contested",
        """
        ALTER TABLE intent ADD COLUMN contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1));
        UPDATE intent SET contested = 1 WHERE state = 'parked' AND deed <> 'transaction'
          AND EXISTS (SELECT 1 FROM conflict c WHERE c.intent = intent.id AND c.result IS NULL);
        """)
}
