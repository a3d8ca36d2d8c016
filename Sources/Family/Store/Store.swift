package import Observability
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
    let unreadable: UnreadableRows
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

extension Store {
    /// "PkBl" as SQLite's `application_id`: another program's file is refused, not overwritten.
    private static let applicationID: Int32 = 0x506B_426C

    /// Opens `<folder>/pocketbell.sqlite`, making folder (0700) and file (0600) as needed, and brings its schema up to
    /// date.
    ///
    /// - Throws: the kinds `inUse`, `newerVersion`, `corrupted`, `readOnly`, `full`, `inputOutput` and `unusable`.
    package static func open(in folder: String, logger: Logger) async throws(StoreError) -> Store {
        let folder = StateFolder(folder)
        try folder.create()
        let (path, logger) = (folder.path + "/" + fileName, logger.component("store"))
        let unreadable = UnreadableRows(logger)
        var configuration = DatabaseConfiguration(path: path, applicationID: applicationID)
        configuration.unreadable = unreadable.note
        do {
            let database = try await Database.open(configuration, migrations: Migration.all)
            for warning in database.warnings { logger.warning("unsafe file system", [.detail: .text(warning)]) }
            try await database.write("days") { try $0.countAllDays() }
            logger.debug("store opened", [.path: .text(path)])
            return Store(database, path: path, logger: logger, unreadable: unreadable)
        } catch {
            throw StoreError(error, path: path)
        }
    }
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
