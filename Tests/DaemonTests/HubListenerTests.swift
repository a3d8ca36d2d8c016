import AllowanceAPI
import Control
import HTTPClient
import HTTPServer
import Observability
import Runtime
import SignalRClient
import Sockets
import Store
import SyncEngine
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Daemon

@Suite("The link to the hub", .timeLimit(.minutes(1)))
struct HubListenerTests {
    /// How the server answers who asks for its hub, one after the other; the last answer stays.
    enum Refusal: CaseIterable {
        /// There is no such hub: it is looked for again after a quarter of an hour.
        case search
        /// There is one, that cannot be had: the connection asks again in its own time.
        case connection

        var statuses: [Int] { self == .search ? [404] : [200, 503] }
        var state: LiveStatus.Account.State { self == .search ? .polling : .waiting }
    }

    @Test("asks a hub that refuses once more when scans work again, once for each time", arguments: Refusal.allCases)
    func scansWorkAgain(refusal: Refusal) async throws {
        let asked = Lock(0)
        let server = try await WebhookReceiver { _ in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            let status = refusal.statuses[min(number, refusal.statuses.count) - 1]
            return status == 200
                ? .json(Array(#"{"negotiateVersion":1,"connectionId":"1","availableTransports":[]}"#.utf8))
                : HTTPResponse(HTTPStatus(rawValue: status))
        }
        try await withWatch { watch in
            let account = try WatchedAccount(name: "mum", server: server.address, email: nil)
            let http = try watch.clients.client(trusting: nil)
            let session = AllowanceSession(
                server: account.server, http: http,
                tokens: MemoryTokenStore(SignedIn(token: Secret("token"), expiresAt: nil)), hubPaths: ["/hub"],
                logger: watch.log.logger("api"))
            let facts = Facts()
            let engine = SyncEngine(
                account: SyncAccount(name: account.name, scanInterval: .seconds(3_600)), origin: account.server.origin,
                source: facts, store: watch.store, planner: { _ in [] }, logger: watch.log.logger("sync"),
                metrics: SyncMetrics(MetricsRegistry()))
            let records = RecordKeeper(
                account: account.name, source: session, store: watch.store, logger: watch.log.logger("sync"))
            let link = HubListener(
                account: account, session: session, engine: engine, records: records, http: http, watch: watch,
                reconnect: .custom(retriesFirstConnection: true) { _ in .seconds(1_000) })
            try await engine.start()
            async let scanning: Void = engine.run()
            async let linking: Void = link.run()
            try await eventually("the hub has refused") { watch.board.link(of: "mum").state == refusal.state }
            let first = refusal.statuses.count
            for outage in 1...3 {
                facts.isDown.withLock { $0 = true }
                engine.scanNow()
                try await eventually("a scan failed") { await engine.status.state == .retrying }
                facts.isDown.withLock { $0 = false }
                for _ in 0..<3 {
                    let before = facts.asked.withLock { $0 }
                    engine.scanNow()
                    try await eventually("a scan worked") {
                        let status = await engine.status
                        return facts.asked.withLock { $0 } > before && status.state == .live && !status.isScanning
                    }
                }
                try await eventually("the hub was asked") { asked.withLock { $0 } >= first + outage }
                #expect(asked.withLock { $0 } == first + outage)
            }
            await link.stop()
            try await linking
            await engine.stop()
            try await scanning
            #expect(asked.withLock { $0 } == first + 3)
        }
        await server.close()
    }

    private func withWatch(_ body: (Watch) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink()))
        let watch = try Watch(
            folder: StateFolder(folder.path), store: try await Store.open(in: folder.path, logger: log.logger("store")),
            loop: try EventLoop(), log: log, commands: ProgramCommands(isService: false, namedFile: nil))
        do {
            try await body(watch)
        } catch {
            await watch.close()
            throw error
        }
        await watch.close()
    }
}

/// A family without children, which can be out of reach.
private final class Facts: FactSource {
    let isDown = Lock(false)
    let asked = Lock(0)

    func signedInUser() async -> FactUser? { nil }

    func listedChildren() async throws(FactError) -> Reply<[Child]> {
        asked.withLock { $0 += 1 }
        if isDown.withLock({ $0 }) { throw FactError(.unavailable, "down") }
        let now = WallClock.system.now
        return Reply(value: [], startedAt: now, endedAt: now)
    }

    func listedTransactions(of child: ChildRow.ID, limit: Int) async throws(FactError) -> Reply<[Transaction]> {
        throw FactError(.unavailable, "there are no children")
    }
}
