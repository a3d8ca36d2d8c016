import AllowanceAPI
import Store
import SyncEngine
import TestNumbers
import Values

/// The family's server as a plain model: what is true, whatever the program was told of it. Times are microseconds of the run.
struct ServerModel: Sendable {
    struct Row: Sendable {
        var listed: Transaction
        let child: Int
        /// When lists begin to show it.
        let visibleAt: Int
        /// When it was made.
        let madeAt: Int
        /// Whether the hub has said nothing of it though the link was up.
        let isHintLost: Bool
        /// Which entry it was made for.
        let intent: IntentRow.ID?
        /// When lists lacked it, last.
        var hidden: Range<Int>?

        /// Whether lists show it then.
        func isListed(at moment: Int) -> Bool { visibleAt <= moment && hidden?.contains(moment) != true }
    }

    /// What became of a request to make a row.
    struct Made: Sendable {
        let intent: IntentRow.ID
        let at: Int
        /// The server made it after it could be expected to: those are counted apart.
        let isTooLate: Bool
    }

    static let names = ["alice", "bruno", "carla"]

    private(set) var children: [Child]
    /// Balances as they were, for a copy that lags behind.
    private var balances: [(at: Int, of: [Decimal])] = []
    var records = RecordsModel()
    var chores = ChoresModel()
    private(set) var rows: [Row] = []
    private(set) var made: [Made] = []
    /// Every version of every row and balance that an answer has had.
    private(set) var served: Set<String> = []
    /// When which balance of a child was answered.
    private(set) var balancesServed: [String: [Int]] = [:]
    /// Order in which entries came for the first time, with the account and child whose lane that is.
    private(set) var firstRequests: [(lane: String, intent: IntentRow.ID)] = []
    /// When money moved last without a row.
    private(set) var movedAt = 0
    /// How many more rows it counts than it lists.
    var uncounted = 0
    private let isUnstable: Bool
    private let epoch: Int64

    /// - Parameters:
    ///   - epoch: seconds since 1970 at the run's beginning, by the server's clock.
    ///   - isUnstable: rows of one second come in another order each time.
    init(epoch: Int64, isUnstable: Bool, history: Int) {
        self.epoch = epoch
        self.isUnstable = isUnstable
        children = Self.names.map { name in
            Child(id: Child.ID(rawValue: name)!, firstName: name, lastName: "Reed", balance: Decimal("100.00")!)
        }
        for index in 0..<history {
            add(index % 3, cents: 100, text: "Before", at: 0, visibleAt: 0, stampedBack: 86_400 - index)
        }
    }

    func time(at now: Int) -> Timestamp { Timestamp(microseconds: epoch * 1_000_000 + Int64(now)) }

    // MARK: What happens there

    @discardableResult
    mutating func add(
        _ child: Int, cents: Int, text: String, at now: Int, visibleAt: Int, stampedBack: Int = 0,
        isHintLost: Bool = false, intent: IntentRow.ID? = nil
    ) -> Row {
        let amount = Decimal(coefficient: Int128(cents), scale: 2)!
        let old = children[child]
        let balance = old.balance.adding(amount)!
        set(balance, of: child, at: now)
        let stamp = Timestamp(seconds: time(at: now).seconds - Int64(stampedBack))
        let listed = Transaction(
            id: Transaction.ID(rawValue: "row-\(rows.count)")!, child: old.id, amount: amount.magnitude,
            kind: amount.isNegative ? .debit : .credit, category: "Toys", description: text, balanceAfter: balance,
            createdAt: stamp, createdBy: "Pat")
        let row = Row(
            listed: listed, child: child, visibleAt: visibleAt, madeAt: now, isHintLost: isHintLost, intent: intent)
        rows.append(row)
        return row
    }

    mutating func move(_ child: Int, cents: Int, at now: Int) {
        movedAt = now
        let old = children[child]
        set(old.balance.adding(Decimal(coefficient: Int128(cents), scale: 2)!)!, of: child, at: now)
    }

    private mutating func set(_ balance: Decimal, of child: Int, at now: Int) {
        if balances.isEmpty { balances.append((0, children.map(\.balance))) }
        let old = children[child]
        children[child] = Child(id: old.id, firstName: old.firstName, lastName: old.lastName, balance: balance)
        balances.append((now, children.map(\.balance)))
        if balances.count > 400 { balances.removeFirst(200) }
    }

    /// Describes a row differently from now on.
    mutating func edit(_ index: Int, cents: Int) {
        guard !rows.isEmpty else { return }
        let place = index % rows.count
        // Of an entry the description is what tells it: nobody could find it again.
        guard rows[place].intent == nil else { return }
        let old = rows[place].listed
        rows[place].listed = Transaction(
            id: old.id, child: old.child, amount: old.amount, kind: old.kind, category: "Edited \(cents)",
            description: old.description, balanceAfter: old.balanceAfter, createdAt: old.createdAt,
            createdBy: old.createdBy)
    }

    /// Lists lack some rows for a while: what somebody deletes and brings back. The balances stay as they are.
    ///
    /// - Parameter first: of the rows, in the order in which they were made.
    mutating func hide(from first: Int, count: Int, seconds: Int, at now: Int) {
        guard !rows.isEmpty else { return }
        for index in (first % rows.count)..<min(first % rows.count + count, rows.count) {
            // An entry whose row is gone is made again: nobody could know.
            guard rows[index].intent == nil, rows[index].isListed(at: now) else { continue }
            rows[index].hidden = now..<now + seconds * 1_000_000
        }
    }

    /// What lists lack is back.
    mutating func reveal(at now: Int) {
        for index in rows.indices {
            guard let hidden = rows[index].hidden, hidden.contains(now) else { continue }
            rows[index].hidden = hidden.lowerBound..<now
        }
    }

    mutating func noteRequest(_ intent: IntentRow) {
        guard let child = intent.child, !firstRequests.contains(where: { $0.intent == intent.id }) else { return }
        firstRequests.append(
            ("\(child.rawValue) of account \(intent.account.rawValue), \(intent.acceptedBy)", intent.id))
    }

    /// Does what was ordered, as often as it is asked to.
    ///
    /// - Parameter photo: what has come of it.
    mutating func make(
        _ intent: IntentRow, photo: MediaRow.Hash?, at now: Int, isTooLate: Bool = false
    ) -> (outcome: PushOutcome, row: Row?) {
        guard let child = children.firstIndex(where: { $0.rowID == intent.child }) else {
            return (.refused("no such child"), nil)
        }
        if let order = intent.order.record {
            let outcome =
                order.deed == .doneChore
                ? .done(complete(order, photo, of: intent.id, child: child, at: now))
                : records.carryOut(order, of: intent.id, child: child, at: now, time(at: now))
            if case .done = outcome { made.append(Made(intent: intent.id, at: now, isTooLate: isTooLate)) }
            return (outcome, nil)
        }
        guard let content = intent.order.content, let cents = content.amount.cents else {
            return (.refused("no money"), nil)
        }
        made.append(Made(intent: intent.id, at: now, isTooLate: isTooLate))
        let row = add(child, cents: cents, text: content.description, at: now, visibleAt: now, intent: intent.id)
        return (.made(row.listed.rowID), row)
    }

    private mutating func complete(
        _ order: RecordOrder, _ photo: MediaRow.Hash?, of intent: IntentRow.ID, child: Int, at now: Int
    ) -> RecordRow.ID {
        let notes = OrderSaying(order.payload).text("notes")
        return chores.complete(child, notes: notes, photo: photo, intent: intent, at: now, time(at: now))
    }

    // MARK: What it answers

    /// - Parameter moment: of the run; a copy that lags behind answers as of earlier.
    mutating func listChildren(at moment: Int) -> [Child] {
        let then = balances.last { $0.at <= moment }?.of ?? balances.first?.of
        let listed = children.enumerated().map { index, child in
            Child(
                id: child.id, firstName: child.firstName, lastName: child.lastName,
                balance: then?[index] ?? child.balance)
        }
        for child in listed {
            let version = "\(child.rowID.rawValue) \(child.balance)"
            served.insert(version)
            if balancesServed[version]?.last != moment { balancesServed[version, default: []].append(moment) }
        }
        return listed
    }

    mutating func page(of id: ChildRow.ID, limit: Int, at now: Int, _ dice: inout SeededNumbers) -> [Transaction] {
        let salt = isUnstable ? dice.next() : 0
        let own = rows.enumerated().filter { children[$0.element.child].rowID == id && $0.element.isListed(at: now) }
        let sorted = own.sorted { left, right in
            let (a, b) = (left.element.listed.createdAt, right.element.listed.createdAt)
            guard a == b else { return a > b }
            let keys = [left.offset, right.offset].map { (UInt64($0) &* 0x9E37_79B9_7F4A_7C15) ^ salt }
            return isUnstable ? keys[0] > keys[1] : left.offset > right.offset
        }
        let page = sorted.prefix(limit).map(\.element.listed)
        for row in page { served.insert(Self.version(row)) }
        return Array(page)
    }

    /// How many rows a child has, as the server says.
    func total(of id: ChildRow.ID, at now: Int) -> Int {
        rows.count { children[$0.child].rowID == id && $0.isListed(at: now) } + uncounted
    }

    func visible(at now: Int) -> [Row] { rows.filter { $0.isListed(at: now) } }

    static func version(_ row: Transaction) -> String {
        "\(row.rowID.rawValue) \(row.signedAmount.normalized) \(row.category) \(row.description) \(row.balanceAfter.normalized) \(row.createdAt)"
    }

    static func version(_ row: TransactionRow) -> String {
        "\(row.id.rawValue) \(row.signedAmount.normalized) \(row.category) \(row.description) \(row.balanceAfter.normalized) \(row.createdAt)"
    }
}

extension Decimal {
    /// Hundredths; `nil` for what has smaller parts.
    var cents: Int? { rescaled(to: 2).flatMap { Int($0.description.filter { $0 != "." }) } }
}
