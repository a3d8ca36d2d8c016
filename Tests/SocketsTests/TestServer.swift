import Testing

@testable import Sockets

/// Runs a server around `body` and stops both ends afterwards.
func withServer(
    _ configuration: HTTPServerConfiguration = .init(), _ handler: @escaping HTTPHandler,
    body: (LwsLoop, HTTPServer, Int) async throws -> Void
) async throws {
    let loop = try LwsLoop(logLevel: 1)
    let server = HTTPServer(on: loop, configuration: configuration, handler: handler)
    guard case .address(_, let port) = try await server.listen(on: .address("127.0.0.1", port: 0)) else { return }
    do {
        try await body(loop, server, port)
    } catch {
        Issue.record(error)
    }
    await server.stop(within: .seconds(1))
    #expect(await server.connectionCount == 0)
    loop.shutdown()
}
