import Glibc
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

    /// A listener whose queue is full: the kernel drops what knocks.
    static func hole(on address: String, port: Int) throws -> [RawSocket] {
        let (listening, _) = try RawPeer.listen(on: address, port: port, backlog: 0)
        var sockets = [listening]
        for _ in 0..<4 {
            let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = in_port_t(port).bigEndian
            name.sin_addr.s_addr = inet_addr(address)
            withUnsafePointer(to: name) {
                _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            sockets.append(RawSocket(descriptor: fd))
        }
        return sockets
    }

    @Test("tries the next address after one that refuses and one that never answers", .timeLimit(.minutes(1)))
    func fallback() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.awaitClose()
        } body: { loop, options in
            let hole = try Self.hole(on: "127.0.0.2", port: options.port)
            var options = options
            options.addresses = ["127.0.0.3", "127.0.0.2", "127.0.0.1"]
            let socket = try await WebSocketConnection.connect(loop, options)
            await socket.close()
            options.addresses = ["127.0.0.2"]
            options.connectTimeout = .milliseconds(300)
            #expect(await failure(loop, options)?.kind == .socket(.timeout))
            for socket in hole { socket.close() }
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

enum Descriptors {
    static var count: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
