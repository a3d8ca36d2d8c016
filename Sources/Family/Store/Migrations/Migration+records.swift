import SQLite

extension Migration {
    /// What a server keeps beside children and transactions, which login sees it, and how its lists were last read.
    ///
    /// What kinds there are is the program's to check, so that a new one needs no new table.
    static let records = Migration(
        "records",
        """
        CREATE TABLE record (
          server INTEGER NOT NULL REFERENCES server, kind TEXT NOT NULL, id TEXT NOT NULL, child TEXT,
          rank INTEGER NOT NULL, content TEXT NOT NULL, revision INTEGER NOT NULL,
          first_seen_at INTEGER NOT NULL, changed_at INTEGER NOT NULL, gone INTEGER NOT NULL CHECK (gone IN (0, 1)),
          PRIMARY KEY (server, kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX record_listed ON record (kind, rank, id) WHERE gone = 0;
        CREATE INDEX record_gone ON record (changed_at) WHERE gone = 1;

        CREATE TABLE record_revision (
          server INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL,
          content TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, gone INTEGER NOT NULL,
          PRIMARY KEY (server, kind, id, number), FOREIGN KEY (server, kind, id) REFERENCES record
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX record_revision_by_age ON record_revision (until);

        CREATE TABLE account_record (
          account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, kind TEXT NOT NULL, id TEXT NOT NULL,
          server INTEGER NOT NULL, owner TEXT NOT NULL, missing_at INTEGER,
          PRIMARY KEY (account, kind, id), FOREIGN KEY (server, kind, id) REFERENCES record
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_record_by_record ON account_record (server, kind, id);
        CREATE INDEX account_record_by_list ON account_record (account, kind, owner);

        CREATE TABLE record_list (
          account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, kind TEXT NOT NULL, owner TEXT NOT NULL,
          read_at INTEGER, failure TEXT, PRIMARY KEY (account, kind, owner)
        ) STRICT, WITHOUT ROWID;

        -- What a transaction said before.
        CREATE TABLE txn_revision (
          server INTEGER NOT NULL, txn TEXT NOT NULL, number INTEGER NOT NULL, amount TEXT NOT NULL, kind TEXT NOT NULL,
          category TEXT NOT NULL, description TEXT NOT NULL, balance_after TEXT NOT NULL, created_at INTEGER NOT NULL,
          notes TEXT, until INTEGER NOT NULL,
          PRIMARY KEY (server, txn, number), FOREIGN KEY (server, txn) REFERENCES txn
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX txn_revision_by_age ON txn_revision (until);
        """)
}
