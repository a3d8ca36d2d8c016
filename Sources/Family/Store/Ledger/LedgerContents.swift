import SQLite
import Values

/// What a ledger knows, all lines taken together: the last word about each thing counts.
struct LedgerContents: Sendable {
    /// Of the last line that says so.
    private(set) var storeID: String?
    /// The highest number.
    private(set) var head: Int64 = 0
    /// When each alert came to its end at each target.
    private(set) var told: [LedgerLine.Told: Timestamp] = [:]
    /// The last of each, by their keys: origin, name, server and id, id.
    private(set) var rows: [LedgerLine.Table: [String: TableRow]] = [:]
    /// Lines that cannot be read: damaged, or cut off by a crash.
    private(set) var damaged = 0

    init() {}

    mutating func take(_ line: LedgerLine) {
        head = max(head, line.number)
        switch line.word {
        case .store(let id): storeID = id
        case .told(let told, let moment): self.told[told] = moment
        case .untold(let told): self.told[told] = nil
        case .row(let table, let row):
            guard let key = Self.key(of: row, in: table) else { return }
            rows[table, default: [:]][key] = row
        }
    }

    mutating func noteDamage() { damaged += 1 }

    private static func key(of row: TableRow, in table: LedgerLine.Table) -> String? {
        switch table {
        case .server: row.text("origin")
        case .account: row.text("name")
        case .child: row.text("id").map { "\(row.integer("server") ?? 0)|\($0)" }
        case .intent: row.text("id")
        }
    }

    /// In an order that does not depend on a dictionary's: intents in that of their acceptance.
    func all(_ table: LedgerLine.Table) -> [TableRow] {
        (rows[table] ?? [:]).sorted { left, right in
            let (first, second) = (left.value.integer("number") ?? 0, right.value.integer("number") ?? 0)
            return first == second ? left.key < right.key : first < second
        }.map(\.value)
    }

    /// What is worth keeping, in few lines: what was told or settled before the moment tells nobody anything any more.
    func lines(since moment: Timestamp) -> [LedgerLine] {
        let rows = [LedgerLine.Table.server, .account, .child].flatMap { table in
            all(table).map { LedgerLine(number: head, word: .row(table, $0)) }
        }
        let intents = all(.intent).filter { ($0.integer("settled_at") ?? .max) > moment.microseconds }
        let told = told.filter { $0.value > moment }.sorted { ($0.value, $0.key.alert) < ($1.value, $1.key.alert) }
        return [LedgerLine(number: head, word: .store(id: storeID ?? ""))] + rows
            + intents.map { LedgerLine(number: head, word: .row(.intent, $0)) }
            + told.map { LedgerLine(number: head, word: .told($0.key, at: $0.value)) }
    }
}
