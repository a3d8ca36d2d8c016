import HTTPClient
import TestWaiting
import Testing
import Values

@testable import MailClient

@Suite("Encryption and sign-in", .enabled(if: SecureServers.isAvailable, SecureServers.why), .timeLimit(.minutes(1)))
struct EncryptionTests {
    private let servers: SecureServers
    private static let password = "app pass wörd"

    init() async throws { servers = try await SecureServers() }

    private func send(
        _ name: String, _ encryption: MailEnvelope.Encryption = .startTLS, password: String? = password,
        host: String = "localhost", knowsAuthority: Bool = true
    ) async throws -> MailOutcome {
        var client = MailClient(.init(host: host, port: try servers.port(name), encryption: encryption))
        client.credentials = password.map { ("mum@example.test", Secret($0)) }
        client.deadlines = HTTPDeadlines(connect: .seconds(10), total: .seconds(20))
        if knowsAuthority { client.tls.trust = .only(file: servers.authority) }
        return await client.send(
            MailMessage(
                from: SendTests.from, to: SendTests.people, subject: "Allowance", identity: "pb_1",
                date: Timestamp(seconds: 0), text: "Alice got 12.50", html: "<p>x</p>"))
    }

    @Test(
        "a mail goes encrypted, and so does the password",
        arguments: [
            ("starttls", MailEnvelope.Encryption.startTLS), ("login", .startTLS), ("implicit", .implicit),
        ])
    func encrypted(_ name: String, _ encryption: MailEnvelope.Encryption) async throws {
        #expect(try await send(name, encryption) == .accepted(MailReply(code: 250, text: "2.0.0 queued")))
        // What the server says of it comes by another way than its answer.
        try await eventually("the mail") { try servers.lines(of: name).contains("TLS Alice got 12.50") }
        let lines = try servers.lines(of: name)
        let clear = lines.filter { $0.hasPrefix("CLEAR") }
        #expect(clear == (encryption == .implicit ? [] : ["CLEAR EHLO [127.0.0.1]", "CLEAR STARTTLS"]))
        #expect(lines.contains("TLS Alice got 12.50") && lines.contains { $0.hasPrefix("TLS AUTH ") })
    }

    @Test("a server that offers no encryption gets neither password nor mail")
    func bare() async throws {
        #expect(try await send("bare") == .notOffered(.encryption))
        try await eventually("the greeting") { try !servers.lines(of: "bare").isEmpty }
        let polite = ["CLEAR EHLO [127.0.0.1]", "CLEAR QUIT"]
        #expect(try servers.lines(of: "bare").allSatisfy(polite.contains))
    }

    @Test("what comes in the clear behind the word to encrypt is not taken for the server's")
    func injected() async throws {
        guard case .failed = try await send("injected") else {
            Issue.record("it was taken")
            return
        }
        #expect(try servers.lines(of: "injected").allSatisfy { $0.hasPrefix("CLEAR") })
    }

    @Test("in the clear no password is sent, even where a server asks for one")
    func clear() async throws {
        guard case .refused(.sender, let reply) = try await send("bare", .none) else {
            Issue.record("it was taken")
            return
        }
        #expect(reply.code == 530)
        #expect(try servers.lines(of: "bare").allSatisfy { !$0.hasPrefix("CLEAR AUTH") })
    }

    @Test("a wrong password is a refused sign-in", arguments: ["starttls", "login"])
    func wrongPassword(_ name: String) async throws {
        guard case .refused(.signIn, let reply) = try await send(name, password: "guess") else {
            Issue.record("it was taken")
            return
        }
        #expect(reply.code == 535 && reply.text.contains(text: "5.7.8"))
    }

    @Test("a server without a sign-in is told apart from one that refuses it")
    func noSignIn() async throws {
        #expect(try await send("unsigned") == .notOffered(.signIn))
        #expect(try await send("unsigned", password: nil) == .accepted(MailReply(code: 250, text: "2.0.0 queued")))
    }

    @Test("a server that wants a sign-in and is given none says so")
    func unsigned() async throws {
        guard case .refused(.sender, let reply) = try await send("starttls", password: nil) else {
            Issue.record("it was taken")
            return
        }
        #expect(reply.code == 530)
    }

    @Test(
        "certificates are verified, also behind STARTTLS",
        arguments: [
            ("starttls", MailEnvelope.Encryption.startTLS, false, TLSFailure.untrusted),
            ("implicit", .implicit, false, .untrusted), ("wrong", .startTLS, true, .wrongHost),
            ("starttls", .implicit, true, .notTLS),
        ])
    func certificates(
        _ name: String, _ encryption: MailEnvelope.Encryption, _ knowsAuthority: Bool, _ expected: TLSFailure
    ) async throws {
        guard case .failed(let error) = try await send(name, encryption, knowsAuthority: knowsAuthority) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.kind == .tls(expected), "\(error)")
        #expect(try servers.lines(of: name).allSatisfy { !$0.contains(text: "AUTH") && !$0.contains(text: "MAIL") })
    }

    @Test("an address that is one has a certificate for it")
    func address() async throws {
        #expect(try await send("starttls", host: "127.0.0.1") == .accepted(MailReply(code: 250, text: "2.0.0 queued")))
    }
}
