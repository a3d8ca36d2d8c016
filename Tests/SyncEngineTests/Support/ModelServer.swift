import AllowanceAPI
import Runtime
import Store
import SyncEngine
import Values

/// A family server that can be as bad as real ones: rows that appear late and below others, ties in any order, rows that
/// come between two pages, failures.
final class ModelServer: FactSource {
    struct Row: Sendable {
        let listed: Transaction
        let child: ChildRow.ID
        var isVisible = true
    }

    struct State: Sendable {
        var children: [Child] = []
        /// In the order in which they were made.
        var rows: [Row] = []
        /// By the server's clock.
        var time = Timestamp(seconds: 1_700_000_000)
        var failures: [FactError] = []
        var user: FactUser?
        var requests = 0
        var childrenRequests = 0
        var limits: [Int] = []
        /// Called once before the next answer is made.
        var interruption: (@Sendable (ModelServer) -> Void)?
        /// Never lists more, whatever is asked for.
        var cap = Int.max
        /// Whose lists fail, and how.
        var failing: [ChildRow.ID: FactError] = [:]
        /// Its clock goes on with the wall's.
        var isClockRunning = false
        var isHeld = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let state = Lock(State())
    private let wall: @Sendable () -> Timestamp

    init(wall: @escaping @Sendable () -> Timestamp = { WallClock.system.now }) {
        self.wall = wall
        state.withLock { $0.time = wall() }
    }

    // MARK: What the family does

    @discardableResult
    func add(child name: String, balance: String = "100.00") -> ChildRow.ID {
        let child = Child(
            id: Child.ID(rawValue: "child-" + name)!, firstName: name, lastName: "Reed", balance: Decimal(balance)!)
        state.withLock { $0.children.append(child) }
        return child.rowID
    }

    /// Makes a transaction; the server's time goes on by `seconds` first.
    @discardableResult
    func add(
        _ amount: String, to child: ChildRow.ID, after seconds: Int64 = 1, age: Int64 = 0, isVisible: Bool = true,
        description: String = "Kite"
    ) -> TransactionRow.ID {
        state.withLock { state in
            state.time = Timestamp(seconds: state.time.seconds + seconds)
            let index = state.children.firstIndex { $0.rowID == child }!
            let old = state.children[index]
            let balance = old.balance.adding(Decimal(amount)!)!
            state.children[index] = Child(
                id: old.id, firstName: old.firstName, lastName: old.lastName, balance: balance)
            let amount = Decimal(amount)!
            let row = Transaction(
                id: Transaction.ID(rawValue: "txn-\(state.rows.count)")!, child: old.id, amount: amount.magnitude,
                kind: amount.isNegative ? .debit : .credit, category: "Toys", description: description,
                balanceAfter: balance, createdAt: Timestamp(seconds: state.time.seconds - age), createdBy: "Pat")
            state.rows.append(Row(listed: row, child: child, isVisible: isVisible))
            return row.rowID
        }
    }

    /// Moves a balance without a row, as savings do.
    func move(_ child: ChildRow.ID, to balance: String) {
        state.withLock { state in
            let index = state.children.firstIndex { $0.rowID == child }!
            let old = state.children[index]
            state.children[index] = Child(
                id: old.id, firstName: old.firstName, lastName: old.lastName, balance: Decimal(balance)!)
        }
    }

    /// Lists them no longer.
    func hide(_ ids: [TransactionRow.ID]) {
        state.withLock { state in
            for index in state.rows.indices where ids.contains(state.rows[index].listed.rowID) {
                state.rows[index].isVisible = false
            }
        }
    }

    func reveal() {
        state.withLock { state in for index in state.rows.indices { state.rows[index].isVisible = true } }
    }

    func advance(_ seconds: Int64) {
        state.withLock { $0.time = Timestamp(seconds: $0.time.seconds + seconds) }
    }

    func fail(_ error: FactError, times: Int = 1) {
        state.withLock { $0.failures += Array(repeating: error, count: times) }
    }

    var ids: Set<TransactionRow.ID> { state.withLock { Set($0.rows.filter(\.isVisible).map(\.listed.rowID)) } }
    var time: Timestamp { state.withLock { $0.time } }
    var requests: Int { state.withLock { $0.requests } }

    // MARK: What it answers

    func children() -> [Child] { state.withLock { $0.children } }

    /// Newest first; rows of one second in any order.
    func page(of child: ChildRow.ID, limit: Int, shuffle: (Int) -> UInt64 = { UInt64($0) }) -> [Transaction] {
        state.withLock { state in
            let rows = state.rows.enumerated().filter { $0.element.child == child && $0.element.isVisible }
            let sorted = rows.sorted { left, right in
                let (a, b) = (left.element.listed.createdAt, right.element.listed.createdAt)
                return a == b ? shuffle(left.offset) > shuffle(right.offset) : a > b
            }
            return Array(sorted.prefix(min(limit, state.cap)).map(\.element.listed))
        }
    }

    func signedInUser() async -> FactUser? { state.withLock { $0.user } }

    func listedChildren() async throws(FactError) -> Reply<[Child]> {
        state.withLock { $0.childrenRequests += 1 }
        return try await answer { children() }
    }

    func listedTransactions(
        of child: ChildRow.ID, limit: Int
    ) async throws(FactError) -> Reply<[Transaction]> {
        state.withLock { $0.limits.append(limit) }
        if let failure = state.withLock({ $0.failing[child] }) { throw failure }
        return try await answer { page(of: child, limit: limit) }
    }

    /// Lets no answer out until `release`.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let waiters = state.withLock { state in
            state.isHeld = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func answer<Value>(_ body: () -> Value) async throws(FactError) -> Reply<Value> {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                if state.isHeld { state.waiters.append(waiter) }
                return !state.isHeld
            }
            if isFree { waiter.resume() }
        }
        let start = wall()
        let interruption = state.withLock { state in
            state.requests += 1
            if state.isClockRunning { state.time = max(state.time, start) }
            defer { state.interruption = nil }
            return state.interruption
        }
        interruption?(self)
        if let failure = state.withLock({ $0.failures.isEmpty ? nil : $0.failures.removeFirst() }) { throw failure }
        let value = body()
        return Reply(value: value, startedAt: start, endedAt: wall(), serverDate: state.withLock { $0.time })
    }
}
