/// Brings a file's schema up to date, one transaction per migration, after a copy was made.
struct Migrator {
    private let connection: DatabaseConnection
    private let configuration: DatabaseConfiguration
    private let progress: (MigrationProgress) -> Void

    init(
        _ connection: DatabaseConnection, _ configuration: DatabaseConfiguration,
        _ progress: @escaping (MigrationProgress) -> Void
    ) {
        self.connection = connection
        self.configuration = configuration
        self.progress = progress
    }

    func run(_ migrations: [Migration]) throws {
        connection.isPrivileged = true
        defer { connection.isPrivileged = false }
        let version = Int(try connection.pragma("user_version") ?? "") ?? 0
        guard version <= migrations.count else {
            throw DatabaseError(
                .newerSchema, "open", "the file has schema \(version); this program knows up to \(migrations.count)")
        }
        try connection.execute(Self.bookkeeping, name: "migrate")
        try compareHistory(migrations.prefix(version))
        guard version < migrations.count else { return }
        if version > 0, configuration.copiesBeforeMigrating {
            let copy = MigrationCopy(of: connection, at: configuration.path)
            try copy.make(before: version + 1) { copied, total in
                progress(.backingUp(copiedPages: copied, of: total))
            }
        }
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            try apply(migration, version: index + 1)
        }
    }

    private static let bookkeeping = """
        CREATE TABLE IF NOT EXISTS schema_migration (
          version INTEGER PRIMARY KEY, name TEXT NOT NULL, fingerprint INTEGER NOT NULL, applied INTEGER NOT NULL
        ) STRICT
        """

    private func compareHistory(_ applied: some Sequence<Migration>) throws {
        let reader = Snapshot(connection)
        for (index, migration) in applied.enumerated() {
            let record = try reader.first(MigrationRecord.byVersion, index + 1)
            guard record?.name == "\(migration.name)", record?.fingerprint == migration.fingerprint else {
                throw DatabaseError(
                    .editedMigration, "open",
                    "migration \(index + 1) '\(migration.name)' differs from what was applied to this file")
            }
        }
    }

    private func apply(_ migration: Migration, version: Int) throws {
        // No effect inside a transaction, so it comes before and after.
        if migration.rebuildsTables { try connection.set("foreign_keys", to: "OFF", reads: "0") }
        do {
            try connection.control(.beginImmediate)
            var statements = 0
            try connection.execute("\(migration.sql)", name: "\(migration.name)") {
                progress(.applying(name: "\(migration.name)", statement: statements))
                statements += 1
            }
            guard connection.isInTransaction else {
                throw DatabaseError(.malformedQuery, "\(migration.name)", "a migration must not end its transaction")
            }
            guard try connection.texts("PRAGMA foreign_key_check", name: "migrate").isEmpty else {
                throw DatabaseError(.constraint, "\(migration.name)", "leaves rows whose foreign key points nowhere")
            }
            try WriteTransaction(connection).run(
                MigrationRecord.insert, version, "\(migration.name)", migration.fingerprint)
            try connection.set("user_version", to: "\(version)", reads: "\(version)")
            try connection.control(.commit)
        } catch {
            try connection.rollback()
            throw error
        }
        if migration.rebuildsTables { try connection.set("foreign_keys", to: "ON", reads: "1") }
    }
}
