import SQLite

extension Migration {
    /// Transactions that the server lists no longer.
    ///
    /// `missing_at`, by the server's clock: the first complete reading without the row began then; NULL once it is listed again, and
    /// once it is withdrawn. `withdrawn_at` is wall time. A withdrawn row stays, and counts nowhere. In a revision it says that the
    /// row was withdrawn from then until it was listed again.
    static let withdrawals = Migration(
        "withdrawals",
        """
        ALTER TABLE txn ADD COLUMN missing_at INTEGER;
        ALTER TABLE txn ADD COLUMN withdrawn_at INTEGER;
        ALTER TABLE txn_revision ADD COLUMN withdrawn_at INTEGER;
        CREATE INDEX txn_missing ON txn (server, child) WHERE missing_at IS NOT NULL;
        CREATE INDEX txn_withdrawn ON txn (server, child) WHERE withdrawn_at IS NOT NULL;
        INSERT INTO tally (name, count) VALUES ('txn.withdrawn', 0);

        DROP TRIGGER txn_uncounted;
        DROP TRIGGER txn_moved;
        CREATE TRIGGER txn_uncounted AFTER DELETE ON txn BEGIN
          UPDATE tally SET count = count - 1
            WHERE name = CASE WHEN old.withdrawn_at IS NULL THEN 'txn' ELSE 'txn.withdrawn' END;
          UPDATE child SET rows = rows - 1
            WHERE server = old.server AND id = old.child AND old.withdrawn_at IS NULL;
        END;
        CREATE TRIGGER txn_moved AFTER UPDATE OF child ON txn WHEN old.child <> new.child BEGIN
          UPDATE child SET rows = rows - 1
            WHERE server = old.server AND id = old.child AND old.withdrawn_at IS NULL;
          UPDATE child SET rows = rows + (new.withdrawn_at IS NULL), last_position = max(last_position, new.position)
            WHERE server = new.server AND id = new.child;
        END;
        CREATE TRIGGER txn_replaced AFTER UPDATE OF position ON txn WHEN old.position < new.position BEGIN
          UPDATE child SET last_position = max(last_position, new.position)
            WHERE server = new.server AND id = new.child;
        END;
        CREATE TRIGGER txn_withdrawal AFTER UPDATE OF withdrawn_at ON txn
          WHEN (old.withdrawn_at IS NULL) <> (new.withdrawn_at IS NULL) BEGIN
          UPDATE tally SET count = count + CASE WHEN new.withdrawn_at IS NULL THEN 1 ELSE -1 END WHERE name = 'txn';
          UPDATE tally SET count = count - CASE WHEN new.withdrawn_at IS NULL THEN 1 ELSE -1 END
            WHERE name = 'txn.withdrawn';
          UPDATE child SET rows = rows + CASE WHEN new.withdrawn_at IS NULL THEN 1 ELSE -1 END
            WHERE server = new.server AND id = new.child;
        END;
        """)
}
