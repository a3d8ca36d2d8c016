import HTTPClient
import TestSupport
import TestWaiting
import Testing
import Values

@testable import MailClient

/// Against a server of plain sockets, in the clear.
@Suite("Sending", .timeLimit(.minutes(1)))
struct SendTests {
    static let from = MailAddress("bell@example.org")!
    static let people = [MailAddress("alice@example.org")!, MailAddress("bob@example.org")!]

    private func message(_ text: String = "Alice got 12.50") -> MailMessage {
        MailMessage(
            from: Self.from, to: Self.people, subject: "Allowance", identity: "pb_1",
            date: Timestamp(seconds: 1_773_500_966), text: text, html: "<p>x</p>")
    }

    private func client(_ server: MailServer, total: Duration = .seconds(20)) -> MailClient {
        var client = MailClient(.init(host: "127.0.0.1", port: server.port, encryption: .none))
        client.deadlines = HTTPDeadlines(connect: .seconds(10), total: total)
        return client
    }

    private func outcome(_ answers: [String: MailServer.Answer]) async throws -> (MailOutcome, MailServer) {
        let server = try MailServer(answers)
        defer { server.stop() }
        return (await client(server).send(message()), server)
    }

    @Test("the envelope, the message, a proper end")
    func whole() async throws {
        let (outcome, server) = try await outcome([:])
        guard case .accepted(let reply) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reply.code == 250 && reply.text == "2.0.0 queued as 1")
        #expect(
            server.commands == [
                "EHLO [127.0.0.1]", "MAIL FROM:<bell@example.org>", "RCPT TO:<alice@example.org>",
                "RCPT TO:<bob@example.org>",
                "DATA", "QUIT",
            ])
        #expect(server.deliveries.first?.isComplete == true && server.deliveries.first?.content == message().bytes)
    }

    @Test("dots at the beginning of lines arrive: libcurl doubles them, also the first")
    func dots() async throws {
        let server = try MailServer()
        defer { server.stop() }
        let text = ".first\r\n.\r\n..\r\nQUIT\r\n.\r\n"
        let outcome = await client(server).send(Array(text.utf8), from: Self.from, to: Self.people)
        guard case .accepted = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(server.deliveries.first?.text == "..first\r\n..\r\n...\r\nQUIT\r\n..\r\n")
        #expect(server.deliveries.count == 1 && server.commands.last == "QUIT")
    }

    @Test("hostile texts get no further than the text", arguments: MessageTests.hostile)
    func hostile(_ text: String) async throws {
        let server = try MailServer()
        defer { server.stop() }
        var message = message(text)
        message.subject = text
        let outcome = await client(server).send(message)
        guard case .accepted = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(server.commands.count == 6 && server.deliveries.count == 1)
        #expect(server.deliveries.first?.content == message.bytes)
    }

    @Test(
        "refusals at each step, for now and for good",
        arguments: [
            ("greeting", .connection), ("EHLO", .connection), ("MAIL", .sender), ("RCPT", .everybody),
            ("DATA", .message),
            (".", .message),
        ] as [(String, MailOutcome.Refusal)])
    func refusals(_ word: String, _ step: MailOutcome.Refusal) async throws {
        for code in [421, 450, 550, 554] {
            var answers: [String: MailServer.Answer] = [word: .say("\(code)-no\r\n\(code) 9.9.9 really")]
            // Without it libcurl says HELO, as RFC 5321 asks.
            if word == "EHLO" { answers["HELO"] = .say("\(code) no 9.9.9 really") }
            let (outcome, server) = try await outcome(answers)
            let isForNow = word == "RCPT" && code < 500
            let expected = isForNow ? .somebody(Self.people[0]) : step
            // Of a greeting, one line is enough for libcurl.
            guard case .refused(let what, let reply) = outcome else {
                Issue.record("\(word) \(code): \(outcome)")
                continue
            }
            #expect(
                what == expected && reply.code == code && reply.text.contains(text: "no"), "\(word) \(code): \(outcome)"
            )
            #expect(server.deliveries.allSatisfy { $0.isComplete == (word == ".") })
        }
    }

    @Test("one recipient who is refused for good does not keep the other from the mail")
    func inPart() async throws {
        for refused in Self.people {
            let (outcome, server) = try await outcome(["RCPT TO:<\(refused)": .say("550 5.1.1 unknown")])
            guard case .acceptedInPart(_, let names, let reply) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(names == [refused] && reply.code == 550 && server.deliveries.first?.isComplete == true)
        }
    }

    @Test("one who is refused for now holds it back for both: no byte of it, and no dot")
    func greylisted() async throws {
        for refused in Self.people {
            let (outcome, server) = try await outcome(["RCPT TO:<\(refused)": .say("451 4.7.1 later")])
            #expect(outcome == .refused(.somebody(refused), MailReply(code: 451, text: "4.7.1 later")))
            try await eventually("an end") { server.commands.last != nil }
            #expect(server.deliveries.allSatisfy { !$0.isComplete && $0.content.isEmpty })
        }
    }

    @Test(
        "a connection that ends before the message was sent: nothing has arrived",
        arguments: ["greeting", "EHLO", "MAIL", "RCPT", "RCPT TO:<bob", "DATA"])
    func hungUp(_ word: String) async throws {
        let (outcome, _) = try await outcome([word: .hangUp, "HELO": .hangUp])
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.kind == .connectionLost || error.kind == .protocolViolation, "\(error)")
    }

    @Test(
        "a connection that ends behind the dot leaves doubt, and so does one within the text",
        arguments: [".", "content"])
    func doubt(_ word: String) async throws {
        let (outcome, server) = try await outcome([word: .hangUp])
        guard case .inDoubt = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(server.deliveries.first?.isComplete == (word == "."))
    }

    @Test("a large message that is cut off in the middle has not arrived")
    func cut() async throws {
        let server = try MailServer(["content": .hangUp])
        defer { server.stop() }
        let text = String(repeating: String(repeating: "x", count: 70) + "\r\n", count: 400_000)
        let outcome = await client(server).send(Array(text.utf8), from: Self.from, to: Self.people)
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(server.deliveries.first?.isComplete == false)
    }

    @Test(
        "a server that falls silent is left after the time limit, and only behind the dot is there doubt",
        arguments: [
            ("greeting", false), ("EHLO", false), ("RCPT", false), ("DATA", false), (".", true),
        ])
    func slow(_ word: String, _ isDoubt: Bool) async throws {
        let server = try MailServer([word: .silence])
        defer { server.stop() }
        let begin = ContinuousClock.now
        let outcome = await client(server, total: .milliseconds(600)).send(message())
        #expect(ContinuousClock.now - begin < .seconds(15))
        switch outcome {
        case .inDoubt(let error): #expect(isDoubt && error.kind == .timedOut(error.phase ?? .idle))
        case .failed(let error): #expect(!isDoubt && error.kind == .timedOut(error.phase ?? .idle))
        default: Issue.record("\(outcome)")
        }
        #expect(server.deliveries.allSatisfy { $0.isComplete == isDoubt })
    }

    @Test("a server that never says goodbye holds nothing up for long")
    func farewell() async throws {
        let server = try MailServer(["QUIT": .silence])
        defer { server.stop() }
        let begin = ContinuousClock.now
        let outcome = await client(server, total: .seconds(60)).send(message())
        guard case .accepted = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(ContinuousClock.now - begin < .seconds(30))
    }

    @Test("cancelling hangs up, and completes nothing", arguments: ["greeting", "RCPT", "."])
    func cancelled(_ word: String) async throws {
        let server = try MailServer([word: .silence])
        defer { server.stop() }
        let sending = Task { await client(server, total: .seconds(60)).send(message()) }
        try await eventually("a silent server") {
            word == "greeting"
                ? true
                : word == "."
                    ? server.deliveries.first?.isComplete == true
                    : server.commands.contains { $0.hasPrefix(word) }
        }
        sending.cancel()
        switch await sending.value {
        case .inDoubt(let error): #expect(word == "." && error.kind == .cancelled)
        case .failed(let error): #expect(word != "." && error.kind == .cancelled)
        case let other: Issue.record("\(other)")
        }
        #expect(server.deliveries.allSatisfy { $0.isComplete == (word == ".") })
    }

    @Test("what is half sent when it is cancelled gets no dot")
    func cancelledWithin() async throws {
        let server = try MailServer(["content": .silence])
        defer { server.stop() }
        let line = String(repeating: "x", count: 70) + "\r\n"
        let text = Array(String(repeating: line, count: 800_000).utf8)
        let sending = Task { await client(server, total: .seconds(60)).send(text, from: Self.from, to: Self.people) }
        try await eventually("some of the text") { server.deliveries.first?.content.isEmpty == false }
        sending.cancel()
        _ = await sending.value
        #expect(server.deliveries.first?.isComplete == false)
    }

    @Test("addresses that are not allowed are not connected to", arguments: ["127.0.0.1", "localhost"])
    func addresses(_ host: String) async throws {
        let server = try MailServer()
        defer { server.stop() }
        for policy in [AddressPolicy.publicInternet(), .only([IPNetwork("10.0.0.0/8")!])] {
            var client = MailClient(.init(host: host, port: server.port, encryption: .none))
            client.addresses = policy
            let outcome = await client.send(message())
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(error.kind == .forbiddenAddress)
        }
        #expect(server.commands.isEmpty)
    }

    @Test("nobody listens, no such name")
    func absent() async throws {
        let server = try MailServer()
        server.stop()
        guard case .failed(let refused) = await client(server).send(message()) else {
            Issue.record("somebody listens")
            return
        }
        #expect(refused.kind == .refused || refused.kind == .connectionLost)
        let client = MailClient(.init(host: "nobody.invalid", port: 587, encryption: .none))
        guard case .failed(let unknown) = await client.send(message()) else {
            Issue.record("somebody has the name")
            return
        }
        #expect(unknown.kind == .nameNotFound || unknown.kind == .timedOut(.resolving))
    }
}

extension MailClient {
    func send(_ message: MailMessage) async -> MailOutcome {
        await send(message.bytes, from: message.from, to: message.to)
    }
}
