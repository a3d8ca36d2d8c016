import HTTPClient
import SignalRClient
import Testing

/// Runs our own client, connected to that hub, around `body`.
func withClient(
    _ port: Int, _ tune: (inout HubConnectionOptions) -> Void = { _ in },
    _ body: (HubConnection) async throws -> Void
) async throws {
    var options = HubConnectionOptions()
    options.reconnect = .never
    tune(&options)
    let network = HubNetwork(loop: TestLoop.shared, http: TestHTTP.shared)
    let connection = HubConnection("http://127.0.0.1:\(port)/hub", options: options, network: network)
    do {
        try await connection.start()
        try await body(connection)
    } catch {
        Issue.record(error)
    }
    await connection.stop()
}

/// The one HTTP client of this test process.
enum TestHTTP {
    static let shared: HTTPClient = {
        guard let http = try? HTTPClient() else { preconditionFailure("no HTTP client") }
        return http
    }()
}
