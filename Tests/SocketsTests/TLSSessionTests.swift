import CLibWebSockets
import SocketTestSupport
import Testing

@testable import Sockets

/// Both ends of TLS in memory.
@Suite("TLS sessions", Certificates.trait)
struct TLSSessionTests {
    /// Hands `client` what `server` has to say and the other way round, until neither says anything.
    static func talk(_ client: TLSSession, _ server: TLSSession) throws -> (client: [UInt8], server: [UInt8]) {
        var (toClient, toServer): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<20 {
            for (from, to, isToServer) in [(client, server, true), (server, client, false)] {
                if !from.isEstablished { try from.handshake() }
                let bytes = from.takeOutput()
                guard !bytes.isEmpty else { continue }
                try to.receive(bytes.span) { () throws(SocketError) in
                    try to.handshake()
                    guard to.isEstablished else { return }
                    let plain = try Self.read(to)
                    if isToServer { toServer += plain } else { toClient += plain }
                }
            }
        }
        return (toClient, toServer)
    }

    static func read(_ session: TLSSession) throws(SocketError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
        defer { buffer.deallocate() }
        let count = try session.read(into: buffer) ?? 0
        return Array(buffer[..<count])
    }

    static func pair(
        _ certificates: Certificates, _ tune: (TLSContext) -> Void = { _ in }
    ) throws -> (TLSSession, TLSSession) {
        let settings = TLSClientSettings(trust: TLSTrust(caFile: certificates.authority, usesSystemStore: false))
        let accepting = try TLSContext(certificates.good, clientAuthorities: nil)
        tune(accepting)
        return (
            try TLSSession(TLSContext(settings), host: "localhost"), try TLSSession(accepting: accepting)
        )
    }

    @Test("talk to each other, and keep no buffer of what has passed", .timeLimit(.minutes(1)))
    func talks() async throws {
        let (client, server) = try Self.pair(try await Certificates())
        _ = try Self.talk(client, server)
        #expect(client.isEstablished && server.isEstablished)
        let long = [UInt8](repeating: 7, count: 50_000)
        try client.encrypt(long)
        try server.encrypt([1, 2, 3])
        let (toClient, toServer) = try Self.talk(client, server)
        #expect(toClient == [1, 2, 3])
        #expect(toServer == long)
        #expect(client.takeOutput().capacity == 0)
    }

    @Test("what comes into the system's store, or leaves it, counts for the next connection", .timeLimit(.minutes(1)))
    func systemStore() async throws {
        // Where the store is, a variable says: a process of its own.
        await #expect(processExitsWith: .success) { try await TLSSessionTests.useSystemStore() }
    }

    private static func useSystemStore() async throws {
        let folder = TemporaryFolder()
        let script = """
            set -e
            key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            for name in old new; do
              openssl req -x509 $key -keyout $name.key -out $name.pem -days 2 -subj "/CN=Same name"
            done
            openssl req $key -keyout good.key -out good.csr -subj /CN=good
            echo subjectAltName=DNS:localhost > good.ext
            openssl x509 -req -in good.csr -CA new.pem -CAkey new.key -days 2 -extfile good.ext -out good.pem
            mkdir store
            """
        try #require(await Command.run(["sh", "-c", "(\(script)) > log 2>&1"], in: folder.path) == 0)
        setenv("SSL_CERT_DIR", folder.file("store"), 1)
        let identity = TLSIdentity(certificateFile: folder.file("good.pem"), keyFile: folder.file("good.key"))
        let loop = try EventLoop()
        func connects(after command: String) async throws -> Bool {
            // As update-ca-certificates does it, whose last step puts a new bundle into the folder.
            let command =
                "cd store && \(command) && openssl rehash . > ../log 2>&1 && date > ../new && mv ../new bundle"
            try #require(await Command.run(["sh", "-c", command], in: folder.path) == 0)
            // Nothing runs on the loop that this could meet.
            let context = try loop.tlsContext(for: TLSClientSettings())
            let client = try TLSSession(context, host: "localhost")
            let server = try TLSSession(accepting: TLSContext(identity, clientAuthorities: nil))
            do {
                _ = try Self.talk(client, server)
                return client.isEstablished
            } catch {
                return false
            }
        }
        #expect(try await !connects(after: "true"))
        #expect(try await !connects(after: "cp ../old.pem a.pem"))
        #expect(try await connects(after: "cp -p ../new.pem a.pem"), "the renewed one is taken up")
        #expect(try await connects(after: "true"))
        #expect(try await !connects(after: "rm a.pem"), "one that is trusted no more is forgotten")
        await loop.stop()
    }

    @Test("a server that asks for another handshake gets none, and the connection goes on", .timeLimit(.minutes(1)))
    func renegotiation() async throws {
        let (client, server) = try Self.pair(try await Certificates()) { context in
            // Only TLS 1.2 knows it; the server's own refusal is taken away.
            SSL_CTX_ctrl(context.pointer, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
            SSL_CTX_clear_options(context.pointer, 1 << 30)
        }
        _ = try Self.talk(client, server)
        #expect(SSL_renegotiate(server.ssl) == 1)
        #expect(SSL_do_handshake(server.ssl) == 1, "the request is sent")
        let request = server.takeOutput()
        #expect(!request.isEmpty)
        try client.receive(request.span) { () throws(SocketError) in #expect(try Self.read(client).isEmpty) }
        // An alert that says no: 5 bytes of header and 2 encrypted, not a handshake of hundreds.
        let answer = client.takeOutput()
        #expect(answer.first == 0x15)
        #expect(answer.count < 64)
        try client.encrypt([1])
        #expect(!client.takeOutput().isEmpty)
    }

    @Test("a client that asks for another handshake gets none", .timeLimit(.minutes(1)))
    func renegotiatingClient() async throws {
        let (client, server) = try Self.pair(try await Certificates()) { context in
            SSL_CTX_ctrl(context.pointer, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        }
        _ = try Self.talk(client, server)
        SSL_clear_options(client.ssl, 1 << 30)
        #expect(SSL_renegotiate(client.ssl) == 1)
        _ = SSL_do_handshake(client.ssl)
        let hello = client.takeOutput()
        #expect(hello.first == 0x16)
        try server.receive(hello.span) { () throws(SocketError) in #expect(try Self.read(server).isEmpty) }
        let answer = server.takeOutput()
        #expect(answer.first == 0x15)
        #expect(answer.count < 64)
    }

    @Test("speaks nothing older than TLS 1.2", .timeLimit(.minutes(1)))
    func oldVersion() async throws {
        let (client, server) = try Self.pair(try await Certificates())
        SSL_ctrl(client.ssl, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_VERSION), nil)
        SSL_ctrl(client.ssl, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_1_VERSION), nil)
        #expect(throws: SocketError.self) { try Self.talk(client, server) }
    }

    @Test("keeps no session for later", .timeLimit(.minutes(1)))
    func noTickets() async throws {
        let (client, server) = try Self.pair(try await Certificates())
        _ = try Self.talk(client, server)
        #expect(SSL_SESSION_is_resumable(SSL_get_session(client.ssl)) == 0)
    }
}
