import Observability
import Runtime
package import SQLite

/// What the program remembers: facts, hints, alerts and deliveries in one database file; one per process.
///
///     let store = try await Store.open(in: "/var/lib/pocketbell", logger: logger)
///     for child in try await store.children() { print(child.firstName, child.balance.moneyText) }
///     await store.close()
package final class Store: Sendable {
    /// For parts that have queries of their own, and for the feed of changed tables.
    package let database: Database
    /// Where the file is.
    package let path: String
    let logger: Logger
    let unreadable: UnreadableRows
    let ledger: Ledger
    /// What was found when the file was opened.
    package let file: OpenedFile
    /// Whether its disk has room.
    package let room: StoreRoom
    let seenFeed = SeenFeed()
    private let refusal = Lock(StoreError?.none)
    private let damage = Lock(StoreError?.none)

    init(_ database: Database, _ file: OpenedFile, _ logger: Logger, _ ledger: Ledger, _ unreadable: UnreadableRows) {
        (self.database, path, self.logger) = (database, file.path, logger)
        (self.ledger, self.unreadable, self.file) = (ledger, unreadable, file)
        room = StoreRoom(in: StateFolder(String(file.path.dropLast(StateFolder.storeName.utf8.count + 1))))
    }

    /// Runs the body as one transaction; when this returns, it is safe on the disk.
    @discardableResult
    package func write<Success: Sendable>(
        _ name: StaticString = #function, _ body: @escaping @Sendable (borrowing WriteTransaction) throws -> Success
    ) async throws(StoreError) -> Success {
        try await write(name, onCommit: nil, body)
    }

    /// - Parameter onCommit: called by the writer's thread, as soon as the change is on the disk.
    func write<Success: Sendable>(
        _ name: StaticString, onCommit: (@Sendable (Success) -> Void)?,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws -> Success
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
                    if error.kind == .full { room.noteRefusal() }
                }
            ) { transaction in
                let success = try body(transaction)
                return (success, transaction.hasChanges())
            }.success
        } catch {
            throw noted(StoreError(error, path: path))
        }
    }

    /// What shows that the file is damaged is remembered, also by the next start.
    func noted(_ error: StoreError) -> StoreError {
        guard error.kind == .corrupted else { return error }
        DamageNote(path).write()
        damage.withLock { $0 = error }
        return error
    }

    /// Why the store has to be set aside and made anew: by opening it again. `nil` as long as nothing damaged was met.
    package var foundDamage: StoreError? { damage.withLock { $0 } }

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
            throw noted(StoreError(error, path: path))
        }
    }

    /// Finishes what is queued and lets go of the file.
    package func close() async { await database.close() }
}

extension LogKey {
    static let path = LogKey("store.path")
    static let detail = LogKey("store.detail")
}

// A part that works on rows imports this module alone: these are the names under which it meets the database.

/// What the body of `Store.write` gets: one commit.
package typealias StoreTransaction = WriteTransaction

/// What both can do.
package typealias StoreReading = Reading
