import Observability
import Runtime
package import SQLite

/// The rows that cannot be read, as far as somebody has come across them: each is left out of its lists, and logged once.
final class UnreadableRows: Sendable {
    private struct State {
        var noted: [UnreadableRow] = []
        /// Names of those that the log has had.
        var told: Set<String> = []
    }

    private let state = Lock(State())
    private let logger: Logger

    /// Beyond these nothing new is said: then it is not a row that is damaged.
    private static let limit = 100

    init(_ logger: Logger) { self.logger = logger }

    var all: [UnreadableRow] { state.withLock { $0.noted } }

    /// Forgets those of some tables, whoever asks will read them again: what was repaired is not found any more.
    func forget(tables: Set<String>) { state.withLock { $0.noted.removeAll { tables.contains($0.table) } } }

    func note(_ row: UnreadableRow) {
        let isNew = state.withLock { state in
            guard state.noted.count < Self.limit, !state.noted.contains(where: { $0.name == row.name }) else {
                return false
            }
            state.noted.append(row)
            return state.told.count < Self.limit && state.told.insert(row.name).inserted
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
