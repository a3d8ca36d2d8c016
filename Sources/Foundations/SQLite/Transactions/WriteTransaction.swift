import CSQLite

/// One logical transaction: all of its changes are committed, or none.
///
/// It cannot be copied, stored or sent away, so it cannot outlive its closure.
@usableFromInline
package struct WriteTransaction: ~Copyable, Reading {
    /// The writer's, lent by its thread for as long as the closure runs.
    @usableFromInline package let connection: DatabaseConnection
    private let changesBefore: Int64

    init(_ connection: DatabaseConnection) {
        self.connection = connection
        changesBefore = connection.totalChanges
    }

    /// Whether a row was inserted, updated or deleted. What changes nothing writes nothing, and succeeds on a full disk too.
    package borrowing func hasChanges() -> Bool { connection.totalChanges != changesBefore }

    /// Runs a command and tells how many rows it inserted, updated or deleted itself (not through triggers).
    @inlinable
    @discardableResult
    package borrowing func run<each Input>(_ command: Update<repeat each Input>, _ input: repeat each Input) throws
        -> Int
    {
        let statement = try connection.statement(command.source)
        defer { statement.finish() }
        var binder = Binder(statement)
        repeat (each input).bind(to: &binder)
        try binder.finish(statement)
        while try statement.step() {}
        return changes()
    }

    @usableFromInline
    borrowing func changes() -> Int { unsafe Int(sqlite3_changes64(connection.handle)) }
}

@available(*, unavailable)
extension WriteTransaction: Sendable {}

/// A consistent view of the database for the length of one `read`; it does not see later commits.
///
/// It cannot be copied, stored or sent away, so it cannot outlive its closure.
@usableFromInline
package struct Snapshot: ~Copyable, Reading {
    /// A reader's, lent by its thread for as long as the closure runs.
    @usableFromInline package let connection: DatabaseConnection

    init(_ connection: DatabaseConnection) { self.connection = connection }
}

@available(*, unavailable)
extension Snapshot: Sendable {}
