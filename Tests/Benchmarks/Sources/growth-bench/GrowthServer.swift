import AllowanceAPI
import Runtime
import Store
import SyncEngine
import Values

/// A family of four children whose lists hold what the store was filled with, and what is added.
final class GrowthServer: FactSource {
    static let children = 4

    private struct State {
        /// Newest last.
        var added: [[Transaction]] = Array(repeating: [], count: GrowthServer.children)
        var lists = 0
        var number = 0
    }

    private let state = Lock(State())
    private let perChild: Int
    private let start: Timestamp

    /// - Parameters:
    ///   - perChild: rows that each child has had, one a minute until `start`.
    init(perChild: Int, start: Timestamp) {
        self.perChild = perChild
        self.start = start
    }

    static func id(_ child: Int) -> Child.ID { Child.ID(rawValue: "child-\(child)")! }

    static func rowID(_ child: Int) -> ChildRow.ID { ChildRow.ID(rawValue: id(child).rawValue) }

    var lists: Int { state.withLock { $0.lists } }

    /// Makes a transaction now.
    func add(to child: Int) -> TransactionRow.ID {
        state.withLock { state in
            state.number += 1
            let row = Transaction(
                id: Transaction.ID(rawValue: "new-\(state.number)")!, child: Self.id(child), amount: Decimal("1.00")!,
                kind: .credit,
                category: "Toys", description: "Kite", balanceAfter: Decimal("10.00")!,
                createdAt: Timestamp(seconds: WallClock.system.now.seconds), createdBy: "Pat")
            state.added[child].append(row)
            return row.rowID
        }
    }

    /// As the store has it: `txn-<child>-<number>`, one a minute.
    private func old(_ child: Int, _ number: Int) -> Transaction {
        Transaction(
            id: Transaction.ID(rawValue: "txn-\(child)-\(number)")!, child: Self.id(child), amount: Decimal("1.00")!,
            kind: .credit,
            category: "Toys", description: "Kite", balanceAfter: Decimal("10.00")!,
            createdAt: Timestamp(seconds: start.seconds - Int64(perChild - number) * 60 - 60), createdBy: "Pat")
    }

    func signedInUser() async -> FactUser? { nil }

    func listedChildren() async throws(FactError) -> Reply<[Child]> {
        let now = WallClock.system.now
        return Reply(
            value: (0..<Self.children).map {
                Child(id: Self.id($0), firstName: "Child", lastName: "\($0)", balance: Decimal("10.00")!)
            }, startedAt: now, endedAt: now, serverDate: nil)
    }

    func listedTransactions(
        of child: ChildRow.ID, limit: Int
    ) async throws(FactError) -> Reply<[Transaction]> {
        let index = Int(child.rawValue.dropFirst(6)) ?? 0
        let now = WallClock.system.now
        let added = state.withLock { state in
            state.lists += 1
            return Array(state.added[index].suffix(limit).reversed())
        }
        let older = (0..<max(0, min(limit - added.count, perChild))).map { old(index, perChild - 1 - $0) }
        return Reply(value: added + older, startedAt: now, endedAt: now, serverDate: nil)
    }
}
