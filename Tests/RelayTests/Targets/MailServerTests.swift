import HTTPClient
import JSON
import MailClient
import Settings
import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

/// A real submission server, aiosmtpd, where `.ci/install-servers` has installed it.
@Suite(
    "E-mail, by a real server",
    .enabled(if: RealParts.hasServer("aiosmtpd"), "needs a real mail server: .ci/install-servers installs aiosmtpd"),
    .timeLimit(.minutes(2)))
struct MailServerTests {
    private let process: ChildProcess
    private let port: Int
    private let authority: String

    init() async throws {
        let script = "\(RealParts.packageFolder)/Tests/RelayTests/Servers/aiosmtpd/server.py"
        process = try ChildProcess(RealParts.python(of: "aiosmtpd"), ["-u", script])
        try await process.waitForOutput("\n")
        let line = try JSONValue(parsing: String(process.output.prefix { $0 != "\n" }))
        port = try #require(line["port"]?.whole)
        authority = try #require(line["authority"]?.string)
    }

    private func target(
        _ recipients: [String] = ["alice@example.org"], password: String = "app pass wörd", trusts: Bool = true
    ) throws -> any AlertTarget {
        let settings = EmailSettings(
            server: .init(host: "127.0.0.1", port: port, encryption: .startTLS), user: "bell@example.org",
            password: .literal(Secret(password)), from: try #require(MailAddress("bell@example.org")),
            to: try recipients.map { try #require(MailAddress($0)) },
            connection: TargetConnection(
                allowsPrivateAddresses: true, certificateAuthorities: trusts ? authority : nil))
        let tools = TargetTools(http: TestHTTP.shared, bus: nil, clock: .system)
        return try settings.target(named: "mail", by: tools)
    }

    /// What arrived, the newest last.
    private func mails() throws -> [JSONValue] {
        let lines: [Substring] = process.output.split(separator: "\n")
        return try lines.dropFirst().map { try JSONValue(parsing: String($0)) }
    }

    @Test(
        "what hostile text becomes is one mail of two parts, as another reader takes it apart",
        arguments: [Hostile.pings, Hostile.markup, Hostile.long, "\u{202E}evil\u{2066} 👨‍👩‍👧‍👦", ".\r\n.\r\nQUIT"])
    func mail(_ text: String) async throws {
        let alert = RenderedAlert.sample(
            .gift(text, child: text), template: Template("{child}: {description}"),
            style: AlertStyle(title: "{child}", link: "https://f.example/x"))
        #expect(await (try target()).deliver(alert, body: nil).verdict.kind == .delivered)
        try await process.waitForOutput("defects")
        let mail = try #require(try mails().last)
        #expect(mail["secure"] == true && mail["defects"]?.whole == 0 && mail["from"] == "bell@example.org")
        #expect(mail["to"] == ["alice@example.org"])
        // Python unfolds what was folded, blanks at the ends left out.
        let subject = try #require(mail["subject"]?.string)
        #expect(subject.split(separator: " " as Character) == alert.title.split(separator: " " as Character))
        let plain = try #require(mail["parts"]?["text/plain"]?.string)
        #expect(plain.hasPrefix(alert.text) && plain.hasSuffix("\nhttps://f.example/x\n"))
        let page = try #require(mail["parts"]?["text/html"]?.string)
        #expect(page.contains(text: "<a href=\"https://f.example/x\">") && !page.contains(text: "<script"))
    }

    @Test("a wrong password, a mailbox that is not there, a certificate that nobody vouches for")
    func refusals() async throws {
        let alert = RenderedAlert.sample()
        let locked = await (try target(password: "wrong")).deliver(alert, body: nil).verdict
        #expect(locked.short == "dead unauthorized" && !locked.detail.contains(text: "wrong"))
        let nobody = await (try target(["nobody@example.org"])).deliver(alert, body: nil).verdict
        #expect(nobody.short == "dead gone")
        let unknown = await (try target(trusts: false)).deliver(alert, body: nil).verdict
        #expect(unknown.short == "retry tls")
        #expect(try mails().isEmpty)
        let one = await (try target(["nobody@example.org", "bob@example.org"])).deliver(alert, body: nil).verdict
        #expect(one.short == "refused rejected" && one.detail.contains(text: "nobody@example.org"))
        try await process.waitForOutput("defects")
        #expect(try mails().map { $0["to"] } == [["bob@example.org"]])
    }
}
