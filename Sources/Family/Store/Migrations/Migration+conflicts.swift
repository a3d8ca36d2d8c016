import SQLite

extension Migration {
    /// What an order met that somebody else had changed, and what was made of it.
    ///
    /// `base`, `local` and `remote` are what the record said when the order was given, what is ordered, and what the server said: one JSON
    /// text each, NULL for nothing. Open as long as `result` is NULL; `value` is what a person has set instead of both. `accepted_by` is
    /// whose order it is: nobody else sees it.
    ///
    /// `intent_of_record` finds what a person has ordered of one record before.
    static let conflicts = Migration(
        "conflicts",
        """
        CREATE TABLE conflict (
          number INTEGER PRIMARY KEY AUTOINCREMENT, intent TEXT NOT NULL REFERENCES intent (id),
          account INTEGER NOT NULL REFERENCES account, accepted_by TEXT NOT NULL,
          server INTEGER NOT NULL, child TEXT, kind TEXT NOT NULL, record TEXT NOT NULL, title TEXT NOT NULL,
          field TEXT NOT NULL, base TEXT, local TEXT, remote TEXT,
          rule TEXT NOT NULL CHECK (rule IN ('server', 'client', 'merge', 'manual')),
          result TEXT CHECK (result IN ('server', 'client', 'other')), value TEXT,
          resolver TEXT CHECK (resolver IN ('rule', 'person')), found_at INTEGER NOT NULL, resolved_at INTEGER,
          CHECK ((result IS NULL) = (resolved_at IS NULL)), CHECK ((result IS NULL) = (resolver IS NULL))
        ) STRICT;
        CREATE INDEX conflict_of_intent ON conflict (intent);
        CREATE UNIQUE INDEX conflict_open ON conflict (intent, field) WHERE result IS NULL;
        CREATE INDEX conflict_ended ON conflict (resolved_at) WHERE result IS NOT NULL;
        CREATE INDEX intent_of_record ON intent (server, record, number) WHERE record IS NOT NULL;
        """)
}
