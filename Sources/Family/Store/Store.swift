import Observability
import Runtime
package import SQLite

/// What the program remembers: facts, hints, alerts and deliveries in one database file; one per process.
///
///     let store = try await Store.open(in: "/var/lib/pocketbell", logger: logger)
///     for child in try await store.children() { print(child.firstName, child.balance.moneyText) }
///     await store.close()
package final class Store: Sendable {
    /// The file's name in the state folder; `-wal`, `-shm` and `-lock` lie beside it.
    package static let fileName = "pocketbell.sqlite"

    /// For parts that have queries of their own, and for the feed of changed tables.
    package let database: Database
    /// Where the file is.
    package let path: String
    let logger: Logger
    private let unreadable: UnreadableRows
    private let refusal = Lock(StoreError?.none)

    init(_ database: Database, path: String, logger: Logger, unreadable: UnreadableRows) {
        self.unreadable = unreadable
        self.database = database
        self.path = path
        self.logger = logger
    }

    /// Runs the body as one transaction; when this returns, it is safe on the disk.
    @discardableResult
    package func write<Success: Sendable>(
        _ name: StaticString = #function, _ body: @escaping @Sendable (borrowing Transaction) throws -> Success
    ) async throws(StoreError) -> Success {
        try await write(name, onCommit: nil, body)
    }

    /// The same for a body that causes alerts: what it says was born marked is handed over to the lanes as soon as it is on the
    /// disk.
    package func writeAlerts<Success: Sendable>(
        _ name: StaticString = #function,
        _ body: @escaping @Sendable (borrowing Transaction) throws -> (result: Success, born: [BornDelivery])
    ) async throws(StoreError) -> Success {
        try await write(name, onCommit: { $0.born.handOver() }, body).result
    }

    private func write<Success: Sendable>(
        _ name: StaticString, onCommit: (@Sendable (Success) -> Void)?,
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Success
    ) async throws(StoreError) -> Success {
        do {
            return try await database.write(
                name,
                // Called by the writer's thread, as soon as the change is on the disk.
                onCommit: { [self] (written: (success: Success, hasChanges: Bool)) in
                    if written.hasChanges { refusal.withLock { $0 = nil } }
                    onCommit?(written.success)
                },
                // There too, or an older refusal could be noted after a later change was taken.
                onFailure: { [self] error in
                    let error = StoreError(error, path: path)
                    if error.isOfTheMedium { refusal.withLock { $0 = error } }
                }
            ) { transaction in
                let success = try body(transaction)
                return (success, transaction.hasChanges())
            }.success
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Why the medium did not take the last change; `nil` once it has taken one.
    package var refusedChange: StoreError? { refusal.withLock { $0 } }

    /// What could not be read since the start, and was left out of lists.
    package var unreadableRows: [UnreadableRow] { unreadable.all }

    /// Runs the body on a snapshot, beside writers.
    package func read<Success: Sendable>(
        _ name: StaticString = #function, _ body: @escaping @Sendable (borrowing Snapshot) throws -> Success
    ) async throws(StoreError) -> Success {
        do {
            return try await database.read(name, body)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Finishes what is queued and lets go of the file.
    package func close() async { await database.close() }
}
