import SQLite

extension Migration {
    /// An alert tells what its transaction said then, whatever the server makes of that one later. `alert.revision` is the number under
    /// which `txn_revision` keeps that once it is replaced.
    static let told = Migration(
        "told",
        """
        ALTER TABLE alert ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
        UPDATE alert SET revision = 1 + (
            SELECT count(*) FROM txn_revision v
            WHERE v.server = alert.server AND v.txn = alert.txn AND v.until <= alert.created_at)
          WHERE (server, txn) IN (SELECT server, txn FROM txn_revision);
        """)
}
