import SQLite

extension Migration {
    /// What people ask of the outbox by time is found without a look at all that ever was.
    static let lists = Migration(
        "lists",
        """
        -- The deliveries of a day.
        CREATE INDEX delivery_by_time ON delivery (created_at);
        -- When a target took the last one.
        CREATE INDEX delivery_ended ON delivery (target, updated_at) WHERE state = 'delivered';
        """)
}
