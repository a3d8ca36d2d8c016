import SQLite

extension Migration {
    /// What is shown as a count is kept as one, by triggers, so that no statement can forget it; and what was counted,
    /// searched or sorted row by row gets an index. A day costs the same however long the history is.
    ///
    /// `hint.purged.…` tells how many of the counted hints are no longer rows. `journal.room` is bytes: what each entry
    /// holds, and 100 for the entry itself. `read_at` is when the account first read the child's list. `explained` is the
    /// position of the row that last explained a balance: an older one explains no later balance.
    static let keptCounts = Migration(
        "kept-counts",
        """
        CREATE TABLE tally (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE delivery_tally (
          target TEXT NOT NULL, state TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (target, state)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE delivery_target (target TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        ALTER TABLE child ADD COLUMN rows INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE child ADD COLUMN last_position INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE child ADD COLUMN explained INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account_child ADD COLUMN read_at INTEGER;

        UPDATE child SET
          rows = (SELECT count(*) FROM txn WHERE txn.server = child.server AND txn.child = child.id),
          last_position = ifnull(
            (SELECT max(position) FROM txn WHERE txn.server = child.server AND txn.child = child.id), 0);
        UPDATE child SET explained = last_position;
        UPDATE hint SET settled_at = received_at WHERE state <> 'open' AND settled_at IS NULL;
        INSERT INTO tally (name, count) VALUES
          ('txn', (SELECT count(*) FROM txn)), ('alert', (SELECT count(*) FROM alert)),
          ('hint', (SELECT count(*) FROM hint)),
          ('hint.open', (SELECT count(*) FROM hint WHERE state = 'open')),
          ('hint.resolved', (SELECT count(*) FROM hint WHERE state = 'resolved')),
          ('hint.reported', (SELECT count(*) FROM hint WHERE state = 'reported')),
          ('hint.purged.open', 0), ('hint.purged.resolved', 0), ('hint.purged.reported', 0),
          ('journal', (SELECT count(*) FROM journal)),
          ('journal.room', (SELECT ifnull(sum(length(bytes) + 100), 0) FROM journal));
        INSERT INTO delivery_tally (target, state, count)
          SELECT target, state, count(*) FROM delivery GROUP BY target, state;
        INSERT INTO delivery_target (target, count) SELECT target, count(*) FROM delivery GROUP BY target;

        CREATE INDEX txn_by_time ON txn (created_at, position);
        CREATE INDEX hint_missing ON hint (txn) WHERE state = 'reported';
        CREATE INDEX hint_settled ON hint (settled_at) WHERE state <> 'open';

        CREATE TRIGGER txn_counted AFTER INSERT ON txn BEGIN
          UPDATE tally SET count = count + 1 WHERE name = 'txn';
          UPDATE child SET rows = rows + 1, last_position = max(last_position, new.position)
            WHERE server = new.server AND id = new.child;
        END;
        CREATE TRIGGER txn_uncounted AFTER DELETE ON txn BEGIN
          UPDATE tally SET count = count - 1 WHERE name = 'txn';
          UPDATE child SET rows = rows - 1 WHERE server = old.server AND id = old.child;
        END;
        CREATE TRIGGER txn_moved AFTER UPDATE OF child ON txn WHEN old.child <> new.child BEGIN
          UPDATE child SET rows = rows - 1 WHERE server = old.server AND id = old.child;
          UPDATE child SET rows = rows + 1, last_position = max(last_position, new.position)
            WHERE server = new.server AND id = new.child;
        END;
        CREATE TRIGGER alert_counted AFTER INSERT ON alert BEGIN
          UPDATE tally SET count = count + 1 WHERE name = 'alert';
        END;
        CREATE TRIGGER alert_uncounted AFTER DELETE ON alert BEGIN
          UPDATE tally SET count = count - 1 WHERE name = 'alert';
        END;
        CREATE TRIGGER hint_counted AFTER INSERT ON hint BEGIN
          UPDATE tally SET count = count + 1 WHERE name IN ('hint', 'hint.' || new.state);
        END;
        CREATE TRIGGER hint_moved AFTER UPDATE OF state ON hint WHEN old.state <> new.state BEGIN
          UPDATE tally SET count = count - 1 WHERE name = 'hint.' || old.state;
          UPDATE tally SET count = count + 1 WHERE name = 'hint.' || new.state;
        END;
        CREATE TRIGGER hint_purged AFTER DELETE ON hint BEGIN
          UPDATE tally SET count = count + 1 WHERE name = 'hint.purged.' || old.state;
        END;
        CREATE TRIGGER journal_counted AFTER INSERT ON journal BEGIN
          UPDATE tally SET count = count + 1 WHERE name = 'journal';
          UPDATE tally SET count = count + length(new.bytes) + 100 WHERE name = 'journal.room';
        END;
        CREATE TRIGGER journal_uncounted AFTER DELETE ON journal BEGIN
          UPDATE tally SET count = count - 1 WHERE name = 'journal';
          UPDATE tally SET count = count - length(old.bytes) - 100 WHERE name = 'journal.room';
        END;
        CREATE TRIGGER delivery_counted AFTER INSERT ON delivery BEGIN
          INSERT INTO delivery_tally (target, state, count) VALUES (new.target, new.state, 1)
            ON CONFLICT (target, state) DO UPDATE SET count = count + 1;
          INSERT INTO delivery_target (target, count) VALUES (new.target, 1)
            ON CONFLICT (target) DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER delivery_moved AFTER UPDATE OF state ON delivery WHEN old.state <> new.state BEGIN
          UPDATE delivery_tally SET count = count - 1 WHERE target = old.target AND state = old.state;
          INSERT INTO delivery_tally (target, state, count) VALUES (new.target, new.state, 1)
            ON CONFLICT (target, state) DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER delivery_uncounted AFTER DELETE ON delivery BEGIN
          UPDATE delivery_tally SET count = count - 1 WHERE target = old.target AND state = old.state;
          UPDATE delivery_target SET count = count - 1 WHERE target = old.target;
        END;
        """)
}
