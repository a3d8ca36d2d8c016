import Glibc
import Runtime
package import SQLite

/// What people ordered here and the server is not known to have, as it is taken to another store: rows by the names of their columns,
/// so that no version has to know what another one has added.
package struct UnsentWork: Sendable {
    /// In the order of acceptance.
    package private(set) var orders: [UnsentOrder] = []
    /// Whether everything could be read; else the ledger had to do for what could not.
    package private(set) var isWhole = true

    /// What a store that is open has.
    package init(_ reading: borrowing some Reading & ~Copyable) throws {
        let states = IntentRow.State.allCases.filter { !$0.isEnded }
        let intents = try states.flatMap { try reading.readable(UnsentTable.intents, $0) }
        // What the disk has changed is sent from nowhere.
        isWhole = !intents.contains(where: IntentSum.isWrong)
        take(
            intents: intents.filter { !IntentSum.isWrong($0) },
            servers: try reading.readable(LedgerTable.servers), accounts: try reading.readable(LedgerTable.accounts))
    }

    /// What the files of a store have that nobody has open, whatever version wrote them and however damaged they are; they stay as they
    /// are.
    ///
    /// - Parameter folder: the state folder.
    /// - Throws: kind `inUse` while another process has the store.
    package init(in folder: StateFolder) async throws(StoreError) {
        let answer = Promise<UnsentWork, any Error>()
        do {
            let ownership = try FileOwnership(of: "\(folder.path)/\(StateFolder.storeName)")
            // On a thread of its own: it takes as long as the disk does.
            _ = try ServiceThread(name: "unsent") { answer.keep(Result { try UnsentWork(filesIn: folder) }) }
            defer { ownership.release() }
            self = try await answer.valueEvenIfCancelled()
        } catch {
            throw StoreError(error, path: "\(folder.path)/\(StateFolder.storeName)")
        }
    }

    /// Blocks for the disk.
    private init(filesIn folder: StateFolder) throws {
        let aside = SetAside(in: folder).unread.map { "\($0)/\(StateFolder.storeName)" }
        let paths = ["\(folder.path)/\(StateFolder.storeName)"] + [aside].compactMap { $0 }
        let ledger = try LedgerFile.contents(in: folder)
        var (intents, servers, accounts): ([TableRow], [TableRow], [TableRow]) = ([], [], [])
        isWhole = false
        if let path = paths.first(where: { path in unsafe access(path, F_OK) == 0 }) {
            let tables = try DatabaseFile(path).readableRows(of: ["intent", "server", "account"])
            (intents, servers, accounts) = (tables[0].rows, tables[1].rows, tables[2].rows)
            isWhole = tables.allSatisfy(\.isWhole)
            // What another version's sums are over, nobody knows.
            if (try? DatabaseFile(path).describe().version) == Migration.all.count {
                isWhole = isWhole && !intents.contains(where: IntentSum.isWrong)
                intents.removeAll(where: IntentSum.isWrong)
            }
        }
        let known = Set(intents.compactMap { $0.text("id") })
        // What either of them knows to be at its end is nobody's work: a store may be an older copy, and a ledger may be behind.
        let ended = Set(ledger.all(.intent).filter(Self.isEnded).compactMap { $0.text("id") })
        let lost = ledger.all(.intent).filter { !known.contains($0.text("id") ?? "") }
        take(
            intents: (intents + lost).filter { !Self.isEnded($0) && !ended.contains($0.text("id") ?? "") },
            servers: ledger.all(.server) + servers, accounts: ledger.all(.account) + accounts)
    }

    /// In a word that this program knows; what a later one calls otherwise may be work.
    private static func isEnded(_ row: TableRow) -> Bool {
        row.text("state").flatMap(IntentRow.State.init(rawValue:))?.isEnded ?? false
    }

    private mutating func take(intents: [TableRow], servers: [TableRow], accounts: [TableRow]) {
        func named(_ rows: [TableRow], _ name: String) -> [Int64: String] {
            Dictionary(
                rows.compactMap { row in
                    guard let id = row.integer("id"), let text = row.text(name) else { return nil }
                    return (id, text)
                }
            ) { $1 }
        }
        let (origins, names) = (named(servers, "origin"), named(accounts, "name"))
        orders = intents.sorted { ($0.integer("number") ?? .max) < ($1.integer("number") ?? .max) }.map { row in
            UnsentOrder(
                row, origin: row.integer("server").flatMap { origins[$0] },
                account: row.integer("account").flatMap { names[$0] })
        }
    }
}

/// An order on its way from one store to another.
package struct UnsentOrder: Sendable, Equatable {
    /// What a column holds, other than nothing.
    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
    }

    /// By the names of the columns; those without a value are left out. Numbers of servers, accounts and rows are those of the store
    /// that it comes from.
    package let columns: [String: Value]
    /// Of its server; `nil` where that is lost.
    package let origin: String?
    /// What its login was called.
    package let account: String?

    init(_ row: TableRow, origin: String?, account: String?) {
        columns = row.cells.compactMapValues { cell in
            switch cell {
            case .text(let text): .text(text)
            case .integer(let number): .integer(number)
            case .null, .bytes: nil
            }
        }
        (self.origin, self.account) = (origin, account)
    }

    /// The column's text; `nil` if it holds none.
    package func text(_ column: String) -> String? {
        if case .text(let text)? = columns[column] { text } else { nil }
    }
}

private enum UnsentTable {
    static let intents = Query<TableRow, IntentRow.State>(
        "unsent.intents", "SELECT * FROM intent WHERE state = ?1 ORDER BY number")
}
