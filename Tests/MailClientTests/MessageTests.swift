import Testing
import Values

@testable import MailClient

@Suite("Messages as bytes")
struct MessageTests {
    private func message(_ subject: String = "Allowance", text: String = "Alice got €12.50", html: String = "<p>x</p>")
        -> MailMessage
    {
        MailMessage(
            from: MailAddress("bell@example.org")!,
            to: [MailAddress("mum@example.org")!, MailAddress("dad@example.net")!],
            subject: subject, identity: "pb_0123", date: Timestamp(seconds: 1_773_500_966), text: text, html: html)
    }

    @Test("whole, byte for byte")
    func whole() {
        var message = message()
        message.senderName = "PocketBell"
        message.importance = .high
        let lines = [
            "Date: Sat, 14 Mar 2026 15:09:26 +0000", "From: PocketBell <bell@example.org>", "To: mum@example.org,",
            " dad@example.net", "Subject: Allowance", "Message-ID: <pb_0123@example.org>",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Importance: high",
            "Content-Type: multipart/alternative;", " boundary=\"=_pb_0123\"", "", "--=_pb_0123",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
            "Alice got =E2=82=AC12.50", "--=_pb_0123", "Content-Type: text/html; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable", "", "<p>x</p>", "--=_pb_0123--", "",
        ]
        #expect(String(decoding: message.bytes, as: UTF8.self) == lines.joined(separator: "\r\n"))
    }

    /// Text from a child who tries things out.
    static let hostile = [
        "x\r\nBcc: all@evil.test\r\n\r\n<b>body", "x\nX-Injected: 1", "x\rX-Injected: 1", "x\u{85}y\u{2028}z\u{0}",
        "=?utf-8?B?SGk=?=", "=?utf-8?Q?=0D=0ABcc:_all=40evil.test?=", " blanks ", "", ".", ".\r\n",
        "a\r\n.\r\nQUIT\r\n",
        "--=_pb_0123--", "--=_pb_0123\r\nContent-Type: text/html\r\n\r\n<script>", "\u{202E}evil\u{2066}", "👨‍👩‍👧‍👦🏳️‍🌈é\u{301}",
        "trailing \t\nblank ", "= =3D =\r\n=", String(repeating: "x", count: 10_240),
        String(repeating: "ä👩‍🚀", count: 1_000), String(repeating: "long words ", count: 200),
        "From me\n>From you\n..\n. .",
    ]

    @Test("hostile texts stay what they are: one subject, two parts, short lines of ASCII", arguments: hostile)
    func hostileTexts(_ text: String) throws {
        let bytes = message(text, text: text, html: text).bytes
        let parsed = try ParsedMail(bytes)
        #expect(
            parsed.headers.map(\.name) == [
                "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
            ])
        let subject = try #require(parsed.subject)
        #expect(!subject.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
        #expect(subject.filter { $0 != " " } == Self.flat(text).filter { $0 != " " })
        #expect(parsed.parts == [Self.lines(text), Self.lines(text)])
    }

    /// With a blank for what breaks lines.
    private static func flat(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || 0x2028...0x2029 ~= scalar.value
            result.append(isControl ? " " : scalar)
        }
        return String(result)
    }

    /// With CR LF for every break that quoted-printable text makes.
    private static func lines(_ text: String) -> String {
        text.replacing(text: "\r\n", with: "\n").replacing(text: "\r", with: "\n").replacing(text: "\n", with: "\r\n")
    }

    @Test("no line begins with a dot, whatever the text: nothing depends on who doubles it")
    func dots() {
        let bytes = message(text: String(repeating: ".\n..\n" + String(repeating: ".", count: 400), count: 5)).bytes
        #expect(!String(decoding: bytes, as: UTF8.self).contains(text: "\r\n."))
    }

    @Test("short ASCII is readable as it is, other names are encoded")
    func names() {
        var message = message("Low balance: Alice has 3.50")
        message.senderName = "Großmutters Glocke"
        let text = String(decoding: message.bytes, as: UTF8.self)
        #expect(text.contains(text: "\r\nSubject: Low balance: Alice has 3.50\r\n"))
        #expect(text.contains(text: "\r\nFrom: =?utf-8?B?R3Jvw59tdXR0ZXJzIEdsb2NrZQ==?= <bell@example.org>\r\n"))
    }

    @Test(
        "dates",
        arguments: [
            (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 +0000"), (.max, "Fri, 31 Dec 9999 23:59:59 +0000"),
            (-5, "Thu, 1 Jan 1970 00:00:00 +0000"),
        ] as [(Int64, String)])
    func dates(_ seconds: Int64, _ expected: String) {
        #expect(MailHeader.date(Timestamp(seconds: seconds)) == expected)
    }

    @Test(
        "addresses",
        arguments: [
            ("mum@example.org", true), ("m.u-m+bell@mail.example.org", true), ("o'hara@x", true), ("a@b@c", false),
            ("", false), ("@x", false), ("x@", false), ("mum", false), ("mum@ex ample.org", false),
            ("mum@example.org\r\nRCPT TO:<x@evil.test>", false), ("<mum@example.org>", false), ("\"a b\"@x", false),
            (".a@x", false), ("a..b@x", false), ("a@x..y", false), ("mütter@x", false), ("a@bücher.example", false),
            ("a@[127.0.0.1]", false), ("a@-x", false), ("a@x_y", false),
            (String(repeating: "a", count: 65) + "@x", false),
        ])
    func addresses(_ text: String, _ isOne: Bool) {
        #expect((MailAddress(text)?.description == text) == isOne)
    }

    @Test(
        "hosts",
        arguments: [
            ("smtp.example.org", true), ("127.0.0.1", true), ("[::1]", true), ("", false), ("a/b", false),
            ("a@b", false),
            ("::1", false), ("[127.0.0.1]", false), ("[::1", false), ("a b", false), ("a\r\nb", false),
        ])
    func hosts(_ text: String, _ isOne: Bool) { #expect(MailClient.Server.isHost(text) == isOne) }
}
