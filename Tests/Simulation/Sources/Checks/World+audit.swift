import AllowanceAPI
import SQLite
import SyncEngine
import Values

@testable import Relay
@testable import Store
@testable import SyncEngine

/// The invariants, as predicates over the store, the server and the targets.
extension World {
    /// What was told long ago, by a clock that jumps by years too, is remembered in `told` alone.
    private enum FactQueries {
        static let wrongDeliveries = Query<Int, Int>(
            "simulation.wrongDeliveries",
            """
            SELECT count(*) FROM alert WHERE event = 'transaction'
              AND (SELECT count(*) FROM delivery WHERE alert = key)
                + (SELECT count(*) FROM told t WHERE t.alert = key
                  AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.alert = t.alert AND d.target = t.target)) <> ?1
            """)
        static let wrongAlerts = Query<String>(
            "simulation.wrongAlerts",
            """
            SELECT id FROM txn WHERE (source <> 'baseline') <>
              (SELECT count(*) FROM (
                SELECT a.key FROM alert a WHERE a.txn = txn.id AND a.event = 'transaction'
                  AND NOT EXISTS (SELECT 1 FROM reminder r WHERE r.alert = a.key)
                UNION SELECT t.alert FROM told t
                WHERE t.alert LIKE 'new|%|' || txn.id OR t.alert LIKE 'new|%|' || txn.id || '|%')) LIMIT 1
            """)
        static let alerts = Query<Int>(
            "simulation.alerts", "SELECT count(*) FROM (SELECT key FROM alert UNION SELECT alert FROM told)")
        static let baseline = Query<Timestamp>("simulation.baseline", "SELECT max(baseline_at) FROM account")
        static let deliveries = Query<DeliveryLine>(
            "simulation.deliveries", "SELECT alert, target, state, reason FROM delivery ORDER BY number")
    }

    struct DeliveryLine: RowDecodable, Sendable {
        let alert: AlertRow.Key
        let target: String
        let state: DeliveryRow.State
        let reason: FailureReason?

        init(row: borrowing Row) throws {
            alert = try row.value(0)
            target = try row.value(1)
            state = try row.value(2)
            reason = try row.value(3)
        }
    }

    /// Looks at everything that has to hold at any moment; at the end, at what has to have come right.
    func audit(isEnd: Bool) async throws {
        guard let store = program?.store else { return }
        tally.audits += 1
        let counts = try await store.counts()
        if counts.books.contains(where: { $0.subject == .hints && !$0.isBalanced }) { try violate(.hints, "\(counts)") }
        if counts.books.contains(where: { $0.subject == .intents && !$0.isBalanced }) {
            try violate(.entriesKept, "\(counts)")
        }
        let books = try await store.accounting()
        if !books.isBalanced { try violate(.accounting, "\(books)") }
        let targets = sinks.count
        let (wrong, unalerted, alerts) = try await store.read("audit") { snapshot in
            (
                try snapshot.first(FactQueries.wrongDeliveries, targets) ?? 0,
                try snapshot.first(FactQueries.wrongAlerts),
                try snapshot.first(FactQueries.alerts) ?? 0
            )
        }
        if wrong > 0, scenario.household == 0 { try violate(.deliveries, "\(wrong) alerts") }
        if let unalerted { try violate(.alerts, "row \(unalerted)") }
        if alerts < memory.alerts { try violate(.purge, "\(alerts) alerts, \(memory.alerts) before") }
        let rows = counts.transactions + counts.withdrawnTransactions
        if rows < memory.transactions { try violate(.signOut, "rows have gone") }
        (memory.alerts, memory.transactions) = (alerts, rows)
        try await auditEntries(store)
        try auditSinks()
        try await auditFairness(store)
        try await auditHeld(store, books)
        if isEnd { try await auditEnd(store, counts, books) }
    }

    // MARK: Targets

    func checkAttempt(_ job: SimulatedLane.Job, _ index: Int) async throws {
        if sinks[index].inFlight > 0 { try violate(.oneInFlight, sinks[index].name) }
        guard let store = program?.store else { return }
        let number = job.lead.number
        if let work = try await store.read("attempt", { try $0.delivery(number) })?.work,
            work.delivery.state != .attempting
        {
            try violate(
                .markFirst, "\(sinks[index].name) is sent delivery \(number) as \(work.delivery.state.rawValue)")
        }
        guard job.attempt.attempts == 1, !job.isMarkedRepeat else { return }
        // What was held comes when it is let go.
        let isHeld = memory.telling.notes[number]?.heldUntil != nil
        if job.digest == nil, !isHeld, let newest = memory.newestFirst[index], number < newest {
            try violate(.order, "\(sinks[index].name): delivery \(number) after \(newest)")
        }
        memory.newestFirst[index] = max(number, memory.newestFirst[index] ?? number)
    }

    private func auditSinks() throws {
        for sink in sinks {
            // The repeat may come first: the network keeps no order between two connections.
            if let twice = sink.shown.first(where: { $0.value.count { !$0.isMarkedRepeat } > 1 }) {
                try violate(
                    sink.kind == .blindRepeat ? .blindRepeats : .repeats,
                    "\(twice.key.rawValue) twice at \(sink.name), a repeat that is not marked")
            }
            switch sink.kind {
            case .deduplicating: break
            case .blindRepeat:
                let allowed = sink.ambiguous + tally.crashes + tally.exits
                if sink.repeats > allowed { try violate(.blindRepeats, "\(sink.repeats) repeats, \(allowed) reasons") }
            case .blindSkip:
                if sink.repeats > 0 { try violate(.blindSkips, "\(sink.repeats) repeats") }
            }
        }
    }

    // MARK: The end

    /// A server that contradicts itself for ever is no reason to read all of it again and again.
    func auditDeepScans(since quiet: Int) throws {
        let most = 4 + (now - quiet) / Self.timings.deepInterval.microseconds
        for index in 0..<scenario.accounts {
            let count = memory.deepScans.count { $0.engine == index && $0.at > quiet }
            if count > most { try violate(.exits, "\(count) readings of the whole history while nothing happens") }
        }
    }

    /// Nothing waits any more.
    func isIdle() async throws -> Bool {
        guard let store = program?.store else { return false }
        let (counts, books) = (try await store.counts(), try await store.accounting())
        let following = try await followUpsLeft()
        let waiting = try await waitingOrders(store)[user?.id ?? ""] ?? 0
        return counts.openHints == 0 && waiting == 0 && books.count(.queued) == 0
            && books.count(.attempting) == 0 && books.count(.inDoubt) == 0 && following == 0
    }

    private func auditEnd(_ store: Store, _ counts: StoreCounts, _ books: DeliveryAccounting) async throws {
        if counts.openHints > 0 { try violate(.exits, "\(counts.openHints) hints are open") }
        if counts.waitingIntents > 0 { try violate(.exits, "\(counts.waitingIntents) entries wait") }
        let open = books.count(.queued) + books.count(.attempting) + books.count(.inDoubt)
        if open > 0 { try violate(.exits, "\(open) deliveries wait") }
        try await auditFacts(store)
        let lines = try await store.read("deliveries") { try $0.all(FactQueries.deliveries) }
        try auditChains(lines)
        for line in lines {
            guard let sink = sinks.first(where: { $0.name == line.target }) else { continue }
            let isShown = sink.shown[line.alert] != nil || sink.changed.contains(line.alert)
            switch line.state {
            case .delivered where !isShown:
                try violate(
                    sink.kind == .deduplicating ? .deduplicated : .blindRepeats, "\(line.alert) was never shown")
            case .skipped where sink.kind != .blindSkip && line.reason == .notRepeated:
                try violate(.blindSkips, "\(line.alert) was skipped")
            case .delivered, .skipped, .dead, .discarded, .queued, .attempting, .inDoubt: break
            }
        }
    }

    /// A complete scan has brought every row that its balances contain: a balance that a list does not explain has it read again.
    func auditScan(_ balancesAt: Int, without refused: Set<ChildRow.ID>) async throws {
        guard let store = program?.store, now - server.movedAt > 60_000_000 else { return }
        // What is back after it was gone is read with the whole history.
        let rows = server.rows.filter { $0.visibleAt == $0.madeAt && $0.madeAt < balancesAt && $0.hidden == nil }
        let known = Set(try await store.transactions(matching: TransactionFilter(limit: 100_000)).map(\.id))
        for (child, missing) in Dictionary(grouping: rows.filter { !known.contains($0.listed.rowID) }, by: \.child)
        where !refused.contains(server.children[child].rowID) {
            let sum = missing.reduce(Decimal.zero) { $0.adding($1.listed.signedAmount) ?? $0 }
            // What moves nothing is seen by the next scan.
            if !sum.isZero {
                try violate(.chain, "the scan of child \(child) lacks \(missing[0].listed.rowID.rawValue)")
            }
        }
    }

    /// What is not later than is looked back for is there after two full scans.
    func auditPromptFacts() async throws {
        guard let store = program?.store else { return }
        let known = Set(try await store.transactions(matching: TransactionFilter(limit: 100_000)).map(\.id))
        let lookback = Self.timings.lookback.microseconds - 60_000_000
        for row in server.visible(at: now - 1_000_000_000)
        where !known.contains(row.listed.rowID) && row.hidden == nil {
            let stamp = Int(row.listed.createdAt.microseconds) - Int(server.time(at: 0).microseconds)
            if row.visibleAt - stamp < lookback {
                try violate(.facts, "\(row.listed.rowID.rawValue) is there since \(row.visibleAt / 1_000_000) s")
            }
        }
    }

    private func auditFacts(_ store: Store) async throws {
        let rows = try await store.transactions(matching: TransactionFilter(limit: 100_000))
        let (mine, truth) = (
            Set(rows.map(ServerModel.version)), Set(server.visible(at: now).map { ServerModel.version($0.listed) })
        )
        for version in truth.subtracting(mine).sorted() { try violate(.facts, "the store lacks \(version)") }
        for version in mine.subtracting(truth).sorted() { try violate(.facts, "the store has \(version)") }
        for version in mine.subtracting(server.served).sorted() { try violate(.served, version) }
        let children = try await store.children()
        for child in children {
            guard let listed = server.children.first(where: { $0.rowID == child.id }) else { continue }
            if listed.balance != child.balance { try violate(.chain, "\(child.id.rawValue): \(child.balance)") }
        }
        if let baseline = try await store.read("baseline", { try $0.first(FactQueries.baseline) }) {
            // To the second, as the server's times are: what it says of now, by which the baseline is set, is up to one behind.
            let late = rows.first { $0.source == .baseline && $0.createdAt > baseline.advanced(by: .seconds(1)) }
            if let late {
                try violate(.alerts, "row \(late.id.rawValue) was made after the beginning and told to nobody")
            }
        }
    }
}

extension DeliveryWork.Rows {
    var work: DeliveryWork? { if case .whole(let work) = self { work } else { nil } }
}
