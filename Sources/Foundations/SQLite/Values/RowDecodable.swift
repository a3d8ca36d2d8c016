/// Something made from one row of a result: a record, or a single value.
public protocol RowDecodable: Sendable {
    init(row: borrowing Row) throws
}
