import Glibc
import Observability
import SQLite
import Store
import Values

/// A store that has been in use for long: each transaction was told to one target.
struct FilledStore {
    let store: Store
    private let folder: String

    init(rows: Int, until start: Timestamp) async throws {
        let base = getenv("GROWTH_BENCH_FOLDER").map { String(cString: $0) } ?? "/var/tmp"
        folder = base + "/pocketbell-growth-\(getpid())-\(rows)"
        store = try await Store.open(in: folder, logger: .silent)
        let perChild = rows / GrowthServer.children
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: start)
            for child in 0..<GrowthServer.children {
                try transaction.upsert(
                    ChildRow(
                        server: server.id, id: GrowthServer.rowID(child), firstName: "Child", lastName: "\(child)",
                        balance: Decimal("10.00")!, seenAt: start, baselineAt: Timestamp(seconds: 1)))
                try transaction.link(account, to: GrowthServer.rowID(child))
                try transaction.setRead(GrowthServer.rowID(child), by: account.id, at: start)
            }
            try transaction.setBaseline(of: account.id, at: Timestamp(seconds: 1))
            try transaction.finishScan(of: account.id, startedAt: start, finishedAt: start)
            try transaction.remember(.deepScan, start.microseconds, of: account.id)
        }
        for child in 0..<GrowthServer.children {
            for first in stride(from: 0, to: perChild, by: 50_000) {
                let last = min(first + 50_000, perChild)
                try await store.write { transaction in
                    try transaction.run(Self.rows, child, first, last, start.seconds - Int64(perChild) * 60 - 60)
                    try transaction.run(Self.alerts, child, first, last)
                    try transaction.run(Self.deliveries, child, first, last)
                }
            }
            try await store.write { _ = try $0.run(Self.days, child) }
        }
    }

    func remove() async {
        await store.close()
        for suffix in ["", "-wal", "-shm", "-lock"] { unlink(folder + "/" + StateFolder.storeName + suffix) }
        unlink(folder + "/pocketbell.ledger")
        rmdir(folder)
    }

    private static let rows = Update<Int, Int, Int, Int64>(
        "bench.rows",
        """
        WITH RECURSIVE number (n) AS (SELECT ?2 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?3)
        INSERT INTO txn (server, id, child, amount, kind, category, description, balance_after, created_at, created_by,
          notes, position, first_seen_at, source, late)
        SELECT 1, 'txn-' || ?1 || '-' || n, 'child-' || ?1, '1.00', 'credit', 'Toys', 'Kite', '10.00',
          (?4 + n * 60) * 1000000, 'Pat', NULL, n + 1, (?4 + n * 60) * 1000000, 'hint', 0 FROM number
        """)
    // As the store keeps them with each row, were these not made by one statement.
    private static let days = Update<Int>(
        "bench.days",
        """
        INSERT INTO day (server, child, day, category, credits, income, debits, spending)
        SELECT server, child, created_at / 86400000000, category, count(*), count(*) || '.00', 0, '0.00' FROM txn
        WHERE server = 1 AND child = 'child-' || ?1 GROUP BY 1, 2, 3, 4
        """)
    private static let alerts = Update<Int, Int, Int>(
        "bench.alerts",
        """
        WITH RECURSIVE number (n) AS (SELECT ?2 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?3)
        INSERT INTO alert (key, event, server, child, txn, rule, threshold, balance, late, created_at)
        SELECT 'new|https://family.example|txn-' || ?1 || '-' || n, 'transaction', 1, 'child-' || ?1,
          'txn-' || ?1 || '-' || n, NULL, NULL, '10.00', 0, n FROM number
        """)
    private static let deliveries = Update<Int, Int, Int>(
        "bench.deliveries",
        """
        WITH RECURSIVE number (n) AS (SELECT ?2 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?3)
        INSERT INTO delivery (alert, target, state, due_at, attempts, repeat, created_at, updated_at)
        SELECT 'new|https://family.example|txn-' || ?1 || '-' || n, 'chat', 'delivered', n, 1, 0, n, n FROM number
        """)
}
