import Runtime
import Store
import SyncEngine
import Values

/// A family of four children whose lists hold what the store was filled with, and what is added.
final class GrowthServer: FactSource {
    static let children = 4

    private struct State {
        /// Newest last.
        var added: [[ListedTransaction]] = Array(repeating: [], count: GrowthServer.children)
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

    static func id(_ child: Int) -> ChildRow.ID { ChildRow.ID(rawValue: "child-\(child)") }

    var lists: Int { state.withLock { $0.lists } }

    /// Makes a transaction now.
    func add(to child: Int) -> TransactionRow.ID {
        state.withLock { state in
            state.number += 1
            let row = ListedTransaction(
                id: TransactionRow.ID(rawValue: "new-\(state.number)"), amount: Decimal("1.00")!, kind: .credit,
                category: "Toys", description: "Kite", balanceAfter: Decimal("10.00")!,
                createdAt: Timestamp(seconds: WallClock.system.now.seconds), createdBy: "Pat")
            state.added[child].append(row)
            return row.id
        }
    }

    /// As the store has it: `txn-<child>-<number>`, one a minute.
    private func old(_ child: Int, _ number: Int) -> ListedTransaction {
        ListedTransaction(
            id: TransactionRow.ID(rawValue: "txn-\(child)-\(number)"), amount: Decimal("1.00")!, kind: .credit,
            category: "Toys", description: "Kite", balanceAfter: Decimal("10.00")!,
            createdAt: Timestamp(seconds: start.seconds - Int64(perChild - number) * 60 - 60), createdBy: "Pat")
    }

    func signedInUser() async -> FactUser? { nil }

    func listedChildren() async throws(FactError) -> FactReply<[ListedChild]> {
        let now = WallClock.system.now
        return FactReply(
            value: (0..<Self.children).map {
                ListedChild(id: Self.id($0), firstName: "Child", lastName: "\($0)", balance: Decimal("10.00")!)
            }, startedAt: now, endedAt: now, serverDate: nil)
    }

    func listedTransactions(
        of child: ChildRow.ID, limit: Int
    ) async throws(FactError) -> FactReply<[ListedTransaction]> {
        let index = Int(child.rawValue.dropFirst(6)) ?? 0
        let now = WallClock.system.now
        let added = state.withLock { state in
            state.lists += 1
            return Array(state.added[index].suffix(limit).reversed())
        }
        let older = (0..<max(0, min(limit - added.count, perChild))).map { old(index, perChild - 1 - $0) }
        return FactReply(value: added + older, startedAt: now, endedAt: now, serverDate: nil)
    }
}
