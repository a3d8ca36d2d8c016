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
