import SQLite

extension Migration {
    /// Orders of every kind beside money, in one table and with one history.
    ///
    /// `deed` says what was ordered, `kind` in whose lists it is shown, `owner` whose list tells what came of it: `transaction` has
    /// none. `payload` is what is wanted in the records' spelling, `base` what the record said of it when it was ordered, or what stands
    /// in the place of one that is to be made.
    /// `known` are the ids that the list had before it was first sent, `fact` the record or movement that shows it: of an order that
    /// changes a record it is that record, else nothing counts twice.
    static let orders = Migration(
        "orders",
        """
        CREATE TABLE intent_next (
          number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
          account INTEGER NOT NULL REFERENCES account, server INTEGER NOT NULL, child TEXT,
          deed TEXT NOT NULL, kind TEXT NOT NULL,
          amount TEXT, category TEXT, description TEXT NOT NULL, notes TEXT, fingerprint TEXT,
          record TEXT, owner TEXT, payload TEXT, base TEXT,
          accepted_by TEXT NOT NULL, accepted_at INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (
            state IN ('accepted', 'sending', 'unknown', 'acked', 'confirmed', 'superseded', 'parked', 'discarded')),
          attempts INTEGER NOT NULL DEFAULT 0, before INTEGER, known TEXT, first_sent_at INTEGER, last_attempt_at INTEGER,
          due_at INTEGER NOT NULL, reason TEXT, answered TEXT, txn TEXT, fact TEXT,
          uncovered INTEGER NOT NULL DEFAULT 0 CHECK (uncovered IN (0, 1)), settled_at INTEGER,
          FOREIGN KEY (server, child) REFERENCES child, FOREIGN KEY (server, txn) REFERENCES txn,
          CHECK ((deed = 'transaction') = (kind = 'transaction')),
          CHECK (CASE deed WHEN 'transaction'
            THEN child IS NOT NULL AND amount IS NOT NULL AND category IS NOT NULL AND fingerprint IS NOT NULL
              AND record IS NULL AND owner IS NULL AND payload IS NULL AND fact IS NULL
              AND (before IS NULL) = (first_sent_at IS NULL)
            ELSE amount IS NULL AND owner IS NOT NULL AND payload IS NOT NULL AND txn IS NULL
              AND (first_sent_at IS NULL OR known IS NOT NULL) END),
          CHECK (state <> 'confirmed' OR txn IS NOT NULL OR fact IS NOT NULL)
        ) STRICT;
        INSERT INTO intent_next (number, id, account, server, child, deed, kind, amount, category, description, notes,
          fingerprint, accepted_by, accepted_at, state, attempts, before, first_sent_at, last_attempt_at, due_at, reason,
          answered, txn, uncovered, settled_at)
        SELECT number, id, account, server, child, 'transaction', 'transaction', amount, category, description, notes,
          fingerprint, accepted_by, accepted_at, state, attempts, before, first_sent_at, last_attempt_at, due_at, reason,
          answered, txn, uncovered, settled_at FROM intent;
        -- A number is never given twice, whatever was forgotten.
        DELETE FROM sqlite_sequence WHERE name = 'intent_next';
        INSERT INTO sqlite_sequence (name, seq) SELECT 'intent_next', seq FROM sqlite_sequence WHERE name = 'intent';
        DROP TABLE intent;
        ALTER TABLE intent_next RENAME TO intent;

        CREATE INDEX intent_waiting ON intent (server, child, number)
          WHERE state IN ('accepted', 'sending', 'unknown', 'acked');
        CREATE INDEX intent_to_send ON intent (account, number)
          WHERE state IN ('accepted', 'sending', 'unknown', 'acked');
        CREATE UNIQUE INDEX intent_claim ON intent (server, txn) WHERE txn IS NOT NULL;
        CREATE UNIQUE INDEX intent_fact ON intent (server, kind, fact) WHERE fact IS NOT NULL AND fact IS NOT record;
        CREATE INDEX intent_uncovered ON intent (server, child) WHERE uncovered = 1;
        CREATE INDEX intent_by_state ON intent (state, number);
        CREATE INDEX intent_of_list ON intent (server, owner, number)
          WHERE state IN ('accepted', 'sending', 'unknown', 'acked') AND deed <> 'transaction';
        CREATE INDEX intent_open ON intent (kind, number)
          WHERE state IN ('accepted', 'sending', 'unknown', 'acked', 'parked');

        INSERT INTO tally (name, count) VALUES ('intent.superseded', 0);
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
        """, rebuildsTables: true)
}
