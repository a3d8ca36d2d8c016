import HTTPServer
import Runtime
import Sockets
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
    #expect(hub.connectionCount == 0)
}

/// Waits until something is so, for at most thirty seconds.
func eventually(_ what: String = "", _ condition: () async -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("did not become true within 30 s: \(what)")
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
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
