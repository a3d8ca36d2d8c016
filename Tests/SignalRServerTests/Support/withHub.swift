import HTTPServer
import Runtime
import Sockets
import TestWaiting
import Testing

@testable import SignalRServer

/// Runs a server with a hub at `/hub` around `body`.
func withHub(
    _ hub: Hub, _ body: (Int) async throws -> Void
) async throws {
    let hubs = HubServer(["/hub": hub])
    let server = HTTPServer(on: TestLoop.shared) { request in await hubs.response(to: request) ?? .notFound }
    guard case .address(_, let port) = try await server.listen(on: .address("127.0.0.1", port: 0)) else { return }
    do {
        try await body(port)
    } catch {
        Issue.record(error)
    }
    hubs.stop()
    await server.stop(within: .seconds(2))
    // The server has no connections any more; who served them leaves the hub a moment later.
    try await eventually("the hub has no clients") { hub.connectionCount == 0 }
}

/// Records a failure where a closure has to return nothing.
func fail(_ text: String, at location: SourceLocation = #_sourceLocation) {
    Issue.record("\(text)", sourceLocation: location)
}

/// What has happened, noted from any task.
final class Noted<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }
    func add(_ element: Element) { elements.withLock { $0.append(element) } }
}
