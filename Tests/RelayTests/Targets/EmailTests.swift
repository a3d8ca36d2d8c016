import HTTPClient
import MailClient
import Settings
import Store
import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("E-mail", .timeLimit(.minutes(1)))
struct EmailTests {
    private static let from = MailAddress("bell@example.org")!
    private static let people = [MailAddress("alice@example.org")!, MailAddress("bob@example.org")!]
    private static let now = Timestamp(seconds: 1_773_501_000)

    private static func settings(_ port: Int, encryption: EmailSettings.Encryption = .none, allowsPrivate: Bool = true)
        -> EmailSettings
    {
        EmailSettings(
            server: .init(host: "127.0.0.1", port: port, encryption: .startTLS), encryption: encryption, from: from,
            to: people, connection: TargetConnection(allowsPrivateAddresses: allowsPrivate))
    }

    private static func target(
        _ port: Int = 587, encryption: EmailSettings.Encryption = .none, allowsPrivate: Bool = true
    ) throws -> EmailTarget {
        let clock = RelayClock(now: { now }, jitter: { 0 })
        let tools = TargetTools(http: TestHTTP.shared, bus: nil, clock: clock)
        let settings = settings(port, encryption: encryption, allowsPrivate: allowsPrivate)
        return try #require(try settings.target(named: "mail", by: tools) as? EmailTarget)
    }

    // MARK: words

    @Test("an alert as a mail")
    func message() throws {
        let alert = RenderedAlert.sample(style: AlertStyle(urgency: .high, link: "https://f.example/x"))
        let message = try Self.target().message(for: alert, at: Self.now)
        #expect(message.subject == "Pocket money" && message.identity == alert.id && message.importance == .high)
        #expect(message.from == Self.from && message.to == Self.people && message.date == Self.now)
        #expect(message.text == "\(alert.text)\n\nhttps://f.example/x\n")
        #expect(message.html.contains(text: "<p>\(alert.text)</p>\n<p><a href=\"https://f.example/x\">Open</a></p>"))
    }

    @Test("a repeat has the identity of the first, and says that it is one")
    func repeats() throws {
        let target = try Self.target()
        let (first, second) = (RenderedAlert.sample(), RenderedAlert.sample(isRepeat: true))
        #expect(target.message(for: first, at: Self.now).identity == target.message(for: second, at: Self.now).identity)
        #expect(target.message(for: second, at: Self.now).subject == "Pocket money (may be a repeat)")
        #expect(!target.deduplicates)
    }

    private static let hostile = [
        Hostile.pings, Hostile.markup, Hostile.long, Hostile.lines, ".\r\n.\r\nQUIT", "=?utf-8?Q?=0D=0ABcc:_x?=",
        "</p><script>alert(1)</script>", "a\" onmouseover=\"x", String(repeating: "x", count: 10_240),
        "\u{202E}evil\u{2066} 👨‍👩‍👧‍👦",
    ]

    @Test("hostile texts add no header, no command and no element, and no line is long", arguments: hostile)
    func hostileTexts(_ text: String) async throws {
        let server = try MailServer()
        defer { server.stop() }
        let alert = RenderedAlert.sample(
            .gift(text, child: text), template: Template("{child}: {description}"), style: AlertStyle(title: "{child}"))
        let target = try Self.target(server.port)
        let message = target.message(for: alert, at: Self.now)
        #expect(message.subject.utf16.count <= 250 && message.text.utf8.count <= 20_003)
        // Nothing but what the page is made of.
        let elements = message.html.split(separator: "<" as Character).dropFirst().map {
            $0.prefix { $0.isLetter || "!/".contains($0) }
        }
        #expect(
            Set(elements).subtracting([
                "!DOCTYPE", "html", "head", "meta", "/head", "body", "p", "br", "/p", "/body", "/html",
            ]) == [])
        #expect(!message.html.contains(text: "onmouseover=\""))

        #expect(await target.deliver(alert, body: target.body(for: alert, stored: nil)).verdict.kind == .delivered)
        #expect(server.commands.count == 6 && server.deliveries.count == 1)
        let delivery = try #require(server.deliveries.first)
        #expect(delivery.content == message.bytes && delivery.content.allSatisfy { $0 < 0x80 })
        #expect(delivery.lines.allSatisfy { $0.utf8.count <= 78 })
        let names = delivery.lines.prefix { !$0.isEmpty }.filter { $0.first != " " }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
            ])
    }

    // MARK: verdicts

    @Test(
        "what a server says, step by step",
        arguments: [
            ("", "", "delivered"), ("greeting", "421 busy", "retry server-error"), ("greeting", "554 no", "dead gone"),
            ("MAIL", "451 later", "retry server-error"), ("MAIL", "550 who", "dead unauthorized"),
            ("RCPT", "450 later", "retry server-error"), ("RCPT", "550 5.1.1 unknown", "dead gone"),
            ("RCPT TO:<bob", "452 full", "retry server-error"), ("RCPT TO:<bob", "550 unknown", "refused rejected"),
            ("DATA", "451 later", "retry server-error"), ("DATA", "554 no", "refused rejected"),
            (".", "452 disk", "retry server-error"), (".", "552 5.3.4 too large", "refused rejected"),
            (".", "554 spam", "refused rejected"),
        ])
    func replies(_ word: String, _ reply: String, _ expected: String) async throws {
        let server = try MailServer(word.isEmpty ? [:] : [word: .say(reply)])
        defer { server.stop() }
        let verdict = await (try Self.target(server.port)).deliver(.sample(), body: nil).verdict
        #expect(verdict.short == expected && verdict.detail.contains(text: reply.isEmpty ? "queued as 1" : reply))
        #expect(!verdict.detail.contains(text: "delivered"))
        if word == "RCPT TO:<bob" { #expect(verdict.detail.contains(text: "bob@example.org")) }
    }

    @Test(
        "a connection that ends: before the text nothing arrived, afterwards it may have",
        arguments: [
            ("greeting", "retry"), ("RCPT", "retry"), ("DATA", "retry"), ("content", "doubt connection-lost"),
            (".", "doubt connection-lost"),
        ])
    func lost(_ word: String, _ expected: String) async throws {
        let server = try MailServer([word: .hangUp])
        defer { server.stop() }
        let verdict = await (try Self.target(server.port)).deliver(.sample(), body: nil).verdict
        #expect(verdict.short.hasPrefix(expected), "\(verdict)")
    }

    @Test(
        "what nothing was sent of",
        arguments: [
            (MailOutcome.notOffered(.encryption), "dead tls"), (.notOffered(.signIn), "dead unauthorized"),
        ])
    func missing(_ outcome: MailOutcome, _ expected: String) {
        #expect(outcome.verdict(within: .publicInternet()) { "\($0.code)" }.short == expected)
    }

    @Test("a server in the house is spoken to only where that is allowed, and in the clear nobody else is")
    func addresses() async throws {
        let server = try MailServer()
        defer { server.stop() }
        let target = try Self.target(server.port, encryption: .required, allowsPrivate: false)
        #expect(await target.deliver(.sample(), body: nil).verdict.short == "dead forbidden-address")
        #expect(server.commands.isEmpty)
        let clear = Self.settings(25).addresses
        for (address, isAllowed) in [
            ("127.0.0.1", true), ("192.168.1.5", true), ("fd00::1", true), ("8.8.8.8", false),
            ("169.254.169.254", false),
            ("100.100.100.200", false), ("2606:4700::1", false),
        ] {
            #expect(clear.allows(try #require(IPAddress(address))) == isAllowed, "\(address)")
        }
    }

    @Test("no password comes back from what a server repeats, in no form")
    func secrets() throws {
        var client = MailClient(.init(host: "smtp.example.org", port: 587, encryption: .startTLS))
        client.credentials = ("mum@example.org", Secret("app pass word"))
        let target = EmailTarget(name: "mail", from: Self.from, to: Self.people, client: client, clock: .system)
        for form in [
            "app pass word", "YXBwIHBhc3Mgd29yZA==", Base64.standard.encode("\0mum@example.org\0app pass word".utf8),
        ] {
            #expect(!target.withoutSecrets("535 what is \(form)?").contains(text: form))
        }
        #expect(!"\(target)".contains(text: "app pass") && !String(reflecting: target).contains(text: "app pass"))
    }

    // MARK: settings

    @Test(
        "servers",
        arguments: [
            ("smtp://smtp.example.org", "smtp.example.org", 587, MailEnvelope.Encryption.startTLS),
            ("smtps://smtp.example.org/", "smtp.example.org", 465, .implicit),
            ("smtp://[fd00::1]:25", "[fd00::1]", 25, .startTLS),
            ("smtps://127.0.0.1:4650", "127.0.0.1", 4650, .implicit),
        ])
    func servers(_ text: String, _ host: String, _ port: Int, _ encryption: MailEnvelope.Encryption) throws {
        let server = try TextFormat.mailServer.parse(text)
        #expect(server.host == host && server.port == port && server.encryption == encryption)
    }

    @Test(
        "no servers",
        arguments: [
            "smtp.example.org", "https://smtp.example.org", "smtp://", "smtp://a b", "smtp://mum:x@smtp.example.org",
            "smtp://h:0", "smtp://h:70000", "smtp://h:x", "smtp://h/path", "smtp://h:25x", "smtp://[::1",
            "smtp://h\r\nx",
        ])
    func noServers(_ text: String) {
        #expect(throws: TextFormatError.self) { try TextFormat.mailServer.parse(text) }
    }

    @Test("what init asks for becomes a list", arguments: ["a@x b@y", "a@x, b@y", " a@x,b@y "])
    func recipients(_ text: String) throws {
        let question = try #require(EmailSettings.questions.first { $0.key == "to" })
        guard case .several(let addresses) = try question.answer(text) else {
            Issue.record("no list")
            return
        }
        #expect(addresses == ["a@x", "b@y"])
        #expect(throws: TextFormatError.self) { try question.answer("") }
        #expect(throws: TextFormatError.self) { try question.answer("a@x <b@y>") }
    }
}
