import SQLite

extension Migration {
    /// The schema's history; a step that was shipped is never edited: its sum is compared when the file is opened.
    static let all: [Migration] = [
        .first, .keptCounts, .lanes, .styles, .digests, .problems, .lists, .proofs, .records, .intents, .days,
        .failures, .media, .orders, .photos, .withdrawals, .announced, .ledger,
        .conflicts, .copies, .recoveries, .sums, .contested, .held, .silences, .threads, .schedules, .dropped,
        .messages,
        .followUps, .desktops, .sightings, .told, .plans, .browsers, .feed,
    ]

    /// Moments are microseconds since 1970, money is the exact decimal's text, flags are 0 or 1.
    ///
    /// A table WITHOUT ROWID begins with the columns of its key: else `integrity_check` of SQLite 3.40 sees NULL where
    /// none is.
    static let first = Migration(
        "first",
        """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE server (id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE) STRICT;

        CREATE TABLE account (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, server INTEGER NOT NULL REFERENCES server,
          user_id TEXT, role TEXT, baseline_at INTEGER,
          last_scan_started_at INTEGER, last_scan_finished_at INTEGER, last_scan_outcome TEXT
        ) STRICT;

        CREATE TABLE child (
          server INTEGER NOT NULL REFERENCES server, id TEXT NOT NULL,
          first_name TEXT NOT NULL, last_name TEXT NOT NULL, balance TEXT NOT NULL,
          seen_at INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)), baseline_at INTEGER,
          PRIMARY KEY (server, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE account_child (
          account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, child TEXT NOT NULL, server INTEGER NOT NULL,
          PRIMARY KEY (account, child), FOREIGN KEY (server, child) REFERENCES child
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_child_by_child ON account_child (server, child);

        CREATE TABLE txn (
          server INTEGER NOT NULL, id TEXT NOT NULL, child TEXT NOT NULL,
          amount TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('credit', 'debit')),
          category TEXT NOT NULL, description TEXT NOT NULL, balance_after TEXT NOT NULL,
          created_at INTEGER NOT NULL, created_by TEXT, notes TEXT, position INTEGER NOT NULL,
          first_seen_at INTEGER NOT NULL, source TEXT NOT NULL CHECK (source IN ('baseline', 'hint', 'scan')),
          late INTEGER NOT NULL CHECK (late IN (0, 1)),
          PRIMARY KEY (server, id), FOREIGN KEY (server, child) REFERENCES child
        ) STRICT;
        CREATE INDEX txn_by_child ON txn (server, child, created_at, position);

        CREATE TABLE journal (
          seq INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL REFERENCES account,
          source TEXT NOT NULL CHECK (source IN ('hub', 'rest')), received_at INTEGER NOT NULL,
          bytes BLOB NOT NULL, size INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX journal_by_time ON journal (received_at);

        CREATE TABLE hint (
          id INTEGER PRIMARY KEY, account INTEGER NOT NULL REFERENCES account, target TEXT NOT NULL,
          child TEXT, txn TEXT, journal INTEGER REFERENCES journal ON DELETE SET NULL, received_at INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'reported')),
          scans INTEGER NOT NULL DEFAULT 0, settled_at INTEGER
        ) STRICT;
        CREATE INDEX hint_by_state ON hint (account, state);
        CREATE INDEX hint_by_journal ON hint (journal);

        CREATE TABLE alert (
          key TEXT PRIMARY KEY, event TEXT NOT NULL CHECK (event IN ('transaction', 'balance-low')),
          server INTEGER NOT NULL, child TEXT NOT NULL, txn TEXT, rule TEXT, threshold TEXT, balance TEXT,
          late INTEGER NOT NULL CHECK (late IN (0, 1)), created_at INTEGER NOT NULL,
          FOREIGN KEY (server, child) REFERENCES child, FOREIGN KEY (server, txn) REFERENCES txn
        ) STRICT;
        CREATE INDEX alert_by_child ON alert (server, child);
        CREATE INDEX alert_by_txn ON alert (server, txn);

        CREATE TABLE delivery (
          number INTEGER PRIMARY KEY AUTOINCREMENT, alert TEXT NOT NULL REFERENCES alert, target TEXT NOT NULL,
          rule TEXT, template TEXT,
          state TEXT NOT NULL CHECK (
            state IN ('queued', 'attempting', 'in-doubt', 'delivered', 'skipped', 'dead', 'discarded')),
          due_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
          repeat INTEGER NOT NULL DEFAULT 0 CHECK (repeat IN (0, 1)),
          body BLOB, reason TEXT, detail TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
          UNIQUE (alert, target)
        ) STRICT;
        CREATE INDEX delivery_by_state ON delivery (target, state);
        -- What waits, in order: small however long the history gets.
        CREATE INDEX delivery_waiting ON delivery (target, number) WHERE state IN ('queued', 'in-doubt');

        CREATE TABLE attempt (
          delivery INTEGER NOT NULL REFERENCES delivery, number INTEGER NOT NULL,
          started_at INTEGER NOT NULL, finished_at INTEGER, outcome TEXT, reason TEXT, detail TEXT,
          PRIMARY KEY (delivery, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX attempt_open ON attempt (delivery) WHERE finished_at IS NULL;
        """)
}
