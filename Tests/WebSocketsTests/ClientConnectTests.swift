import Glibc
import HTTPServer
import SocketTestSupport
import Sockets
import Testing

@testable import WebSockets

@Suite("Client: getting there")
struct ClientConnectTests {
    @Test("names address and reason when nobody listens", .timeLimit(.minutes(1)))
    func refused() async throws {
        let (listening, port) = try RawPeer.listen(on: "127.0.0.1", port: 0)
        listening.close()
        try await withLoop { loop in
            let error = await failure(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            #expect(error?.kind == .socket(.connect))
            #expect(error?.message == "cannot connect: 127.0.0.1: Connection refused")
            #expect(error?.isRetryable == true)
        }
    }

    @Test("tells that a name does not exist", .timeLimit(.minutes(1)))
    func unknownName() async throws {
        try await withLoop { loop in
            let error = await failure(loop, WebSocketOptions(host: "no-such-host.invalid", port: 80))
            #expect(error?.kind == .socket(.lookup))
            #expect(error?.message.contains("no-such-host.invalid") == true)
        }
    }

    @Test(
        "gives up a server that takes the connection and says nothing", .timeLimit(.minutes(1)),
        arguments: [false, true])
    func silent(_ isSecure: Bool) async throws {
        try await withPeer { socket in
            while !socket.read().isEmpty {}
        } body: { port in
            try await withLoop { loop in
                var options = WebSocketOptions(host: "127.0.0.1", port: port)
                options.connectTimeout = .milliseconds(300)
                options.isSecure = isSecure
                let start = ContinuousClock.now
                let error = await failure(loop, options)
                #expect(error?.kind == .socket(.timeout))
                #expect(ContinuousClock.now - start < .seconds(30))
            }
        }
    }

    @Test("tries the next address after one that refuses and one that never answers", .timeLimit(.minutes(1)))
    func fallback() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.awaitClose()
        } body: { loop, options in
            let hole = try Hole(port: options.port)
            var options = options
            options.addresses = ["127.0.0.3", hole.address, "127.0.0.1"]
            let socket = try await WebSocketConnection.connect(loop, options)
            await socket.close()
            options.addresses = [hole.address]
            options.connectTimeout = .milliseconds(300)
            #expect(await failure(loop, options)?.kind == .socket(.timeout))
            hole.close()
        }
    }

    static let hasIPv6: Bool = {
        guard let (listening, _) = try? RawPeer.listen(on: "::1", port: 0) else { return false }
        listening.close()
        return true
    }()

    @Test(
        "takes IPv6 literals with and without brackets", .enabled(if: hasIPv6, "no IPv6 on this machine"),
        .timeLimit(.minutes(1)), arguments: ["::1", "[::1]"])
    func ipv6(_ host: String) async throws {
        try await withPeer(on: "::1") { socket in
            guard let peer = FramePeer(socket) else { return }
            peer.accept()
            peer.text(peer.field("Host") ?? "")
            peer.awaitClose()
        } body: { port in
            try await withLoop { loop in
                let socket = try await WebSocketConnection.connect(loop, WebSocketOptions(host: host, port: port))
                #expect(try await socket.nextMessage()?.text == "[::1]:\(port)")
                await socket.close()
            }
        }
    }

    @Test("finds a server by name, and on IPv4 after IPv6", .timeLimit(.minutes(1)))
    func names() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.awaitClose()
        } body: { loop, options in
            var options = options
            options.addresses = ["::1", "127.0.0.1"]
            await (try await WebSocketConnection.connect(loop, options)).close()
            options.addresses = nil
            options.host = "localhost"
            await (try await WebSocketConnection.connect(loop, options)).close()
        }
    }

    @Test("reaches a server on a Unix socket, past any proxy", .timeLimit(.minutes(1)))
    func unixSocket() async throws {
        let folder = TemporaryFolder()
        try await withLoop { loop in
            let server = HTTPServer(on: loop) { request in
                .webSocket { try await $0.send(request.headers["host"] ?? "") }
            }
            _ = try await server.listen(on: .unix(path: folder.file("hub")))
            var options = WebSocketOptions(host: "hub.example", port: 80)
            options.unixSocket = folder.file("hub")
            options.proxy = WebSocketProxy(host: "127.0.0.1", port: 1)
            let socket = try await WebSocketConnection.connect(loop, options)
            #expect(try await socket.nextMessage()?.text == "hub.example")
            await socket.close()
            options.unixSocket = String(repeating: "long", count: 40)
            #expect(await failure(loop, options)?.kind == .socket(.invalidOption))
            await server.stop(within: .seconds(1))
        }
    }

    @Test("gives up at once when its task is cancelled", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        try await withFramePeer { peer in
            reach.yield()
            peer.drain()
        } body: { loop, options in
            let task = Task { try await WebSocketConnection.connect(loop, options) }
            for await _ in reached { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("fails without waiting when the task was cancelled before, or the loop has stopped", .timeLimit(.minutes(1)))
    func tooLate() async throws {
        let loop = try EventLoop()
        let options = WebSocketOptions(host: "127.0.0.1", port: 9)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await WebSocketConnection.connect(loop, options)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        await loop.stop()
        #expect(await failure(loop, options)?.kind == .socket(.stopped))
    }

    @Test("refuses ports that do not exist", arguments: [0, -1, 65536])
    func ports(_ port: Int) async throws {
        try await withLoop { loop in
            let error = await failure(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            #expect(error?.kind == .socket(.invalidOption))
        }
    }

    @Test("opens and closes hundreds of connections one after another", .timeLimit(.minutes(2)))
    func churn() async throws {
        let descriptors = Descriptors.count
        try await withFramePeer { peer in
            peer.accept()
            peer.awaitClose()
        } body: { loop, options in
            for _ in 0..<300 { await (try await WebSocketConnection.connect(loop, options)).close() }
        }
        // Other suites run beside this one: what leaked would be some 300.
        #expect(Descriptors.count < descriptors + 150)
    }

    @Test("ignores SIGPIPE once there is a loop")
    func brokenPipe() async throws {
        try await withLoop { _ in
            var action = sigaction()
            sigaction(SIGPIPE, nil, &action)
            #expect(unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1)
        }
    }
}
