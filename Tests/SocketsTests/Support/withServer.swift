package import HTTPServer
package import Sockets
import Testing

/// Runs an event loop around `body`.
package func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
    let loop = try EventLoop()
    do {
        try await body(loop)
    } catch {
        await loop.stop()
        throw error
    }
    await loop.stop()
}

/// Runs a server on a port of its own around `body` and stops both ends afterwards.
package func withServer(
    _ configuration: HTTPServerConfiguration = .init(), _ handler: @escaping HTTPHandler,
    body: (EventLoop, HTTPServer, Int) async throws -> Void
) async throws {
    try await withLoop { loop in
        let server = HTTPServer(on: loop, configuration: configuration, handler: handler)
        let endpoint = try await server.listen(on: .address("127.0.0.1", port: 0))
        do {
            try await body(loop, server, try #require(endpoint.port))
        } catch {
            Issue.record(error)
        }
        await server.stop(within: .seconds(1))
        #expect(await server.connectionCount == 0)
    }
}
