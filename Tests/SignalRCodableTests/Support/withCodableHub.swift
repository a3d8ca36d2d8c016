import HTTPServer
import JSON
import Runtime
import SignalRClient
import SignalRServer
import Sockets
import TestWaiting
import Testing

/// Runs a server with a hub, and a connection to it, around `body`.
func withCodableHub(
    _ hub: Hub, tune: (inout HubConnectionOptions) -> Void = { _ in }, _ body: (HubConnection) async throws -> Void
) async throws {
    let loop = try EventLoop()
    let hubs = HubServer(["/hub": hub])
    let server = HTTPServer(on: loop) { await hubs.response(to: $0) ?? .notFound }
    guard case .address(_, let port) = try await server.listen(on: .address("127.0.0.1", port: 0)) else { return }
    let network = try HubNetwork()
    var options = HubConnectionOptions()
    tune(&options)
    let connection = HubConnection("http://127.0.0.1:\(port)/hub", options: options, network: network)
    do {
        try await connection.start()
        try await body(connection)
    } catch {
        Issue.record(error)
    }
    await connection.stop()
    await network.close()
    hubs.stop()
    await server.stop(within: .seconds(2))
    loop.shutdown()
}

/// What was collected, to be waited for.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])
    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) { elements.withLock { $0.append(element) } }

    /// - Throws: when fewer have come within a minute.
    func waitFor(_ count: Int) async throws -> [Element] {
        try await eventually("\(all.count) came, not \(count)") { all.count >= count }
        return all
    }
}
