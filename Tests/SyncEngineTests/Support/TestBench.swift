import Glibc
import Observability
import Runtime
import SQLite
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// A store in a folder of its own and a model server; engines are started and killed on it.
final class TestBench: Sendable {
    let folder: String
    let server: ModelServer
    let sink = CapturingSink()
    let metrics = SyncMetrics(MetricsRegistry())
    static let origin = "https://family.example"

    init(wall: @escaping @Sendable () -> Timestamp = { WallClock.system.now }) throws {
        var template = Array("/tmp/pocketbell-sync-XXXXXX".utf8CString)
        #expect(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        server = ModelServer(wall: wall)
    }

    deinit {
        for suffix in ["", "-wal", "-shm", "-lock"] { unlink(folder + "/" + StateFolder.storeName + suffix) }
        rmdir(folder)
    }

    func open() async throws -> Store { try await Store.open(in: folder, logger: logger) }

    var logger: Logger { Logger(component: "test", threshold: LogThreshold(.trace), sink: sink) }

    /// One alert for each added transaction, as the rules make them, and one for each balance below 5.
    static let planner: AlertPlanner = { change in
        switch change.kind {
        case .transactionAdded(let row):
            [
                PlannedAlert(
                    key: AlertRow.Key(rawValue: "new|\(change.origin)|\(row.id.rawValue)"), event: .transaction,
                    deliveries: [PlannedDelivery(target: "house")])
            ]
        case .transactionReplaced(let row):
            [
                PlannedAlert(
                    key: AlertRow.Key(rawValue: "new|\(change.origin)|\(row.id.rawValue)|\(row.createdAt.seconds)"),
                    event: .transaction, deliveries: [])
            ]
        case .transactionWithdrawn(let row):
            [
                PlannedAlert(
                    key: AlertRow.Key(rawValue: "gone|\(change.origin)|\(row.id.rawValue)"), event: .withdrawn,
                    deliveries: [PlannedDelivery(target: "house")])
            ]
        case .balanceChanged(_, let to, let cause) where to < Decimal("5")!:
            [
                PlannedAlert(
                    key: AlertRow.Key(
                        rawValue: "low|\(change.origin)|\(change.child.id.rawValue)|low|\(cause?.rawValue ?? "?")"),
                    event: .balanceLow, rule: "low", threshold: Decimal("5"), balance: to, deliveries: [])
            ]
        case .balanceChanged, .transactionEdited, .record: []
        }
    }

    static var quick: SyncTimings {
        var timings = SyncTimings()
        timings.retryBase = .milliseconds(2)
        timings.retryAfterHint = .milliseconds(1)
        (timings.checkAfter, timings.checkSpacing) = (.milliseconds(1), .zero)
        return timings
    }

    func engine(
        _ store: Store, account: String = "mum", interval: Duration = .seconds(3_600), timings: SyncTimings = quick,
        source: (any FactSource)? = nil, maker: (any TransactionMaker)? = nil,
        planner: @escaping AlertPlanner = planner, board: SyncBoard = SyncBoard()
    ) -> SyncEngine {
        SyncEngine(
            account: SyncAccount(name: account, scanInterval: interval), origin: Self.origin, source: source ?? server,
            maker: maker, store: store, planner: planner, logger: logger, metrics: metrics, timings: timings,
            board: board)
    }

    /// Runs the engine while the body does, then stops it.
    func with<Result: Sendable>(
        _ engine: SyncEngine, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await engine.start()
        async let running: Void = engine.run()
        do {
            let result = try await body()
            await engine.stop()
            try await running
            return result
        } catch {
            await engine.stop()
            try await running
            throw error
        }
    }
}

extension SyncEngine {
    /// Waits for the end of the scans that are wanted now.
    func settled() async throws {
        try await eventually("a complete scan") {
            let status = self.status
            return status.state == .live && !status.isScanning
        }
    }
}

extension Store {
    private static let alertKeys = Query<String>("test.alerts", "SELECT key FROM alert ORDER BY key")
    private static let lateKeys = Query<String>("test.late", "SELECT key FROM alert WHERE late = 1 ORDER BY key")
    private static let deliveries = Query<Int>("test.deliveries", "SELECT count(*) FROM delivery")
    private static let states = Query<String>("test.hints", "SELECT state FROM hint ORDER BY id")

    private static let missing = Query<String>(
        "test.missing", "SELECT id FROM account_record WHERE missing_at IS NOT NULL ORDER BY id")
    private static let spoil = PlainUpdate("test.spoil", "UPDATE tally SET count = 7 WHERE name = 'txn'")

    /// Records that the last answer lacked.
    func missingRecords() async throws -> [String] { try await read { try $0.all(Self.missing) } }
    func miscount() async throws { try await write { try $0.run(Self.spoil) } }
    func alerts() async throws -> [String] { try await read { try $0.all(Self.alertKeys) } }
    func lateAlerts() async throws -> [String] { try await read { try $0.all(Self.lateKeys) } }
    func deliveryCount() async throws -> Int { try await read { try $0.first(Self.deliveries) ?? 0 } }
    func hintStates() async throws -> [String] { try await read { try $0.all(Self.states) } }

    func ids() async throws -> Set<TransactionRow.ID> {
        Set(try await transactions(matching: TransactionFilter(limit: 100_000)).map(\.id))
    }
}

func newAlert(_ id: TransactionRow.ID) -> String { "new|\(TestBench.origin)|\(id.rawValue)" }

extension Hint {
    static func frame(_ subject: Subject, target: String = "TransactionCreated", bytes: String = "{}") -> Hint {
        Hint(subject, target: target, frame: Array(bytes.utf8), receivedAt: WallClock.system.now)
    }
}
