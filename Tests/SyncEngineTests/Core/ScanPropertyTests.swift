import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestNumbers
import Testing
import Values

/// Scans against a server that does its worst, without a store or a network: many seeds in little time.
@Suite("Scan against a hostile server")
struct ScanPropertyTests {
    /// What a store would keep between scans.
    private struct Memory {
        var rows: [TransactionRow.ID: Transaction] = [:]
        var balances: [ChildRow.ID: Decimal] = [:]
        var counts: [ChildRow.ID: Int] = [:]
        var watermark: Timestamp?
        /// What each list has to be asked for.
        var sufficient: [ChildRow.ID: Int] = [:]
        /// What scans have left to the next check.
        var tails: [ChildRow.ID: Scan.Tail] = [:]
        /// How often each row was news.
        var told: [TransactionRow.ID: Int] = [:]
    }

    private static let lookback = Lookback(least: .seconds(600), most: .seconds(86_400))

    /// What happens on the server while nobody looks, or between two pages.
    private static func live(_ server: ModelServer, _ random: inout SeededNumbers, maximumAge: Int64) {
        for child in server.children().map(\.rowID) where random.chance(50) {
            // Ties are common; a row may bear an earlier time, or appear only later.
            server.add(
                random.chance(50) ? "1.00" : "-0.50", to: child, after: random.chance(80) ? 0 : 20,
                age: random.chance(30) ? .random(in: 0...maximumAge, using: &random) : 0, isVisible: !random.chance(25))
        }
        if random.chance(30) { server.reveal() }
    }

    /// Some of the rows that are news: announced, visible or not.
    private static func hinted(
        _ scope: ScanScope, _ server: ModelServer, _ memory: Memory, _ random: inout SeededNumbers
    ) -> [ChildRow.ID: Set<TransactionRow.ID>] {
        guard case .children(let children) = scope else { return [:] }
        let rows = server.state.withLock { $0.rows }.filter {
            children.contains($0.child) && memory.rows[$0.listed.rowID] == nil
        }
        return rows.reduce(into: [:]) { hinted, row in
            if random.chance(50) { hinted[row.child, default: []].insert(row.listed.rowID) }
        }
    }

    private static func run(
        _ scope: ScanScope, _ server: ModelServer, _ memory: inout Memory, _ random: inout SeededNumbers, isCalm: Bool,
        maximumAge: Int64
    ) {
        let known = memory.balances.keys.map { id in
            (
                id,
                Scan.KnownChild(
                    balance: memory.balances[id]!, rows: memory.counts[id] ?? 0, isNew: false, wasRead: true)
            )
        }
        var scan = Scan(
            scope: scope, known: Dictionary(uniqueKeysWithValues: known),
            horizon: memory.watermark.map(lookback.horizon), hinted: hinted(scope, server, memory, &random),
            sufficient: memory.sufficient, tails: memory.tails, leavesCheck: random.chance(50))
        let start = server.time
        var actions = scan.start()
        while let action = actions.first {
            actions.removeFirst()
            if !isCalm, random.chance(30) { live(server, &random, maximumAge: maximumAge) }
            let isFailing = !isCalm && random.chance(10)
            switch action {
            case .readChildren:
                actions +=
                    isFailing
                    ? scan.childrenFailed(FactError(.unavailable, "")) : scan.childrenRead(server.children())
            case .readTransactions(let child, let limit):
                let salt = random.next()
                let page = server.page(of: child, limit: limit) { (UInt64($0) &* 0x9E37_79B9_7F4A_7C15) ^ salt }
                let knownIDs = Set(page.map(\.rowID)).filter { memory.rows[$0] != nil }
                actions +=
                    isFailing
                    ? scan.transactionsFailed(FactError(.unavailable, ""), of: child)
                    : scan.transactionsRead(page, of: child, known: knownIDs)
            case .apply(let child, let page, _):
                for row in page where memory.rows[row.rowID] == nil {
                    memory.rows[row.rowID] = row
                    memory.counts[child, default: 0] += 1
                    memory.told[row.rowID, default: 0] += 1
                }
            case .finish(let result):
                for child in result.children ?? [] { memory.balances[child.rowID] = child.balance }
                memory.tails = scan.tails
                if result.failure == nil { memory.sufficient = scan.sufficient }
                if result.failure == nil, scan.scope.isFull { memory.watermark = start }
            }
        }
    }

    @Test("when the faults stop, facts are the server's and each row was news once", arguments: 0..<24)
    func complete(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        // Rows later than the lookback need a deep scan; others must not.
        let isVeryLate = seed.isMultiple(of: 3)
        let maximumAge: Int64 = isVeryLate ? 100_000 : 300
        let server = ModelServer(wall: { Timestamp(seconds: 1_700_000_000) })
        for name in ["Alice", "Bruno"] {
            let child = server.add(child: name, balance: "50.00")
            for _ in 0..<60 { server.add("1.00", to: child) }
        }
        var memory = Memory()
        for _ in 0..<25 {
            for _ in 0..<Int.random(in: 0...10, using: &random) {
                Self.live(server, &random, maximumAge: maximumAge)
            }
            let children = memory.balances.keys.sorted()
            // Of no child: a check.
            let some = random.chance(20) ? [] : Set(children.randomElement(using: &random).map { [$0] } ?? [])
            let scope: ScanScope = random.chance(50) && !children.isEmpty ? .children(some) : .all
            Self.run(scope, server, &memory, &random, isCalm: random.chance(30), maximumAge: maximumAge)
        }
        // Once the balances are known, only the way back finds what appears now.
        Self.run(.all, server, &memory, &random, isCalm: true, maximumAge: 0)
        server.reveal()
        Self.run(isVeryLate ? .deep : .all, server, &memory, &random, isCalm: true, maximumAge: 0)
        #expect(Set(memory.rows.keys) == server.ids, "seed \(seed)")
        #expect(memory.told.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        #expect(memory.told.count == server.ids.count, "seed \(seed)")
    }
}
