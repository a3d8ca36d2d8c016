import HTTPServer
import SocketTestSupport
import Sockets
import Testing
import Values

@testable import WebSockets

@Suite("Client: through an HTTP proxy")
struct ClientProxyTests {
    static func withProxy(
        credentials: String? = nil, body: (EventLoop, WebSocketOptions) async throws -> Void
    ) async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.echo()
        } body: { loop, options in
            try await withPeer {
                TunnelProxy.serve($0, credentials: credentials)
            } body: { port in
                var options = options
                options.host = "localhost"
                options.proxy = WebSocketProxy(host: "127.0.0.1", port: port)
                try await body(loop, options)
            }
        }
    }

    @Test("has the proxy connect it", .timeLimit(.minutes(1)))
    func connects() async throws {
        try await Self.withProxy { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            try await socket.send("p")
            #expect(try await socket.nextMessage()?.text == "p")
            await socket.close()
        }
    }

    @Test("talks TLS with the server behind the proxy", Certificates.trait, .timeLimit(.minutes(1)))
    func tls() async throws {
        let certificates = try await Certificates()
        try await ClientTLSTests.withTLSServer(certificates.good, trusting: certificates.authority) { loop, options in
            try await withPeer {
                TunnelProxy.serve($0)
            } body: { port in
                var options = options
                options.addresses = nil
                options.proxy = WebSocketProxy(host: "127.0.0.1", port: port)
                let socket = try await WebSocketConnection.connect(loop, options)
                try await socket.send("p")
                #expect(try await socket.nextMessage()?.text == "p")
                await socket.close()
                options.trust = TLSTrust()
                #expect(await failure(loop, options)?.kind == .socket(.tls(.untrusted)))
            }
        }
    }

    @Test("tells that the proxy wants credentials, and brings them", .timeLimit(.minutes(1)))
    func credentials() async throws {
        try await Self.withProxy(credentials: "dXNlcjpwYXNz") { loop, options in
            var options = options
            #expect(await failure(loop, options)?.kind == .proxy(status: 407, headers: ["Proxy-Authenticate": "Basic"]))
            options.proxy = options.proxy.map { WebSocketProxy(host: $0.host, port: $0.port, credentials: "user:pass") }
            #expect(await failure(loop, options) == nil)
        }
    }

    @Test("keeps the credentials out of errors and of whatever prints its options", .timeLimit(.minutes(1)))
    func secret() async throws {
        try await Self.withProxy(credentials: "dXNlcjpwYXNz") { loop, options in
            var options = options
            options.proxy = options.proxy.map {
                WebSocketProxy(host: $0.host, port: $0.port, credentials: "user:wrong-horse")
            }
            let error = try #require(await failure(loop, options))
            var dumped = ""
            dump((error, options), to: &dumped)
            for text in ["\(error)", "\(options)", dumped, String(reflecting: options)] {
                #expect(!text.contains("wrong-horse") && !text.contains("dXNlcj"), "\(text)")
            }
        }
    }

    @Test("refuses a host that would forge a line of the request", arguments: ["a b", "a\r\nX: y", "ü"])
    func forged(_ host: String) {
        var options = WebSocketOptions(host: host, port: 80)
        options.proxy = WebSocketProxy(host: "127.0.0.1", port: 1)
        #expect(throws: WebSocketError.self) { try ClientHandshake(options).proxyRequest() }
    }

    @Test("tells that the proxy is down, or that it talks before it should", .timeLimit(.minutes(1)))
    func broken() async throws {
        let (listening, port) = try RawPeer.listen(on: "127.0.0.1", port: 0)
        listening.close()
        try await withLoop { loop in
            var options = WebSocketOptions(host: "localhost", port: 80)
            options.proxy = WebSocketProxy(host: "127.0.0.1", port: port)
            #expect(await failure(loop, options)?.kind == .socket(.connect))
            try await withPeer { socket in
                _ = socket.read()
                socket.send("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 101 Smuggled\r\n\r\n")
            } body: { port in
                options.proxy?.port = port
                #expect(await failure(loop, options)?.kind == .handshake)
            }
        }
    }
}
