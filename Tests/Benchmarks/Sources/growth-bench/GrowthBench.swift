import Measuring
import Observability
import Runtime
import SQLite
import Store
import SyncEngine
import Values

/// The same work on stores of several sizes, in turns.
struct GrowthBench {
    private static let events = 100

    let sizes: [Int]
    let rounds: Int

    func run() async throws -> [Costs] {
        var subjects: [Subject] = []
        for size in sizes { subjects.append(try await Subject(rows: size)) }
        for index in subjects.indices { try await subjects[index].settle() }
        for _ in 0..<rounds {
            for index in subjects.indices { try await subjects[index].round(events: Self.events) }
        }
        for index in subjects.indices { try await subjects[index].busy(events: Self.events, rounds: rounds) }
        for index in subjects.indices { try await subjects[index].catchUp() }
        for subject in subjects { await subject.end() }
        return subjects.map(\.costs)
    }
}

/// A store of one size with an engine at work on it.
private struct Subject {
    private(set) var costs: Costs
    private let filled: FilledStore
    private let server: GrowthServer
    private let engine: SyncEngine
    private let running: Task<Void, any Error>
    private var commits: ChangeFeed.AsyncIterator

    init(rows: Int) async throws {
        let start = Timestamp(seconds: WallClock.system.now.seconds - 3_600)
        costs = Costs(rows: rows)
        filled = try await FilledStore(rows: rows, until: start)
        server = GrowthServer(perChild: rows / GrowthServer.children, start: start)
        let planner: AlertPlanner = { change in
            guard case .transactionAdded(let row) = change.kind else { return [] }
            return [
                PlannedAlert(
                    key: AlertRow.Key(rawValue: "new|\(change.origin)|\(row.id.rawValue)"), event: .transaction,
                    deliveries: [PlannedDelivery(target: "chat")])
            ]
        }
        engine = SyncEngine(
            account: SyncAccount(name: "mum", scanInterval: .seconds(86_400)), origin: "https://family.example",
            source: server, store: filled.store, planner: planner, logger: Logger.silent,
            metrics: SyncMetrics(MetricsRegistry()))
        commits = filled.store.database.changes(to: ["alert", "account"]).makeAsyncIterator()
        try await engine.start()
        running = Task { [engine] in try await engine.run() }
    }

    func end() async {
        await engine.stop()
        _ = try? await running.value
        await filled.remove()
    }

    /// Waits for a commit that changed this table.
    private mutating func commit(of table: String) async throws {
        while let tables = await commits.next() { if tables.contains(table) { return } }
        throw CancellationError()
    }

    private mutating func event(_ number: Int) async throws {
        let child = number % GrowthServer.children
        engine.hint(
            Hint(
                .transaction(server.add(to: child), child: GrowthServer.rowID(child)), target: "TransactionCreated",
                frame: Array(repeating: 0x7B, count: 300), receivedAt: WallClock.system.now))
        try await commit(of: "alert")
    }

    private mutating func events(_ count: Int) async throws -> (cpu: Double, wall: Double, lists: Double) {
        let (cpu, lists) = (Usage.processorSeconds(), server.lists)
        var number = 0
        let wall = try await seconds {
            while number < count {
                try await event(number)
                number += 1
            }
        }
        return (
            (Usage.processorSeconds() - cpu) * 1_000 / Double(count), wall * 1_000 / Double(count),
            Double(server.lists - lists) / Double(count)
        )
    }

    /// Returns when the first full scan has ended, which takes in what is announced meanwhile: from then on a hint has its own list read.
    mutating func settle() async throws { while try await events(20).lists < 1 {} }

    mutating func round(events count: Int) async throws {
        let event = try await events(count)
        costs.eventCPU = min(costs.eventCPU, event.cpu)
        costs.eventWall = min(costs.eventWall, event.wall)
        costs.lists = max(costs.lists, event.lists)
        let store = filled.store
        let status = try await each(50) {
            _ = (
                try await store.accounts(), try await store.children(), try await store.counts(),
                try await store.accounting(), try await store.read("standing") { try $0.standing() }
            )
        }
        let page = try await each(50) { _ = try await store.transactions(matching: TransactionFilter(limit: 50)) }
        (costs.statusCPU, costs.statusWall) = (min(costs.statusCPU, status.cpu), min(costs.statusWall, status.wall))
        (costs.pageCPU, costs.pageWall) = (min(costs.pageCPU, page.cpu), min(costs.pageWall, page.wall))
        let report = try await each(20) { try await self.report(store) }
        (costs.reportCPU, costs.reportWall) = (min(costs.reportCPU, report.cpu), min(costs.reportWall, report.wall))
    }

    /// What `report months` of a year reads, of all children.
    private func report(_ store: Store) async throws {
        let today = WallClock.system.now.daysSince1970
        try await store.read("report") { snapshot in
            for child in try snapshot.children() {
                _ = try snapshot.daySums(of: child.id, on: child.server, in: today - 365..<today + 1)
                for month in 0..<12 {
                    let end = Timestamp(daysSince1970: today - month * 30)
                    _ = try snapshot.balance(of: child.id, on: child.server, before: end)
                }
            }
        }
    }

    private func each(_ count: Int, _ body: () async throws -> Void) async throws -> (cpu: Double, wall: Double) {
        let cpu = Usage.processorSeconds()
        let wall = try await seconds { for _ in 0..<count { try await body() } }
        return ((Usage.processorSeconds() - cpu) * 1_000 / Double(count), wall * 1_000 / Double(count))
    }

    private mutating func missed(_ count: Int) async throws {
        for _ in 0..<count { _ = server.add(to: 0) }
        engine.scanNow()
        try await commit(of: "account")
    }

    /// Events while each list has 250 rows that are younger than the lookback, and more.
    mutating func busy(events count: Int, rounds: Int) async throws {
        try await missed(250)
        for _ in 0..<rounds {
            let event = try await events(count)
            costs.busyEventCPU = min(costs.busyEventCPU, event.cpu)
            costs.busyLists = max(costs.busyLists, event.lists)
        }
    }

    mutating func catchUp() async throws {
        let start = ContinuousClock.now
        try await missed(10_000)
        costs.catchUp = (ContinuousClock.now - start) / .milliseconds(1)
    }
}
