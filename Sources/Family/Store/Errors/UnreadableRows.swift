import Observability
import Runtime
package import SQLite

/// The rows that could not be read since the store was opened: each is left out of its lists, and logged once.
final class UnreadableRows: Sendable {
    private let noted = Lock([UnreadableRow]())
    private let logger: Logger

    /// Beyond these nothing new is said: then it is not a row that is damaged.
    private static let limit = 100

    init(_ logger: Logger) { self.logger = logger }

    var all: [UnreadableRow] { noted.withLock { $0 } }

    func note(_ row: UnreadableRow) {
        let isNew = noted.withLock { noted in
            guard noted.count < Self.limit, !noted.contains(where: { $0.name == row.name }) else { return false }
            noted.append(row)
            return true
        }
        guard isNew else { return }
        logger.error(
            "a row cannot be read and is left out",
            [.table: .text(row.table), .row: .text(row.key), .detail: .text(row.fault)])
    }
}

extension UnreadableRow {
    /// Statements are named after the table whose rows they give.
    var table: String { String(query.prefix { $0 != "." }) }

    /// Its table and its number or key.
    package var name: String { "\(table) \(key)" }
}

extension LogKey {
    static let table = LogKey("store.table")
    static let row = LogKey("store.row")
}
