import Testing

@testable import SQLite
@testable import Store

/// A store's file as an older program left it.
enum OldStore {
    /// - Parameter name: the first migration that it has not had.
    static func make(_ path: String, before name: String) throws {
        let raw = try RawDatabase(path)
        try raw.execute(
            """
            CREATE TABLE schema_migration (
              version INTEGER PRIMARY KEY, name TEXT NOT NULL, fingerprint INTEGER NOT NULL, applied INTEGER NOT NULL
            ) STRICT;
            PRAGMA application_id = \(0x506B_426C);
            """)
        let had = Migration.all.prefix { "\($0.name)" != name }
        try #require(!had.isEmpty && had.count < Migration.all.count)
        for (index, migration) in had.enumerated() {
            try raw.execute("\(migration.sql)")
            try raw.execute(
                """
                INSERT INTO schema_migration VALUES (\(index + 1), '\(migration.name)', \(migration.fingerprint), 0);
                PRAGMA user_version = \(index + 1);
                """)
        }
    }
}
