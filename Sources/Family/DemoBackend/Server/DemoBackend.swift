import HTTPServer
package import Observability
package import Runtime
package import SignalRServer
import Sockets
package import Values

/// A family server on this machine: REST and hub of AllowanceTracker over a family held in memory, and hubs that show every
/// feature of the protocol (`/hubs/conformance`, `-plain`, `-ws`, `-sse`, `-poll`) or negotiate in odd ways
/// (`/hubs/redirect`, …).
///
/// It listens on 127.0.0.1 only. People: `parent@example.com`, `parent2@example.com`, `child1@example.com` (Alice),
/// `child2@example.com` (Bruno), with `SimulatedFamily.password`.
package actor DemoBackend {
    /// As given; a port of 0 stays 0 here, see ``start()``.
    package nonisolated let configuration: DemoConfiguration
    let core: DemoCore
    private nonisolated let hubs: HubServer
    private nonisolated let meddler: Meddler?
    private var loop: EventLoop?
    private var server: HTTPServer?
    private var port: Int

    /// Stands between requests and answers, for tests: it answers by itself, or has the server act and spoils what it says. Called
    /// once for each REST request, also from several threads.
    package typealias Meddler = @Sendable (_ request: DemoRequest, _ answer: () -> DemoAnswer) -> DemoAnswer

    /// - Parameters:
    ///   - otherHubs: hubs of others at paths of their own, besides those for conformance tests.
    ///   - meddler: see ``Meddler``; `nil` lets the server speak for itself.
    package init(
        _ configuration: DemoConfiguration = DemoConfiguration(),
        otherHubs: KeyValuePairs<String, Hub> = [:], logger: Logger? = nil, clock: WallClock = .system,
        meddler: Meddler? = nil
    ) {
        self.meddler = meddler
        self.configuration = configuration
        port = configuration.port
        let state = SimulatedServer(
            dialect: configuration.dialect, history: configuration.history,
            tokenLifetime: configuration.tokenLifetime, seed: configuration.seed, now: clock.now)
        let authorizer = DemoAuthorizer()
        let hub = Hub(logger: logger) { credentials in authorizer.authorize(credentials) }
        let core = DemoCore(state, clock: clock, hub: hub)
        authorizer.use(core)
        hub.onConnect { [weak hub] peer in hub?.join(peer.id, DemoCore.familyGroup) }
        self.core = core
        hubs = HubServer(
            [(configuration.dialect.hubPath, hub)] + ConformanceHubs().all + otherHubs.map { ($0.key, $0.value) })
    }

    /// Starts listening.
    ///
    /// - Returns: the server's address, such as `http://127.0.0.1:41234`.
    package func start() async throws -> String {
        if loop == nil { loop = try EventLoop() }
        try await listen()
        return address
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Ends every connection and stops.
    package func stop() async {
        await close()
        if let loop { await loop.stop() }
        loop = nil
    }

    /// Ends as at a restart of the real server, without a word to anybody, and comes back at the same address. Tokens and
    /// books stay.
    package func restart() async throws {
        await close()
        try await listen()
    }

    /// Breaks every hub connection, as a dying network does. Those with stateful reconnect can be resumed.
    ///
    /// - Returns: how many there were.
    @discardableResult
    package nonisolated func cutConnections() -> Int { hubs.cutTransports() }

    /// How many clients the hubs have.
    package nonisolated var connectionCount: Int { hubs.connectionCount }

    private func listen() async throws {
        guard let loop, server == nil else { return }
        let (core, hubs, meddler) = (core, hubs, meddler)
        let server = HTTPServer(on: loop) { request in await Self.respond(to: request, core, hubs, meddler) }
        let endpoint = try await server.listen(on: .address("127.0.0.1", port: port))
        self.server = server
        port = endpoint.port ?? port
    }

    private func close() async {
        hubs.endAll(.cut)
        guard let server else { return }
        self.server = nil
        await server.stop(within: .zero)
    }

    private static func respond(to request: HTTPRequest, _ core: DemoCore, _ hubs: HubServer, _ meddler: Meddler?) async
        -> HTTPResponse
    {
        if let response = await hubs.response(to: request) { return response }
        let asked = DemoRequest(request)
        let base = "http://" + (request.headers["host"] ?? "127.0.0.1")
        let trick = NegotiateTricks.answer(asked, base: base, hubPath: core.hubPath) { core.issueToken() }
        if let trick { return HTTPResponse(trick) }
        return HTTPResponse(meddler.map { $0(asked) { core.answer(asked) } } ?? core.answer(asked))
    }
}

/// Decides who may connect to the hub. It is made before the state that it asks, since the state holds the hub.
final class DemoAuthorizer: Sendable {
    private struct Reference {
        weak var core: DemoCore?
    }

    private let reference = Lock(Reference())

    func use(_ core: DemoCore) { reference.withLock { $0.core = core } }

    func authorize(_ credentials: HubCredentials) -> HubAuthorization {
        guard let core = reference.withLock({ $0.core }), let person = core.person(of: credentials.token) else {
            return .unauthorized
        }
        return .allowed(user: person)
    }
}

/// What a simulated server is like.
package struct DemoConfiguration: Sendable {
    /// Whose routes, texts and hub messages.
    package var dialect = DemoDialect.spec
    /// 0 lets the system choose; it stays the same over restarts.
    package var port = 0
    /// Rows of each child at the start.
    package var history = 12
    /// From a sign-in to the token's end, by the server's clock; a day, as the designs say.
    package var tokenLifetime = Duration.seconds(86_400)
    /// The same seed gives the same history and ids.
    package var seed: UInt64 = 1

    /// The demo's own server: the spec's dialect on any free port.
    package init() {}
}

/// What the simulated server knows of one child: tests compare it with what arrived elsewhere.
package struct DemoTruth: Sendable, Equatable {
    /// The child's id.
    package let child: String
    /// After the newest of the rows.
    package let balance: Decimal
    /// Ids of all rows, newest first.
    package let transactions: [String]
}
