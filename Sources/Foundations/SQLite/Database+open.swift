extension Database {
    /// Opens the file, creating it if needed, and brings its schema up to date.
    ///
    /// Throws ``DatabaseError`` with the kinds `ownedByAnotherProcess`, `foreignFile`, `newerSchema`, `editedMigration`,
    /// `settingRefused`, `notADatabase`, `corrupt`, `cannotOpen` and those of the medium.
    ///
    /// - Parameter progress: Called on the writer's thread while the file is copied before a migration.
    package static func open(
        _ configuration: DatabaseConfiguration, migrations: [Migration],
        progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws -> Database {
        let writes = JobQueue(capacity: configuration.queueCapacity)
        let reads = JobQueue(capacity: configuration.queueCapacity)
        let changes = ChangePublisher()
        let ownership = try await startWriter(configuration, migrations, progress, writes, changes)
        do {
            for _ in 0..<min(max(configuration.readers, 1), 8) { try await startReader(configuration, reads) }
        } catch {
            await reads.close()
            await writes.close()
            ownership.release()
            throw error
        }
        return Database(configuration, ownership, writes: writes, reads: reads, changes: changes)
    }

    private static func startWriter(
        _ configuration: DatabaseConfiguration, _ migrations: [Migration],
        _ progress: @escaping @Sendable (MigrationProgress) -> Void,
        _ queue: JobQueue, _ changes: ChangePublisher
    ) async throws -> FileOwnership {
        try unsafe await withUnsafeThrowingContinuation { continuation in
            unsafe start("sqlite-writer", queue, continuation) {
                let ownership = try FileOwnership(of: configuration.path)
                do {
                    let connection = try Connection(path: configuration.path, role: .writer)
                    try connection.checkOwner(configuration.applicationID)
                    try connection.setPragmas()
                    try Migrator(connection, configuration, progress).run(migrations)
                    connection.watchLog()
                    let writer = Writer(connection, queue: queue, changes: changes, configuration: configuration)
                    return (ownership, writer.run)
                } catch {
                    ownership.release()
                    throw error
                }
            }
        }
    }

    private static func startReader(_ configuration: DatabaseConfiguration, _ queue: JobQueue) async throws {
        try unsafe await withUnsafeThrowingContinuation { continuation in
            unsafe start("sqlite-reader", queue, continuation) {
                let connection = try Connection(path: configuration.path, role: .reader)
                try connection.setPragmas()
                return ((), { runReader(connection, queue) })
            }
        }
    }

    private static func runReader(_ connection: Connection, _ queue: JobQueue) {
        while let job = queue.take(upTo: 1).first {
            if !job.isCancelled { _ = job.run(on: connection, inSavepoint: false) }
            job.resume()
        }
    }

    /// Starts a thread that makes its connection, tells the opener, then runs its loop until the queue is closed.
    private static func start<Made: Sendable>(
        _ name: StaticString, _ queue: JobQueue, _ opened: UnsafeContinuation<Made, any Error>,
        _ make: @escaping @Sendable () throws -> (Made, loop: () -> Void)
    ) {
        queue.threadStarts()
        let body: @Sendable () -> Void = {
            unsafe serve(opened, make)
            queue.threadEnds()
        }
        do {
            try DatabaseThread.start(name, body)
        } catch {
            queue.threadEnds()
            unsafe opened.resume(throwing: error)
        }
    }

    // A function of its own, so that the connection is closed before the queue hears that the thread ended.
    private static func serve<Made: Sendable>(
        _ opened: UnsafeContinuation<Made, any Error>, _ make: () throws -> (Made, loop: () -> Void)
    ) {
        do {
            let (made, loop) = try make()
            unsafe opened.resume(returning: made)
            loop()
        } catch {
            unsafe opened.resume(throwing: error)
        }
    }
}

extension Connection {
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
