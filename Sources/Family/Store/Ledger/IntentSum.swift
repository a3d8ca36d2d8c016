import SQLite

/// The sum over what a person has ordered, which stands in the order's row: a bit that the disk has changed is seen before it is sent.
///
/// What is noted on the way is not in it, nor are the numbers that server and account have in one store: a row of the ledger keeps
/// its sum wherever it goes. No defence against somebody who wants to change one.
enum IntentSum {
    /// What it is over, in this order.
    static let columns = [
        "id", "child", "deed", "amount", "category", "description", "notes", "record", "owner", "payload",
        "accepted_by",
    ]

    /// - Parameter values: of the columns.
    static func text(of values: [String?]) -> String {
        // No UTF-8 has these two: nothing is not an empty text, and no text runs into the next.
        LineSum.text(of: values.flatMap { value in value.map { Array($0.utf8) + [0xFF] } ?? [0xFE] })
    }

    static func text(of row: TableRow) -> String { text(of: columns.map { row.text($0) }) }

    /// Whether the row has a sum, and says something else.
    static func isWrong(_ row: TableRow) -> Bool {
        guard let sum = row["sum"], sum != .null else { return false }
        return sum != .text(text(of: row))
    }
}
