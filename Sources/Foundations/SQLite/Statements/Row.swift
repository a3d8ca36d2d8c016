import CSQLite

/// The current row of a running query; lent to a decoder, never kept.
@usableFromInline
package struct Row: ~Copyable {
    @usableFromInline let statement: Statement

    @usableFromInline
    init(_ statement: Statement) { self.statement = statement }

    /// Reads a column by its position, counted from 0.
    @inlinable
    package func value<Value: DatabaseValue>(_ index: Int32, as type: Value.Type = Value.self) throws -> Value {
        let column = Column(statement, index)
        return try Value(column: column)
    }
}

/// Something made from one row of a result: a record, or a single value.
@usableFromInline
package protocol RowDecodable: Sendable {
    init(row: borrowing Row) throws
}

/// A row that cannot be decoded: a bit was flipped, or a newer program wrote it.
package struct UnreadableRow: Sendable, Hashable {
    /// The query that met it.
    package let query: String
    /// What it begins with, which is its key where the query lists that first: a number, or a number and a text.
    package let key: String
    /// Which column holds what instead of what; never the value.
    package let fault: String
}

extension UnreadableRow {
    init(_ row: borrowing Row, _ error: DatabaseError) {
        let parts = [try? row.value(0, as: Int64.self).description, try? row.value(1, as: String.self)]
        self.init(
            query: error.operation, key: parts.compactMap { $0 }.joined(separator: "|"), fault: error.message)
    }
}
