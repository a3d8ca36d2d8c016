import HTTPServer
import SocketTestSupport
import Sockets
import Testing
import Values

@testable import WebSockets

@Suite("Client: TLS", Certificates.trait)
struct ClientTLSTests {
    /// Runs an echo server with TLS around `body`, which gets options that trust the authority.
    static func withTLSServer(
        _ identity: TLSIdentity, clientAuthorities: String? = nil, on address: String = "127.0.0.1",
        trusting authority: String,
        body: (EventLoop, WebSocketOptions) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.tls = identity
        configuration.clientAuthorities = clientAuthorities
        try await withLoop { loop in
            let server = HTTPServer(on: loop, configuration: configuration) { _ in
                .webSocket { socket in
                    for try await message in socket.messages { try await socket.send(message.bytes, text: true) }
                }
            }
            let port = try #require(try await server.listen(on: .address(address, port: 0)).port)
            var options = WebSocketOptions(host: "localhost", port: port)
            options.addresses = [address]
            options.isSecure = true
            options.trust.caFile = authority
            try await body(loop, options)
            await server.stop(within: .seconds(1))
        }
    }

    static func kind(_ failure: TLSFailure) -> WebSocketError.Kind { .socket(.tls(failure)) }

    @Test("talks to a server whose certificate fits, by name and by address", .timeLimit(.minutes(1)))
    func good() async throws {
        let certificates = try await Certificates()
        try await Self.withTLSServer(certificates.good, trusting: certificates.authority) { loop, options in
            for host in ["localhost", "127.0.0.1"] {
                var options = options
                options.host = host
                let socket = try await WebSocketConnection.connect(loop, options)
                let long = String(repeating: "ü", count: 300_000)
                try await socket.send(long)
                #expect(try await socket.nextMessage()?.text == long)
                await socket.close()
            }
        }
    }

    @Test("names why a certificate is refused", .timeLimit(.minutes(1)))
    func reasons() async throws {
        let certificates = try await Certificates()
        let cases: [(TLSIdentity, TLSFailure, String)] = [
            (certificates.wrongHost, .wrongHost, "localhost is made out to another name"),
            (certificates.expired, .expired, "has expired"), (certificates.selfSigned, .selfSigned, "self-signed"),
        ]
        for (identity, failureKind, text) in cases {
            try await Self.withTLSServer(identity, trusting: certificates.authority) { loop, options in
                let error = await failure(loop, options)
                #expect(error?.kind == Self.kind(failureKind))
                #expect(error?.message.contains(text) == true, "\(String(describing: error))")
                #expect(error?.isRetryable == false)
            }
        }
    }

    @Test("trusts neither an authority that was not named nor one that cannot be read", .timeLimit(.minutes(1)))
    func authorities() async throws {
        let certificates = try await Certificates()
        try await Self.withTLSServer(certificates.good, trusting: certificates.authority) { loop, options in
            var options = options
            options.trust = TLSTrust()
            #expect(await failure(loop, options)?.kind == Self.kind(.untrusted))
            for file in ["/nonexistent.pem", certificates.noCertificate] {
                options.trust = TLSTrust(caFile: file)
                let error = await failure(loop, options)
                #expect(error?.kind == Self.kind(.badFile))
                #expect(error?.message.contains(file) == true)
            }
            options.trust = TLSTrust(caFile: certificates.authority, usesSystemStore: false)
            #expect(await failure(loop, options) == nil)
            // A self-signed certificate is trusted by being named.
            options.trust = TLSTrust(caFile: certificates.selfSigned.certificateFile)
            #expect(await failure(loop, options)?.kind == Self.kind(.untrusted))
        }
        try await Self.withTLSServer(certificates.selfSigned, trusting: certificates.selfSigned.certificateFile) {
            #expect(await failure($0, $1) == nil)
        }
    }

    @Test(
        "says that a port does not speak TLS", .timeLimit(.minutes(1)),
        arguments: ["HTTP/1.1 400 No\r\n\r\n", "220 smtp\r\n"])
    func plain(_ answer: String) async throws {
        try await withPeer { socket in
            _ = socket.read()
            socket.send(answer)
            socket.shutdownWriting()
            while !socket.read().isEmpty {}
        } body: { port in
            try await withLoop { loop in
                var options = WebSocketOptions(host: "127.0.0.1", port: port)
                options.isSecure = true
                let error = await failure(loop, options)
                #expect(error?.kind == Self.kind(.notTLS))
                #expect(error?.message.contains("does not speak TLS") == true)
            }
        }
    }

    @Test("tells alerts, garbage and a closed connection apart", .timeLimit(.minutes(1)))
    func peers() async throws {
        let cases: [([UInt8], TLSFailure)] = [
            ([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28], .refusedByPeer), ([], .closed),
            ([0x16, 0x03, 0x03, 0x00, 0x04, 0xFF, 0x00, 0x00, 0x00], .handshake),
        ]
        for (answer, failureKind) in cases {
            try await withPeer { socket in
                _ = socket.read()
                socket.send(answer)
                socket.shutdownWriting()
                while !socket.read().isEmpty {}
            } body: { port in
                try await withLoop { loop in
                    var options = WebSocketOptions(host: "127.0.0.1", port: port)
                    options.isSecure = true
                    #expect(await failure(loop, options)?.kind == Self.kind(failureKind))
                }
            }
        }
    }

    @Test(
        "checks IPv6 addresses in certificates", .enabled(if: ClientConnectTests.hasIPv6, "no IPv6 on this machine"),
        .timeLimit(.minutes(1)))
    func ipv6() async throws {
        let certificates = try await Certificates()
        for (identity, expected) in [(certificates.good, nil), (certificates.wrongHost, TLSFailure.wrongHost)] {
            try await Self.withTLSServer(identity, on: "::1", trusting: certificates.authority) { loop, options in
                var options = options
                options.host = "[::1]"
                options.addresses = nil
                #expect(await failure(loop, options)?.kind == expected.map(Self.kind))
            }
        }
    }

    @Test("opens and closes many TLS connections without leaving descriptors", .timeLimit(.minutes(1)))
    func churn() async throws {
        let certificates = try await Certificates()
        let descriptors = Descriptors.count
        try await Self.withTLSServer(certificates.good, trusting: certificates.authority) { loop, options in
            for _ in 0..<60 { await (try await WebSocketConnection.connect(loop, options)).close() }
        }
        #expect(Descriptors.count < descriptors + 50)
    }
}
