import SQLite
package import Values

/// Which deliveries a person wants to see.
package struct DeliveryFilter: Sendable {
    /// With ``proofs``, empty means all.
    package var states: Set<DeliveryRow.State>
    /// Also such that a target took, if just so much of them is proven.
    package var proofs: Set<Proof> = []
    /// What it proves that a target takes something, by its name; of others no more than that it did.
    package var taken: [String: Proof] = [:]
    /// A target's name; `nil` means all.
    package var target: String?
    /// Of whose money the alert tells; `nil` means all, also where that cannot be read.
    package var child: ChildRow?
    /// When they were caused, on this machine's clock; the end itself is not in it.
    package var period: Range<Timestamp>
    /// The newest so many; below 1 gives none.
    package var limit: Int

    /// The newest 100, unless said otherwise.
    package init(
        states: Set<DeliveryRow.State> = [], target: String? = nil, child: ChildRow? = nil,
        period: Range<Timestamp> = .always, limit: Int = 100
    ) {
        self.states = states
        self.target = target
        self.child = child
        self.period = period
        self.limit = limit
    }

    fileprivate func takes(_ target: String, _ state: DeliveryRow.State) -> Bool {
        (self.target ?? target) == target && (states.isEmpty && proofs.isEmpty || states.contains(state))
    }

    /// Such as it takes only for what is proven of them.
    fileprivate var provable: DeliveryFilter {
        var filter = self
        (filter.states, filter.proofs, filter.limit) = ([.delivered], [], .max)
        return filter
    }
}

/// A delivery with the history of its attempts.
package struct DeliveryHistory: Sendable, Equatable {
    /// The delivery as it stands; its transaction as it was sent, or as it is if it waits.
    package let delivery: ListedDelivery
    /// All of them, in order; also those before a person put it back in the queue.
    package let attempts: [AttemptRow]
    /// How many others its digest tells of in the same message; `nil` for one that is told by itself.
    package let companions: Int?
    /// Since when the server does not list its transaction any more, in wall time; `nil` while it does.
    package let withdrawnAt: Timestamp?
    /// What follows while nobody has seen its alert; nothing, once what that tells of is over.
    package let followUps: [FollowUpRow]
    /// Whom the rules of ``followUps`` told first, by rule.
    package let toldFirst: [String: [String]]

    fileprivate init?(of number: DeliveryRow.Number, in snapshot: borrowing Snapshot) throws {
        guard let delivery = try snapshot.deliveryAsSeen(number) else { return nil }
        self.delivery = delivery
        attempts = try snapshot.readable(AttemptRow.ofDelivery, number)
        companions = try delivery.work?.delivery.digest.map { try snapshot.all(DeliveryTable.members, $0).count - 1 }
        let alert = try delivery.work.map(\.alert.key).flatMap { try snapshot.isOver($0) ? nil : $0 }
        let followUps = try alert.map { try snapshot.followUps(of: $0) } ?? []
        var toldFirst: [String: [String]] = [:]
        for row in followUps { toldFirst[row.rule] = try snapshot.toldFirst(of: row.alert, by: row.rule) }
        (self.followUps, self.toldFirst) = (followUps, toldFirst)
        withdrawnAt = try delivery.work?.transaction.flatMap {
            try snapshot.absence(of: $0.id, on: $0.server)?.withdrawnAt
        }
    }
}

extension Store {
    /// The newest first. Of a transaction that the server has changed since, what was sent.
    package func deliveries(matching filter: DeliveryFilter = DeliveryFilter()) async throws(StoreError)
        -> [ListedDelivery]
    {
        try await read("deliveries") { snapshot in
            try snapshot.deliveryNumbers(matching: filter).compactMap { try snapshot.deliveryAsSeen($0) }
        }
    }

    /// The numbers alone, newest first. Only a state that nobody knows keeps one out.
    package func deliveryNumbers(matching filter: DeliveryFilter) async throws(StoreError) -> [DeliveryRow.Number] {
        try await read("delivery.numbers") { try $0.deliveryNumbers(matching: filter) }
    }

    /// The names of all targets that ever had a delivery, sorted.
    package func deliveryTargets() async throws(StoreError) -> [String] {
        try await read("delivery.targets") { Set(try $0.readable(DeliveryTable.kinds).map(\.target)).sorted() }
    }

    /// The oldest delivery to a target that is not at its end: it goes first. `nil` if nothing waits.
    package func firstWaiting(for target: String) async throws(StoreError) -> DeliveryRow.Number? {
        try await read("delivery.firstWaiting") { snapshot in
            let underWay = try snapshot.all(LaneTable.marked, target).first?.number
            let waiting = try snapshot.first(DeliveryTable.firstWaiting, target)
            return [underWay, waiting].compactMap { $0 }.min()
        }
    }

    /// Everything about one delivery; `nil` if there is none of this number.
    package func history(of number: DeliveryRow.Number) async throws(StoreError) -> DeliveryHistory? {
        try await read("delivery.history") { try $0.history(of: number) }
    }
}

extension Snapshot {
    /// Everything about one delivery; `nil` if there is none of this number.
    borrowing func history(of number: DeliveryRow.Number) throws -> DeliveryHistory? {
        try DeliveryHistory(of: number, in: self)
    }
}

extension Reading where Self: ~Copyable {
    fileprivate borrowing func deliveryNumbers(matching filter: DeliveryFilter) throws -> [DeliveryRow.Number] {
        let found = try numbers(matching: filter)
        guard !filter.proofs.isEmpty, !filter.states.contains(.delivered) else { return found }
        var proven: [DeliveryRow.Number] = []
        for number in try numbers(matching: filter.provable) where proven.count < filter.limit {
            guard let row = try firstReadable(DeliveryTable.seen, number) else { continue }
            let proof = row.isSeenThere ? .seen : filter.taken[row.target] ?? .accepted
            if filter.proofs.contains(proof) { proven.append(number) }
        }
        return Array((found + proven).sorted(by: >).prefix(max(filter.limit, 0)))
    }

    private borrowing func numbers(matching filter: DeliveryFilter) throws -> [DeliveryRow.Number] {
        let (server, child) = (filter.child?.server, filter.child?.id)
        guard filter.period == .always else {
            let (start, end) = (filter.period.lowerBound, filter.period.upperBound)
            let entries = try readable(DeliveryTable.inPeriod, start, end, server, child, atMost: filter.limit) {
                filter.takes($0.target, $0.state)
            }
            return entries.map(\.number)
        }
        // A target and a state at a time: each is the end of an index, however many others there are.
        let numbers = try readable(DeliveryTable.kinds).filter { filter.takes($0.target, $0.state) }.flatMap { kind in
            try readable(DeliveryTable.newest, kind.target, kind.state, server, child, atMost: filter.limit)
        }
        return Array(numbers.sorted(by: >).prefix(max(filter.limit, 0)))
    }
}

private enum DeliveryTable {
    struct Kind: RowDecodable {
        let target: String
        let state: DeliveryRow.State

        init(row: borrowing Row) throws {
            target = try row.value(0)
            state = try row.value(1)
        }
    }

    struct Entry: RowDecodable {
        let number: DeliveryRow.Number
        let target: String
        let state: DeliveryRow.State

        init(row: borrowing Row) throws {
            number = try row.value(0)
            target = try row.value(1)
            state = try row.value(2)
        }
    }

    struct Sight: RowDecodable {
        let target: String
        let isSeenThere: Bool

        init(row: borrowing Row) throws {
            target = try row.value(0)
            isSeenThere = try row.value(1)
        }
    }

    /// As ``DeliveryWork/proof(taken:)`` has it: what counts is where the alert, or a reminder of it, was seen first.
    static let seen = Query<Sight, DeliveryRow.Number>(
        "delivery.seen",
        """
        WITH root (alert, target) AS (
          SELECT ifnull((SELECT root FROM reminder WHERE alert = d.alert), d.alert), d.target
          FROM delivery d WHERE d.number = ?1)
        SELECT root.target, ifnull((
          SELECT s.by = root.target FROM seen s
          WHERE s.alert = root.alert OR s.alert IN (SELECT alert FROM reminder WHERE root = root.alert)
          ORDER BY s.at LIMIT 1), 0)
        FROM root
        """)

    static let kinds = Query<Kind>("delivery.kinds", "SELECT target, state FROM delivery_tally WHERE count <> 0")

    static let newest = Query<DeliveryRow.Number, String, DeliveryRow.State, ServerRow.ID?, ChildRow.ID?>(
        "delivery.newest",
        """
        SELECT d.number FROM delivery d LEFT JOIN alert a ON a.key = d.alert
        WHERE d.target = ?1 AND d.state = ?2 AND (?3 IS NULL OR (a.server = ?3 AND a.child = ?4))
        ORDER BY d.number DESC
        """)

    static let firstWaiting = Query<DeliveryRow.Number, String>(
        "delivery.firstWaiting",
        """
        SELECT number FROM delivery WHERE target = ?1 AND state IN ('queued', 'in-doubt')
          AND NOT EXISTS (SELECT 1 FROM held WHERE held.delivery = delivery.number) ORDER BY number LIMIT 1
        """)

    /// Whoever a person took in hand is no member any more.
    static let members = Query<DeliveryRow.Number, DigestRow.Number>(
        "delivery.members", "SELECT number FROM delivery WHERE digest = ?1 ORDER BY number LIMIT 100")

    static let inPeriod = Query<Entry, Timestamp, Timestamp, ServerRow.ID?, ChildRow.ID?>(
        "delivery.inPeriod",
        """
        SELECT d.number, d.target, d.state FROM delivery d LEFT JOIN alert a ON a.key = d.alert
        WHERE d.created_at >= ?1 AND d.created_at < ?2 AND (?3 IS NULL OR (a.server = ?3 AND a.child = ?4))
        ORDER BY d.created_at DESC, d.number DESC
        """)
}
