import Glibc
import SocketTestSupport
import Sockets
import Testing
import WebSockets

@testable import HTTPServer

/// More clients than there are places, most of whom say nothing.
@Suite("HTTP server: crowds")
struct CrowdTests {
    static let hello: [UInt8] = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03]
    static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test(
        "gives up a client that does not finish the TLS handshake", Certificates.trait, .timeLimit(.minutes(1)),
        arguments: [[], hello])
    func unfinishedHandshake(_ said: [UInt8]) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.tls = try await Certificates().good
        configuration.headTimeout = .milliseconds(200)
        try await withServer(configuration) { _ in
            .notFound
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send(said)
            let hasEnded = await client.onThread { client in
                _ = client.read(until: nil)
                return client.hasEnded
            }
            #expect(hasEnded)
        }
    }

    @Test("silent clients keep nobody out of a TLS server", Certificates.trait, .timeLimit(.minutes(1)))
    func silentTLS() async throws {
        let certificates = try await Certificates()
        var configuration = HTTPServerConfiguration()
        configuration.tls = certificates.good
        configuration.maximumConnections = 5
        configuration.headTimeout = .seconds(600)
        try await withServer(configuration) { _ in
            .webSocket { socket in for try await message in socket.messages { try await socket.send(message.text) } }
        } body: { loop, server, port in
            let silent = try (0..<5).map { _ in try RawSocket(port: port) }
            silent[3].send(Self.hello)
            silent[4].send(Self.hello)
            while await server.connectionCount < 5 { await Task.yield() }
            var options = WebSocketOptions(host: "localhost", port: port)
            options.addresses = ["127.0.0.1"]
            options.isSecure = true
            options.trust.caFile = certificates.authority
            let socket = try await WebSocketConnection.connect(loop, options)
            try await socket.send("in")
            for try await message in socket.messages {
                #expect(message.text == "in")
                break
            }
            #expect(await server.connectionCount == 5)
            await socket.close()
            for client in silent { client.close() }
        }
    }

    @Test("drops who never asked for anything first, then who has been silent for longest", .timeLimit(.minutes(1)))
    func order() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = 3
        try await withServer(configuration) { _ in
            .text("ok\n")
        } body: { _, server, port in
            let served = try RawSocket(port: port)
            served.send(Self.request)
            #expect(await served.receive(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
            let silent = try RawSocket(port: port)
            while await server.connectionCount < 2 { await Task.yield() }
            let slow = try RawSocket(port: port)
            slow.send("GET / HT")
            while await server.connectionCount < 3 { await Task.yield() }
            for (next, dropped) in [(try RawSocket(port: port), silent), (try RawSocket(port: port), slow)] {
                next.send(Self.request)
                #expect(await next.receive(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
                #expect(await dropped.onThread { $0.read().isEmpty && $0.hasEnded })
            }
            served.send(Self.request)
            #expect(await served.receive(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("bodies that drip keep nobody out", .timeLimit(.minutes(1)))
    func drippingBodies() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = 3
        configuration.bodyTimeout = .seconds(600)
        try await withServer(configuration) { _ in
            .text("ok\n")
        } body: { _, _, port in
            let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"
            let slow = try (0..<3).map { _ in try RawSocket(port: port) }
            for client in slow {
                client.send(head)
                #expect(await client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
                client.send("1")
            }
            // Not at once, since an honest body has its time.
            var answer = ""
            while answer.isEmpty {
                let newcomer = try RawSocket(port: port)
                newcomer.send(Self.request)
                answer = await newcomer.receive(until: "ok\n")
                newcomer.close()
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            for client in slow { client.close() }
        }
    }

    @Test("one that opens many keeps others out nowhere, whatever is under way on them", .timeLimit(.minutes(1)))
    func onePeer() async throws {
        let path = "/tmp/pocketbell-crowd-\(getpid()).sock"
        defer { unlink(path) }
        var configuration = HTTPServerConfiguration()
        (configuration.maximumConnections, configuration.maximumConnectionsOfPeer) = (3, 2)
        try await withServer(configuration) { _ in
            .text("ok\n")
        } body: { _, server, port in
            _ = try await server.listen(on: .unix(path: path))
            let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"
            let many = try (0..<2).map { _ in try RawSocket(port: port) }
            for client in many {
                client.send(head)
                #expect(await client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            }
            let another = try RawSocket(port: port)
            #expect(await another.onThread { $0.read().isEmpty && $0.hasEnded })
            let neighbour = try RawSocket(path: path)
            neighbour.send(Self.request)
            #expect(await neighbour.receive(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
            // A place of its own is given up for one of its own.
            many[0].send("0123456789")
            #expect(await many[0].receive(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
            let next = try RawSocket(port: port)
            next.send(Self.request)
            #expect(await next.receive(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
            for client in many + [neighbour] { client.close() }
        }
    }

    @Test("refuses a newcomer when every place has a request under way", .timeLimit(.minutes(1)))
    func busy() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = 1
        try await withServer(configuration) { _ in
            .webSocket { socket in for try await message in socket.messages { try await socket.send(message.text) } }
        } body: { loop, _, port in
            let socket = try await WebSocketConnection.connect(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            let newcomer = try RawSocket(port: port)
            #expect(await newcomer.onThread { $0.read().isEmpty && $0.hasEnded })
            try await socket.send("still here")
            for try await message in socket.messages {
                #expect(message.text == "still here")
                break
            }
            await socket.close()
        }
    }

    /// - Returns: Whether all of it could be sent: the server has read, or its system holds, as much.
    private static func flood(_ client: RawSocket, megabytes: Int) async -> Bool {
        await client.onThread { client in
            let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
            for _ in 0..<megabytes where !client.send(chunk) { return false }
            return true
        }
    }

    @Test(
        "does not read on for ever from a client that it has refused", .timeLimit(.minutes(1)),
        arguments: [
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nA: " + String(repeating: "a", count: 30_000),
            HostileClientTests.upgrade() + "\u{2}\u{7F}",
        ])
    func flooded(_ start: String) async throws {
        try await HostileClientTests.withHostedServer { port in
            let client = try RawSocket(port: port)
            var bytes = Array(start.utf8)
            // A masked frame of 2^40 bytes, which is beyond the limit.
            if bytes.last == 0x7F {
                bytes.replaceSubrange((bytes.count - 2)..., with: [0x82, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0])
            }
            client.send(bytes)
            #expect(await Self.flood(client, megabytes: 128) == false)
        }
    }
}
