import SQLite

extension Migration {
    /// What came and went on each day of each child, by category: `WriteTransaction.count(_:times:)` keeps it exact, which SQL cannot, for
    /// amounts are text.
    static let days = Migration(
        "days",
        """
        CREATE TABLE day (
          server INTEGER NOT NULL, child TEXT NOT NULL, day INTEGER NOT NULL, category TEXT NOT NULL,
          credits INTEGER NOT NULL, income TEXT NOT NULL, debits INTEGER NOT NULL, spending TEXT NOT NULL,
          PRIMARY KEY (server, child, day, category), FOREIGN KEY (server, child) REFERENCES child
        ) STRICT, WITHOUT ROWID;
        """)
}
