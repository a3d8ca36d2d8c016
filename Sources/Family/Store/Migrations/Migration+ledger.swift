import SQLite

extension Migration {
    /// What the ledger beside the store has to hear of is noted by triggers, so that no statement can forget it: `ledger_due` holds
    /// it from the commit that causes it until the file has it. Its numbers never come twice, and tell which of the two is behind.
    ///
    /// `told` is what was told by a store that this one follows, and what was told in rows that are no longer kept.
    /// `delivery.gone` in `tally` is how many deliveries were caused that are rows no longer.
    static let ledger = Migration(
        "ledger",
        """
        CREATE TABLE ledger_due (
          number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL, other TEXT, at INTEGER
        ) STRICT;
        CREATE TABLE told (
          alert TEXT NOT NULL, target TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (alert, target)
        ) STRICT, WITHOUT ROWID;
        -- What had to be done to the store, for people.
        CREATE TABLE recovery (
          number INTEGER PRIMARY KEY, at INTEGER NOT NULL, reason TEXT NOT NULL, folder TEXT,
          rows INTEGER NOT NULL, deliveries INTEGER NOT NULL, intents INTEGER NOT NULL,
          told INTEGER NOT NULL, intents_from_ledger INTEGER NOT NULL, lost INTEGER NOT NULL, unreadable TEXT NOT NULL
        ) STRICT;
        INSERT INTO tally (name, count) VALUES ('delivery.gone', 0);

        CREATE TRIGGER server_noted AFTER INSERT ON server BEGIN
          INSERT INTO ledger_due (kind, key) VALUES ('server', new.origin);
        END;
        CREATE TRIGGER account_noted AFTER INSERT ON account BEGIN
          INSERT INTO ledger_due (kind, key) VALUES ('account', new.name);
        END;
        -- Its last scan once an hour.
        CREATE TRIGGER account_noted_again AFTER UPDATE ON account
          WHEN new.server <> old.server OR new.user_id IS NOT old.user_id OR new.baseline_at IS NOT old.baseline_at
            OR new.last_scan_started_at / 3600000000 IS NOT old.last_scan_started_at / 3600000000
        BEGIN
          INSERT INTO ledger_due (kind, key) VALUES ('account', new.name);
        END;
        CREATE TRIGGER child_noted AFTER INSERT ON child BEGIN
          INSERT INTO ledger_due (kind, key, other) VALUES ('child', new.id, new.server);
        END;
        CREATE TRIGGER child_noted_again AFTER UPDATE ON child
          WHEN new.first_name <> old.first_name OR new.last_name <> old.last_name
        BEGIN
          INSERT INTO ledger_due (kind, key, other) VALUES ('child', new.id, new.server);
        END;
        CREATE TRIGGER intent_noted AFTER INSERT ON intent BEGIN
          INSERT INTO ledger_due (kind, key) VALUES ('intent', new.id);
        END;
        CREATE TRIGGER intent_noted_again AFTER UPDATE ON intent BEGIN
          INSERT INTO ledger_due (kind, key) VALUES ('intent', new.id);
        END;
        CREATE TRIGGER delivery_told AFTER UPDATE OF state ON delivery
          WHEN new.state <> old.state AND new.state IN ('delivered', 'skipped', 'discarded')
        BEGIN
          INSERT INTO ledger_due (kind, key, other, at) VALUES ('told', new.alert, new.target, new.updated_at);
        END;
        -- A person wants it told after all.
        CREATE TRIGGER delivery_untold AFTER UPDATE OF state ON delivery
          WHEN old.state IN ('skipped', 'discarded') AND new.state IN ('queued', 'in-doubt')
        BEGIN
          INSERT INTO ledger_due (kind, key, other, at) VALUES ('untold', new.alert, new.target, new.updated_at);
        END;
        """)
}
