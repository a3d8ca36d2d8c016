/// Something made from one row of a result: a record, or a single value.
@usableFromInline
package protocol RowDecodable: Sendable {
    init(row: borrowing Row) throws
}
