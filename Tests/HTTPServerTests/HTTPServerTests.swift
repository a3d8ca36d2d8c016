import Glibc
import SocketTestSupport
import Sockets
import TestWaiting
import Testing
import WebSockets

@testable import HTTPServer

@Suite("HTTP server over loopback")
struct HTTPServerTests {
    @Test("cancels a streaming handler when the client goes away", .timeLimit(.minutes(1)))
    func noticesDisconnect() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        try await withServer { _ in
            .events { writer in
                try await writer.write("0")
                do { try await untilCancelled() } catch { end.yield(Task.isCancelled) }
            }
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await client.receive(until: "data: 0").contains("chunked"))
            client.close()
            for await cancelled in ended {
                #expect(cancelled)
                break
            }
        }
    }

    @Test("answers a slow head with 408 and closes", .timeLimit(.minutes(1)))
    func slowHead() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.headTimeout = .seconds(1)
        try await withServer(configuration) { _ in
            .notFound
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.1\r\nHo")
            let answer = await client.receive(until: nil)
            #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
            client.close()
        }
    }

    @Test("serves a Unix socket that only its owner can open, and names the peer", .timeLimit(.minutes(1)))
    func unixSocket() async throws {
        let path = "/tmp/pocketbell-http-\(getpid()).sock"
        defer { unlink(path) }
        try await withServer {
            .text("\($0.peer)")
        } body: { _, server, _ in
            _ = try await server.listen(on: .unix(path: path))
            var info = stat()
            #expect(lstat(path, &info) == 0)
            #expect(info.st_mode & 0o777 == 0o600)
            await #expect {
                _ = try await server.listen(on: .unix(path: path))
            } throws: {
                ($0 as? HTTPServerError)?.kind == .socket(.listen(EADDRINUSE))
            }
            let client = try RawSocket(path: path)
            client.send("GET / HTTP/1.1\r\nHost: anything\r\nConnection: close\r\n\r\n")
            #expect(await client.receive(until: nil).contains("process(pid: \(getpid())"))
            client.close()
        }
    }

    @Test("finishes a running request before it stops", .timeLimit(.minutes(1)))
    func graceful() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (finishing, finish) = AsyncStream.makeStream(of: Void.self)
        try await withServer { _ in
            start.yield()
            for await _ in finishing { break }
            return .text("done")
        } body: { _, server, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for await _ in started { break }
            async let stopped: Void = server.stop(within: .seconds(30))
            // Until it refuses to listen, it has not begun to stop.
            while (try? await server.listen(on: .address("127.0.0.1", port: 0))) != nil { await Task.yield() }
            finish.yield()
            let text = await client.receive(until: nil)
            #expect(text.hasSuffix("done"))
            #expect(text.contains("Connection: close"))
            client.close()
            await stopped
        }
    }

    @Test("cuts handlers that do not end when it stops", .timeLimit(.minutes(1)))
    func stopCuts() async throws {
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        try await withServer { _ in
            .events { writer in
                try await writer.write("0")
                // Deaf to cancellation, and longer than the stop may take.
                await Task { for await _ in held {} }.value
            }
        } body: { _, server, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await client.receive(until: "data: 0")
            await server.stop(within: .milliseconds(200))
            release.finish()
            client.close()
        }
    }

    @Test(
        "tells pages of other origins apart",
        arguments: [
            ("http://localhost:1", false), ("http://LOCALHOST:1", false), ("http://localhost:2", true),
            ("http://evil", true),
            ("null", true),
        ])
    func origin(_ origin: String, _ isCross: Bool) {
        let headers: HTTPHeaders = ["Host": "localhost:1", "Origin": origin]
        #expect(
            HTTPRequest(method: "GET", target: "/", path: "/", query: nil, headers: headers).isCrossOrigin == isCross)
    }
}
