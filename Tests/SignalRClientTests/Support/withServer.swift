import HTTPServer
import JSON
import Runtime
import SignalRClient
import SignalRProtocol
import SignalRServer
import Sockets
import Testing

/// Runs a server with a hub at `/hub` around `body`.
func withHub(_ hub: Hub, _ body: (String) async throws -> Void) async throws {
    let hubs = HubServer(["/hub": hub])
    try await withServer { request in
        await hubs.response(to: request) ?? .notFound
    } body: { origin in
        try await body("\(origin)/hub")
        hubs.stop()
    }
}

/// Runs a server around `body`, which gets its origin.
func withServer(_ handler: @escaping HTTPHandler, body: (String) async throws -> Void) async throws {
    let server = HTTPServer(on: TestNetwork.loop, handler: handler)
    guard case .address(_, let port) = try await server.listen(on: .address("127.0.0.1", port: 0)) else { return }
    do {
        try await body("http://127.0.0.1:\(port)")
    } catch {
        Issue.record(error)
    }
    await server.stop(within: .seconds(2))
}

/// Makes a connection, runs `body` and stops it.
func withConnection(
    _ url: String, _ tune: (inout HubConnectionOptions) -> Void = { _ in },
    _ body: (HubConnection) async throws -> Void
) async throws {
    var options = HubConnectionOptions()
    tune(&options)
    // What most tests that skip negotiation mean.
    if options.skipsNegotiation { options.transports = [.webSockets] }
    let connection = HubConnection(url, options: options, network: TestNetwork.shared)
    do {
        try await body(connection)
    } catch {
        Issue.record(error)
    }
    await connection.stop()
    #expect(connection.state.isDisconnected)
}

/// Waits for a state, for as long as the test may take.
func wait(for states: HubStates, until isWanted: (HubState) -> Bool) async -> HubState? {
    for await state in states where isWanted(state) { return state }
    return nil
}

/// What tasks have brought so far.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])
    var all: [Element] { elements.withLock { $0 } }
    func add(_ element: Element) { elements.withLock { $0.append(element) } }
}
