import SQLite

extension Migration {
    /// What people entered here, until a row of the server's shows that it was made.
    ///
    /// `before` is the position of the child's last row when it was first sent: later rows alone can be the one that it made.
    /// `first_sent_at` and `last_attempt_at` are by the server's clock, and NULL where the server certainly made nothing.
    /// `answered` is what the server said that it made, `txn` the row that counts as it: no row counts twice.
    /// `uncovered` says that the row is there and the child's balance is from before it.
    static let intents = Migration(
        "intents",
        """
        CREATE TABLE intent (
          number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
          account INTEGER NOT NULL REFERENCES account, server INTEGER NOT NULL, child TEXT NOT NULL,
          amount TEXT NOT NULL, category TEXT NOT NULL, description TEXT NOT NULL, notes TEXT,
          fingerprint TEXT NOT NULL, accepted_by TEXT NOT NULL, accepted_at INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (
            state IN ('accepted', 'sending', 'unknown', 'acked', 'confirmed', 'parked', 'discarded')),
          attempts INTEGER NOT NULL DEFAULT 0, before INTEGER, first_sent_at INTEGER, last_attempt_at INTEGER,
          due_at INTEGER NOT NULL, reason TEXT, answered TEXT, txn TEXT,
          uncovered INTEGER NOT NULL DEFAULT 0 CHECK (uncovered IN (0, 1)), settled_at INTEGER,
          FOREIGN KEY (server, child) REFERENCES child, FOREIGN KEY (server, txn) REFERENCES txn,
          CHECK ((before IS NULL) = (first_sent_at IS NULL)), CHECK (state <> 'confirmed' OR txn IS NOT NULL)
        ) STRICT;
        CREATE INDEX intent_waiting ON intent (server, child, number)
          WHERE state IN ('accepted', 'sending', 'unknown', 'acked');
        CREATE INDEX intent_to_send ON intent (account, number)
          WHERE state IN ('accepted', 'sending', 'unknown', 'acked');
        CREATE UNIQUE INDEX intent_claim ON intent (server, txn) WHERE txn IS NOT NULL;
        CREATE INDEX intent_uncovered ON intent (server, child) WHERE uncovered = 1;
        CREATE INDEX intent_by_state ON intent (state, number);

        INSERT INTO tally (name, count) VALUES
          ('intent', 0), ('intent.accepted', 0), ('intent.sending', 0), ('intent.unknown', 0), ('intent.acked', 0),
          ('intent.confirmed', 0), ('intent.parked', 0), ('intent.discarded', 0);
        CREATE TRIGGER intent_counted AFTER INSERT ON intent BEGIN
          UPDATE tally SET count = count + 1 WHERE name IN ('intent', 'intent.' || new.state);
        END;
        CREATE TRIGGER intent_moved AFTER UPDATE OF state ON intent WHEN old.state <> new.state BEGIN
          UPDATE tally SET count = count - 1 WHERE name = 'intent.' || old.state;
          UPDATE tally SET count = count + 1 WHERE name = 'intent.' || new.state;
        END;
        CREATE TRIGGER intent_uncounted AFTER DELETE ON intent BEGIN
          UPDATE tally SET count = count - 1 WHERE name IN ('intent', 'intent.' || old.state);
        END;
        """)
}
