/// A SQLite file owned by this process: one writing connection, several reading ones, each on a thread of its own.
///
///     let database = try await Database.open(configuration, migrations: [.children])
///     let id = try await database.write { transaction in
///       try transaction.run(ChildTable.insert, child)
///     }
///     let children = try await database.read { try $0.all(ChildTable.all) }
///     await database.close()
///
/// Every commit is synced to the disk before `write` returns. After a failure such as a full disk the database
/// goes on serving reads, and writes work again as soon as the disk takes them.
package final class Database: Sendable {
    /// What was noticed while opening that a person should know; empty is good.
    package let warnings: [String]

    private let queues: DatabaseQueues
    private let readers: [ConnectionThread]
    private let writer: ConnectionThread
    private let changePublisher: ChangePublisher
    private let statisticsCell: StatisticsCell
    private let configuration: DatabaseConfiguration
    // Released last, because unlocking lets another process in. The writer's connection has it too.
    private let ownership: FileOwnership

    init(
        _ configuration: DatabaseConfiguration, _ ownership: FileOwnership, _ queues: DatabaseQueues,
        readers: [ConnectionThread], writer: ConnectionThread, changes: ChangePublisher,
        statistics: StatisticsCell
    ) {
        self.configuration = configuration
        self.ownership = ownership
        self.queues = queues
        self.readers = readers
        self.writer = writer
        changePublisher = changes
        statisticsCell = statistics
        warnings = ownership.warnings
    }

    deinit {
        // For one that was dropped without `close()`: the threads finish what is queued and let go of the file.
        queues.reads.close()
        queues.writes.close()
    }

    /// Runs the body as one transaction, and returns when it is safe on the disk.
    ///
    /// If it throws, nothing of it stays. Neighbours waiting at the same time share one sync of the disk, but
    /// each fails alone. Throws ``DatabaseError``, the body's own error, or `CancellationError` if the task is
    /// cancelled before the body began; after that a cancellation is ignored and the truth is told.
    ///
    /// - Parameters:
    ///   - onCommit: gets what the body returned as soon as that is safe on the disk, before any feed tells of it
    ///     and before any later write returns. It holds up the writer's thread, so it must be quick. Not called for what did
    ///     not stay.
    ///   - onFailure: gets why nothing of it stayed, as soon as that is known. The writer's thread calls both, so their order is
    ///     that in which writes ended; only what was refused before it was queued is told on the caller's.
    @discardableResult
    package func write<Success: Sendable>(
        _ name: StaticString = #function, onCommit: (@Sendable (Success) -> Void)? = nil,
        onFailure: (@Sendable (any Error) -> Void)? = nil,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws -> Success
    ) async throws -> Success {
        try await queues.writes.perform("\(name)", onCommit: onCommit, onFailure: onFailure) { connection in
            let transaction = WriteTransaction(connection)
            return try body(transaction)
        }
    }

    /// Runs the body on a snapshot, beside writers and other readers.
    ///
    /// Throws `interrupted` past ``DatabaseConfiguration/readTimeLimit``, and `CancellationError` when the task is cancelled,
    /// also in the middle of a query.
    ///
    /// - Parameter timeLimit: Instead of the configured one.
    package func read<Success: Sendable>(
        _ name: StaticString = #function, timeLimit: Duration? = nil,
        _ body: @escaping @Sendable (borrowing Snapshot) throws -> Success
    ) async throws -> Success {
        let interruption = Interruption(after: timeLimit ?? configuration.readTimeLimit)
        return try await queues.reads.perform("\(name)", onCancel: interruption.cancel) { connection in
            try connection.snapshot(interruption, body)
        }
    }

    func wishForEmptyLog() { queues.writes.wishForEmptyLog() }

    /// The names of changed tables, commit by commit; nil stands for every table.
    package func changes(to tables: Set<String>? = nil) -> ChangeFeed { changePublisher.subscribe(to: tables) }

    /// What the writer has done so far.
    package var statistics: DatabaseStatistics { statisticsCell.value }

    /// Finishes the queued work, closes the readers, then the writer, and lets go of the file. Later calls throw `closed`.
    package func close() async {
        await closeKeepingFile()
        ownership.release()
    }

    /// The same for who handed the ownership over and wants to keep it: nobody else gets the file in between.
    package func closeKeepingFile() async {
        await queues.close(readers: readers, writer: writer)
        changePublisher.finish()
    }
}

extension DatabaseConnection {
    fileprivate func snapshot<Success>(
        _ interruption: Interruption, _ body: (borrowing Snapshot) throws -> Success
    ) throws -> Success {
        self.interruption = interruption
        do {
            try control(.begin)
            let snapshot = Snapshot(self)
            let result = try body(snapshot)
            try endSnapshot()
            return result
        } catch {
            try endSnapshot()
            if interruption.wasCancelled { throw CancellationError() }
            throw error
        }
    }

    // A rollback, although nothing was written: after a damaged page COMMIT fails too, and the result would be lost.
    private func endSnapshot() throws {
        interruption = nil
        try rollback()
    }
}
