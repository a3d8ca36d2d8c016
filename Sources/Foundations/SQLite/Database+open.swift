extension Database {
    /// Opens the file, creating it if needed, and brings its schema up to date.
    ///
    /// Throws ``DatabaseError`` with the kinds `ownedByAnotherProcess`, `foreignFile`, `newerSchema`, `editedMigration`,
    /// `settingRefused`, `notADatabase`, `corrupt`, `cannotOpen` and those of the medium.
    ///
    /// - Parameters:
    ///   - held: the ownership of the file, which is released by ``close()``, and stays the caller's if this throws; `nil` takes it
    ///     here.
    ///   - progress: Called on the writer's thread while the file is copied before a migration.
    package static func open(
        _ configuration: DatabaseConfiguration, migrations: [Migration], held: FileOwnership? = nil,
        progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws -> Database {
        let queues = DatabaseQueues(capacity: configuration.queueCapacity)
        let changes = ChangePublisher()
        let statistics = StatisticsCell()
        let (writer, ownership) = try await startWriter(
            configuration, migrations, held, progress, queues.writes, changes, statistics)
        var readers: [ConnectionThread] = []
        do {
            for _ in 0..<min(max(configuration.readers, 1), 8) {
                readers.append(try await startReader(configuration, queues.reads))
            }
        } catch {
            await queues.close(readers: readers, writer: writer)
            if held == nil { ownership.release() }
            throw error
        }
        return Database(
            configuration, ownership, queues, readers: readers, writer: writer, changes: changes,
            statistics: statistics)
    }

    private static func startWriter(
        _ configuration: DatabaseConfiguration, _ migrations: [Migration], _ held: FileOwnership?,
        _ progress: @escaping @Sendable (MigrationProgress) -> Void,
        _ queue: JobQueue, _ changes: ChangePublisher, _ statistics: StatisticsCell
    ) async throws -> (ConnectionThread, FileOwnership) {
        try await ConnectionThread.start("sqlite-writer") {
            let ownership = try held ?? FileOwnership(of: configuration.path)
            do {
                try ownership.createFile()
                let connection = try DatabaseConnection(
                    path: configuration.path, role: .writer, ownership: ownership, unreadable: configuration.unreadable)
                try connection.checkOwner(configuration.applicationID)
                try connection.setPragmas()
                try Migrator(connection, configuration, progress).run(migrations)
                connection.watchLog()
                let writer = Writer(
                    connection, queue: queue, changes: changes, statistics: statistics, configuration: configuration)
                return (ownership, writer.run)
            } catch {
                if held == nil { ownership.release() }
                throw error
            }
        }
    }

    private static func startReader(
        _ configuration: DatabaseConfiguration, _ queue: JobQueue
    ) async throws -> ConnectionThread {
        try await ConnectionThread.start("sqlite-reader") {
            let connection = try DatabaseConnection(
                path: configuration.path, role: .reader, unreadable: configuration.unreadable)
            try connection.setPragmas()
            return ((), { runReader(connection, queue) })
        }.0
    }

    private static func runReader(_ connection: DatabaseConnection, _ queue: JobQueue) {
        while let job = queue.take(upTo: 1).first {
            if !job.isCancelled { _ = job.run(on: connection, inSavepoint: false) }
            job.resume()
        }
    }
}

extension DatabaseConnection {
    /// Refuses a file that another program made, before anything is changed in it.
    func checkOwner(_ wanted: Int32) throws {
        let tables = try texts("SELECT count(*) FROM sqlite_schema", name: "open").first
        let found = try pragma("application_id")
        if tables == "0" && found == "0" {
            return try set("application_id", to: "\(wanted)", reads: "\(wanted)")
        }
        guard found == "\(wanted)" else {
            throw DatabaseError(
                .foreignFile, "open", "the file belongs to another program; its application_id is not \(wanted)")
        }
    }
}
