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
