import Control
import Glibc
import HTTPClient
import JSON
import Observability
import Relay
import Runtime
import Sockets
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Configuration
@testable import Daemon

/// A watcher's part that tells desktops: store, relay, and the door at a socket of its own.
final class DesktopFixture: Sendable {
    let folder: TemporaryFolder
    let store: Store
    let relay: Relay
    let child: ChildRow
    let sink = CapturingSink()
    private let loop: EventLoop
    private let http: HTTPClient
    let listener: DesktopListener
    let approvals: ApprovalDesk
    static let moment = Timestamp(seconds: 1_773_500_966)

    var socket: String { "\(folder.path)/desktops.sock" }

    private init(folder: TemporaryFolder, network: DesktopDoorSettings?) async throws {
        self.folder = folder
        let logger = Logger(component: "test", threshold: LogThreshold(.debug), sink: sink)
        let store = try await Store.open(in: folder.path, logger: logger)
        self.store = store
        child = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "c1"), firstName: "Alice", lastName: "Reed", balance: .zero,
                seenAt: Timestamp(seconds: 1_773_500_966))
            try transaction.upsert(child)
            let account = try transaction.ensureAccount(named: "pat", on: server, at: Self.moment)
            try transaction.setUser("user-1", role: "Parent", of: account.id, at: Self.moment)
            try transaction.link(account, to: child.id)
            return child
        }
        (loop, http) = (try EventLoop(), try HTTPClient())
        relay = Relay(
            store: store, http: http, bus: nil, logger: logger, metrics: RelayMetrics(MetricsRegistry()))
        let text = """
            targets: [{name: mum, kind: desktops}, {name: dad, kind: desktops}, {name: laptop, kind: desktops},
                {name: kid, kind: desktops}, {name: tablet, kind: desktops}]
            people: [{name: Mum, targets: [mum, laptop, tablet]},
                {name: Alice, role: child, child: Alice, targets: [kid, tablet]}]
            state: \(folder.path)

            """
        let file = try folder.write(text, to: "config.yaml")
        let settings = RelaySettings(try Configuration.load(path: file, environment: [:]))
        await relay.take(try relay.targets(settings.targets, in: settings.locale, rules: settings.rules))
        let desk = EntryDesk(store, commands: ProgramCommands(isService: false, namedFile: nil)) {
            ["pat"]
        } person: { _ in
            OrderLogin.Person(user: "user-1", child: nil)
        }
        let api = ControlAPI(store: store, entries: desk.entries) { _ in .text("") }
        let approvals = ApprovalDesk(
            store: store, exchange: relay.desktops, clicks: relay.approvals, logger: logger,
            patience: .milliseconds(50),
            surroundings: ApprovalDesk.Surroundings(
                terms: { [relay] in await relay.approval(at: $0) }, tell: { [relay] in await relay.tell($0, at: $1) },
                order: { await api.answer($0) }))
        self.approvals = approvals
        let place = DesktopListener.Place.socket(path: "\(folder.path)/desktops.sock", isForEverybody: true)
        listener = DesktopListener(
            loop: loop,
            desk: DesktopDesk(store, relay, approvals, logger: logger),
            wanted: { Set([place]).union(network.map { [.init($0)] } ?? []) },
            told: { reason in #expect(reason == nil) })
    }

    static func with(
        in folder: TemporaryFolder? = nil, network: DesktopDoorSettings? = nil,
        _ body: (DesktopFixture) async throws -> Void
    ) async throws {
        let fixture = try await DesktopFixture(folder: try folder ?? TemporaryFolder(), network: network)
        try await fixture.relay.start()
        await fixture.listener.start()
        let (relay, listener, approvals) = (fixture.relay, fixture.listener, fixture.approvals)
        let running = Task { try await relay.run() }
        let listening = Task { try await listener.run() }
        let approving = Task { try await approvals.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(fixture)) } catch { outcome = .failure(error) }
        await approvals.stop()
        await listener.stop()
        await relay.stop()
        _ = await (running.result, listening.result, approving.result)
        await fixture.http.close()
        await fixture.store.close()
        await fixture.loop.stop()
        try outcome.get()
    }

    func token(
        for target: String = "mum", approves: Bool = false
    ) async throws -> (text: Secret, number: Int64) {
        let now = Timestamp(seconds: 1_773_500_966)
        let issued = try await store.write { transaction in
            try transaction.issueToken(.desktop(target: target, approves: approves), at: now)
        }
        let (token, row) = try #require(issued)
        return (token.text, row.number)
    }

    func alert(_ numbers: ClosedRange<Int>, to targets: String..., at moment: Timestamp = WallClock.system.now)
        async throws
    {
        let child = child
        try await store.writeAlerts { transaction in
            for number in numbers {
                let row = TransactionRow(
                    server: child.server, id: .init(rawValue: "t\(number)"), child: child.id, amount: Decimal("1.50")!,
                    kind: .credit, category: "Gift", description: "Kite \(number)", balanceAfter: .zero,
                    createdAt: moment, position: number, firstSeenAt: moment, source: .scan, isLate: false)
                _ = try transaction.insert(row)
                let change = FactChange(
                    kind: .transactionAdded(row), child: child, origin: "https://one.example", isLate: false, at: moment
                )
                let alert = PlannedAlert(
                    key: .init(rawValue: "new|t\(number)"), event: .transaction,
                    deliveries: targets.map { PlannedDelivery(target: $0) })
                _ = try transaction.insert(alert, for: change)
            }
            return ((), [])
        }
    }

    /// What was done, as the server says it is now, and for the first time an alert that it waits.
    func chore(_ id: String, _ state: String = "pendingApproval", to targets: String...) async throws {
        let (child, details) = (child, #"{"id":"\#(id)","name":"Lawn","price":"2.50"}"#)
        try await store.writeAlerts { transaction in
            let content = #"{"name":"Lawn","reward":"2.50","state":"\#(state)","chore":"ch1"}"#
            try transaction.take(
                RecordRow(
                    server: child.server, kind: .completion, id: .init(rawValue: id), child: child.id, rank: 1,
                    content: content, at: Self.moment))
            guard !targets.isEmpty else { return ((), []) }
            let news = RecordNews(event: .choreWaiting, identity: id, details: details)
            let change = FactChange(
                kind: .record(news), child: child, origin: "https://one.example", isLate: false,
                at: WallClock.system.now)
            var alert = PlannedAlert(
                key: Self.key(id), event: .choreWaiting, deliveries: targets.map { PlannedDelivery(target: $0) })
            alert.details = details
            _ = try transaction.insert(alert, for: change)
            return ((), [])
        }
    }

    /// Of the alert that it waits.
    static func key(_ id: String) -> AlertRow.Key { .init(rawValue: "chore-waiting|https://one.example|\(id)") }

    func intents() async throws -> [IntentRow] { try await store.read { try $0.newestIntents(limit: 10) } }

    func seen(_ number: Int) async throws -> SeenRow? {
        try await store.read { try $0.sightings(of: .init(rawValue: "new|t\(number)")).first }
    }

    func states() async throws -> [DeliveryRow.State] {
        try await store.deliveries(matching: DeliveryFilter(limit: 1_000)).compactMap(\.work?.delivery.state)
    }

    func access(_ token: Secret) -> AgentAccess {
        AgentAccess(watcher: .socket(path: socket), certificate: nil, token: token)
    }

    /// - Returns: The answer's status.
    func post(_ path: String, _ body: String = "", token: Secret?) async throws -> Int {
        try await ask(.post, path, body, token: token)
    }

    /// The same.
    func ask(_ method: HTTPMethod, _ path: String, _ body: String = "", token: Secret?) async throws -> Int {
        var request = HTTPClientRequest(method, try HTTPURL("http://localhost/v1/desktop\(path)"))
        request.unixSocketPath = socket
        request.deadlines.total = .seconds(10)
        if method == .post { request.body = .bytes(Array(body.utf8), contentType: "application/json") }
        if let token { try request.setHeader("Authorization", prefix: "Bearer ", token) }
        let response = try await http.send(request)
        // Nothing of what was asked, and no reason.
        #expect(response.body.count < 40)
        return response.head.status
    }
}
