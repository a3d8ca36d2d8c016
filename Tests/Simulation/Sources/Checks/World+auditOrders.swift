import AllowanceAPI
import SQLite
import SyncEngine
import Values

@testable import Store
@testable import SyncEngine

/// The invariants of what people order.
extension World {
    private enum OrderQueries {
        static let intents = Query<IntentLine>(
            "simulation.intents",
            """
            SELECT id, child, state, deed, txn, before, fact, known, uncovered, accepted_by, reason,
              (SELECT position FROM txn t WHERE t.server = intent.server AND t.id = intent.txn) FROM intent
            """)
        static let waiting = Query<WaitingLine>(
            "simulation.waiting",
            """
            SELECT accepted_by, count(*) FROM intent WHERE state IN ('accepted', 'sending', 'unknown', 'acked')
            GROUP BY accepted_by ORDER BY accepted_by
            """)
    }

    struct WaitingLine: RowDecodable, Sendable {
        let person: String
        let count: Int

        init(row: borrowing Row) throws { (person, count) = (try row.value(0), try row.value(1)) }
    }

    struct IntentLine: RowDecodable, Sendable {
        let id: IntentRow.ID
        let child: ChildRow.ID
        let state: IntentRow.State
        let deed: String
        let transaction: TransactionRow.ID?
        let before: Int?
        let fact: String?
        let known: Set<String>
        let isUncovered: Bool
        let acceptedBy: String
        let reason: String?
        let position: Int?

        init(row: borrowing Row) throws {
            id = try row.value(0)
            child = try row.value(1)
            state = try row.value(2)
            deed = try row.value(3)
            transaction = try row.value(4)
            before = try row.value(5)
            fact = try row.value(6)
            known = Set(try row.value(7, as: String?.self)?.split(separator: " ").map(String.init) ?? [])
            isUncovered = try row.value(8)
            acceptedBy = try row.value(9)
            reason = try row.value(10)
            position = try row.value(11)
        }

        /// Twice would be two.
        var makesSomething: Bool { ["transaction", "add-wish", "deposit-goal", "complete-chore"].contains(deed) }
    }

    /// How many orders of each person wait.
    func waitingOrders(_ store: Store) async throws -> [String: Int] {
        let lines = try await store.read("waiting") { try $0.all(OrderQueries.waiting) }
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.person, $0.count) })
    }

    /// Others than who is signed in.
    func peopleWhoWait() async throws -> [Int] {
        guard let store = program?.store else { return [] }
        return try await waitingOrders(store).keys.compactMap { Int($0.dropFirst("user-".count)) }
            .filter { $0 != person }.sorted()
    }

    func auditEntries(_ store: Store) async throws {
        let lines = try await store.read("intents") { try $0.all(OrderQueries.intents) }
        let kept = Set(lines.map(\.id))
        // Only what was at its end may be forgotten, some time after.
        for id in accepted where !kept.contains(id) && !memory.ended.contains(id) {
            try violate(.entriesKept, "entry \(id.rawValue) is gone")
        }
        memory.ended = Set(lines.filter(\.state.isEnded).map(\.id)).union(memory.ended.subtracting(kept))
        for id in refusedEntries where kept.contains(id) {
            try violate(.admission, "refused entry \(id.rawValue) is there")
        }
        for line in lines where memory.acceptedBy[line.id].map({ $0 != line.acceptedBy }) ?? false {
            try violate(.signOut, "entry \(line.id.rawValue) is \(line.acceptedBy)'s now")
        }
        if let silent = lines.first(where: { $0.state == .parked && ($0.reason ?? "").isEmpty }) {
            try violate(.listed, "entry \(silent.id.rawValue) is parked without a reason")
        }
        try auditClaims(lines)
        try await auditOverlay(store, lines)
        try await auditShownBalance(store, lines)
        try auditMade(lines)
        try await auditPhotos(store, lines)
        try auditEntryOrder()
    }

    private func auditClaims(_ lines: [IntentLine]) throws {
        let claims =
            lines.compactMap(\.transaction)
            + lines.filter(\.makesSomething).compactMap { $0.fact }.map(TransactionRow.ID.init)
        if Set(claims).count != claims.count { try violate(.oneClaim, "two entries are one row") }
        for line in lines {
            if let before = line.before, let position = line.position, position <= before {
                try violate(.oneClaim, "entry \(line.id.rawValue) is a row from before it")
            }
            if line.makesSomething, let fact = line.fact, line.known.contains(fact) {
                try violate(.oneClaim, "entry \(line.id.rawValue) is \(fact), which was there before it")
            }
        }
    }

    private func auditMade(_ lines: [IntentLine]) throws {
        let deeds = Dictionary(uniqueKeysWithValues: lines.map { ($0.id, $0) })
        let made = Dictionary(grouping: server.made, by: \.intent)
        for (id, times) in made where times.count > 1 && !memory.retried.contains(id) && !memory.lateOrders.contains(id)
        {
            // What is told to be as it is already changes nothing; but who buys twice, gives back.
            guard let line = deeds[id], line.makesSomething || line.deed == "buy-wish" else { continue }
            try violate(.oneRow, "entry \(id.rawValue) (\(line.deed)) was carried out \(times.count) times")
        }
        // Somebody else's doing may be what was ordered.
        for line in lines where line.state == .confirmed && line.deed == "deposit-goal" && made[line.id] == nil {
            try violate(.entriesKept, "entry \(line.id.rawValue) is confirmed, and nobody has carried it out")
        }
    }

    /// No entry is shown as waiting while its own row is there.
    private func auditOverlay(_ store: Store, _ lines: [IntentLine]) async throws {
        let claims = Set(lines.compactMap(\.transaction))
        for line in lines where line.state.isWaiting && !memory.lateOrders.contains(line.id) {
            if line.transaction == nil, let row = server.rows.first(where: { $0.intent == line.id })?.listed.rowID,
                !claims.contains(row), try await isKnown(row, store)
            {
                try violate(.eitherOr, "entry \(line.id.rawValue) and its row \(row.rawValue)")
            }
            guard line.fact == nil, !memory.retried.contains(line.id),
                let (kind, made) = recordMade(by: line.id), !lines.contains(where: { $0.fact == made })
            else { continue }
            let kept = try await store.read("records") { try $0.records(kind) }
            if kept.contains(where: { $0.id.rawValue == made }) {
                try violate(.eitherOr, "order \(line.id.rawValue) and its record \(made)")
            }
        }
    }

    private func recordMade(by intent: IntentRow.ID) -> (kind: RecordRow.Kind, id: String)? {
        if let wish = server.records.wishes.first(where: { $0.intent == intent }) { return (.wish, wish.id) }
        let done = server.chores.completions.values.joined().first { $0.intent == intent }
        return done.map { (.completion, $0.id) }
    }

    private func isKnown(_ row: TransactionRow.ID, _ store: Store) async throws -> Bool {
        try await store.read("row") { snapshot in
            guard let server = try snapshot.account(named: "mum")?.server else { return false }
            return try snapshot.transaction(row, on: server) != nil
        }
    }

    /// What people are shown is the kept balance and each entry that it does not have, once.
    private func auditShownBalance(_ store: Store, _ lines: [IntentLine]) async throws {
        let (overlay, children) = try await store.read("overlay") { (try $0.overlay(), try $0.children()) }
        let shown = Dictionary(grouping: overlay, by: \.child).mapValues { entries in
            entries.reduce(Decimal.zero) { $0.adding($1.pendingAmount) ?? $0 }
        }
        let amounts = Dictionary(uniqueKeysWithValues: overlay.map { ($0.id, $0.order.content?.amount ?? .zero) })
        for child in children {
            let own = lines.filter { $0.child == child.id && $0.deed == "transaction" }
            let owed = own.filter {
                $0.state.isWaiting && $0.transaction == nil || $0.transaction != nil && $0.isUncovered
            }
            let sum = owed.reduce(Decimal.zero) { $0.adding(amounts[$1.id] ?? .zero) ?? $0 }
            if sum != shown[child.id] ?? .zero {
                try violate(.shownBalance, "\(child.id.rawValue): \(shown[child.id] ?? .zero) instead of \(sum) waits")
            }
            // A row that the kept balance cannot have is shown beside it.
            let version = "\(child.id.rawValue) \(child.balance)"
            let times = server.balancesServed[version] ?? []
            for line in own where line.transaction != nil && !line.isUncovered && line.state != .parked {
                guard let row = server.rows.first(where: { $0.listed.rowID == line.transaction }),
                    let last = times.last, last < row.madeAt
                else { continue }
                try violate(.shownBalance, "entry \(line.id.rawValue) is neither in the balance nor beside it")
            }
        }
    }

    private func auditEntryOrder() throws {
        for (lane, requests) in Dictionary(grouping: server.firstRequests, by: \.lane) {
            let order = requests.filter { !memory.retried.contains($0.intent) }.map { request in
                accepted.firstIndex(of: request.intent) ?? 0
            }
            if order != order.sorted() { try violate(.entryOrder, "of \(lane): \(order)") }
        }
    }

    /// An order's request has its mark on the disk.
    func checkMark(_ intent: IntentRow) async throws {
        guard let store = program?.store, let row = try? await store.read("mark", { try $0.intent(intent.id) }) else {
            return
        }
        if row.state != .sending {
            try violate(.markFirst, "entry \(intent.id.rawValue) is sent as \(row.state.rawValue)")
        }
    }

    /// What is marked is of the person whose login it is.
    func checkLogin(_ intent: IntentRow, _ store: Store) async throws {
        let account = try await store.read("account") { try $0.account(intent.account) }
        if account?.userID != intent.acceptedBy {
            try violate(
                .ownLogin, "entry \(intent.id.rawValue) of \(intent.acceptedBy) by \(account?.userID ?? "nobody")")
        }
    }
}
