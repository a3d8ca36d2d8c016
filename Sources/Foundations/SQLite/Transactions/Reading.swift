/// What both a ``Snapshot`` and a ``WriteTransaction`` can do: run queries.
///
/// A table's queries take `borrowing some Reading & ~Copyable` to serve both.
@usableFromInline
package protocol Reading: ~Copyable {
    /// For this module's own use.
    var connection: DatabaseConnection { get }
}

extension Reading where Self: ~Copyable {
    /// Every row, in order.
    @inlinable
    package borrowing func all<Output, each Input>(
        _ query: Query<Output, repeat each Input>, _ input: repeat each Input
    ) throws -> [Output] {
        let statement = try connection.statement(query.source)
        defer { statement.finish() }
        var binder = Binder(statement)
        repeat (each input).bind(to: &binder)
        try binder.finish(statement)
        let row = Row(statement)
        var rows: [Output] = []
        while try statement.step() { rows.append(try Output(row: row)) }
        return rows
    }

    /// The first row, or nil.
    @inlinable
    package borrowing func first<Output, each Input>(
        _ query: Query<Output, repeat each Input>, _ input: repeat each Input
    ) throws -> Output? {
        let statement = try connection.statement(query.source)
        defer { statement.finish() }
        var binder = Binder(statement)
        repeat (each input).bind(to: &binder)
        try binder.finish(statement)
        let row = Row(statement)
        return try statement.step() ? Output(row: row) : nil
    }

    /// Every row that can be decoded, in order. One that cannot does not hide the others: it is left out, and told of
    /// (``DatabaseConfiguration/unreadable``).
    @inlinable
    package borrowing func readable<Output, each Input>(
        _ query: Query<Output, repeat each Input>, _ input: repeat each Input
    ) throws -> [Output] {
        try readable(query, repeat each input, atMost: .max)
    }

    /// The first so many rows that can be decoded and are wanted, in order; as ``readable(_:_:)`` for those that cannot. It
    /// reads no further, so the query needs no limit of its own.
    @inlinable
    package borrowing func readable<Output, each Input>(
        _ query: Query<Output, repeat each Input>, _ input: repeat each Input, atMost limit: Int,
        where isWanted: (Output) -> Bool = { _ in true }
    ) throws -> [Output] {
        guard limit > 0 else { return [] }
        let statement = try connection.statement(query.source)
        defer { statement.finish() }
        var binder = Binder(statement)
        repeat (each input).bind(to: &binder)
        try binder.finish(statement)
        let row = Row(statement)
        var rows: [Output] = []
        while rows.count < limit, try statement.step() {
            do {
                let output = try Output(row: row)
                if isWanted(output) { rows.append(output) }
            } catch { try connection.leaveOut(row, because: error) }
        }
        return rows
    }

    /// The first row, or nil; also nil, and told of, if it cannot be decoded.
    @inlinable
    package borrowing func firstReadable<Output, each Input>(
        _ query: Query<Output, repeat each Input>, _ input: repeat each Input
    ) throws -> Output? {
        let statement = try connection.statement(query.source)
        defer { statement.finish() }
        var binder = Binder(statement)
        repeat (each input).bind(to: &binder)
        try binder.finish(statement)
        let row = Row(statement)
        guard try statement.step() else { return nil }
        do { return try Output(row: row) } catch { try connection.leaveOut(row, because: error) }
        return nil
    }

    /// Calls the body with each row, keeping one in memory at a time. It may run other queries, also the same one.
    @inlinable
    package borrowing func forEach<Output, each Input>(
        _ query: Query<Output, repeat each Input>, _ input: repeat each Input, body: (Output) throws -> Void
    ) throws {
        let statement = try connection.statement(query.source)
        defer { statement.finish() }
        var binder = Binder(statement)
        repeat (each input).bind(to: &binder)
        try binder.finish(statement)
        let row = Row(statement)
        while try statement.step() { try body(Output(row: row)) }
    }
}
