import SQLite

extension Migration {
    /// What a recovery could not learn: `damaged_lines` is how many lines of the ledger could not be read.
    static let recoveries = Migration(
        "recoveries",
        """
        ALTER TABLE recovery ADD COLUMN damaged_lines INTEGER NOT NULL DEFAULT 0;
        """)
}
