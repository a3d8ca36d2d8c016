import SQLite

extension Migration {
    /// What an order says has a sum in its row (`IntentSum`): NULL only in rows that had ended when this came.
    static let sums = Migration(
        "sums",
        """
        ALTER TABLE intent ADD COLUMN sum TEXT;
        """)
}
