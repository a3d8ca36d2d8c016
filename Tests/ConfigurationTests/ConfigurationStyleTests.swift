import TestSupport
import Testing
import TextFormats
import Values

@testable import Configuration
@testable import Relay

@Suite("How a configuration wants alerts to look")
struct ConfigurationStyleTests {
    private func load(_ text: String) throws -> Configuration {
        let file = try TemporaryFile(text)
        return try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
    }

    private func takes(_ format: TextFormat<String>, _ text: String) -> Bool { (try? format.parse(text)) != nil }

    private static let targets = """
        targets:
          - {name: screen, kind: desktop}
          - {name: house, kind: webhook, url: "https://a.example/hook"}
          - {name: chat, kind: slack, url: "https://a.example/slack"}
          - {name: disc, kind: discord, url: "https://a.example/discord"}
          - {name: phone, kind: ntfy, topic: family}
        rules:
          - name: r
            to: [screen, house, chat, disc, phone]

        """

    @Test(
        "what a rule asks for and a target does not show is said, with each such target",
        arguments: [
            ("title: x", nil), ("link: https://a.example/{child-id}", nil),
            ("tags: [a]", "'tags' is not shown by screen (desktop), chat (slack), disc (discord)"),
            ("urgency: low", "'urgency' is not shown by chat (slack)"),
            ("icon: https://a.example/i.png", "'icon' is not shown by screen (desktop), chat (slack)"),
            ("icon: bell", "'icon' is not shown by chat (slack), disc (discord), phone (ntfy)"),
            ("icon: /usr/share/i.png", "'icon' is not shown by chat (slack), disc (discord), phone (ntfy)"),
        ])
    func ignored(_ line: String, _ expected: String?) throws {
        let said = try IgnoredLooks.sentences(of: load(Self.targets + "    \(line)\n"))
        #expect(said.count == (expected == nil ? 0 : 1))
        let column = 7 + (line.range(ofText: ": ").map { line[..<$0.lowerBound].count } ?? 0)
        #expect(said.allSatisfy { $0.hasSuffix(":10:\(column): rule r: \(expected ?? "")") }, "\(said)")
    }

    @Test("an urgency that a target does not show is no idle wish where it decides about somebody's quiet hours")
    func quiet() throws {
        let text = Self.targets + "    urgency: high\n"
        func people(_ hours: String) -> String { "people: [{name: Mum, targets: [chat]\(hours)}]\n" }
        #expect(try IgnoredLooks.sentences(of: load(text + people(", quiet: ['22:00-07:00']"))) == [])
        #expect(try IgnoredLooks.sentences(of: load(text + people(""))).count == 1)
    }

    @Test("without wishes nothing is ignored")
    func nothing() throws {
        #expect(try IgnoredLooks.sentences(of: load(Self.targets)) == [])
    }

    @Test("a target has a key for what it shows, and for nothing else", arguments: AlertStyle.Key.allCases)
    func keys(_ key: AlertStyle.Key) throws {
        let values: [AlertStyle.Key: String] = [
            .title: "x", .urgency: "low", .tags: "[a]", .link: "https://a.example/",
        ]
        let kinds: [(String, String)] = [
            ("desktop", ""), ("webhook", ", url: 'https://a.example'"), ("slack", ", url: 'https://a.example'"),
            ("discord", ", url: 'https://a.example'"), ("ntfy", ", topic: t"),
            ("command", ", program: /bin/true, arguments: [-a, 1, -a]"),
        ]
        for (word, more) in kinds {
            let kind = try #require(TargetKind(word: word))
            let icon = word == "desktop" ? "bell" : "'https://a.example/i.png'"
            let text =
                "targets:\n  - {name: a, kind: \(word)\(more), \(key.rawValue): \(values[key] ?? icon)}\n"
            let style = try? load(text).targets[0].style
            #expect((style != nil) == kind.looks.contains(key), "\(word) \(key)")
            if let style { #expect(style.keys == [key]) }
        }
    }

    @Test(
        "a target says what becomes of what may have arrived, where it can't tell a repeat",
        arguments: [
            ("slack, url: 'https://a.example'", true), ("discord, url: 'https://a.example'", true),
            ("gotify, server: 'https://a.example', token: env:T", true), ("desktop", false), ("desktops", false),
            ("webhook, url: 'https://a.example'", false), ("ntfy, topic: t", false),
        ])
    func doubt(_ kind: String, _ hasKey: Bool) throws {
        func policy(_ line: String) throws -> TargetConfiguration.DoubtPolicy {
            try load("targets: [{name: a, kind: \(kind)\(line)}]\n").targets[0].inDoubt
        }
        #expect(try policy("") == .repeat)
        guard hasKey else {
            #expect(throws: (any Error).self) { try policy(", in-doubt: skip") }
            return
        }
        #expect(try policy(", in-doubt: skip") == .skip && policy(", in-doubt: repeat") == .repeat)
        #expect(throws: (any Error).self) { try policy(", in-doubt: never") }
    }

    @Test(
        "a link names its host itself, and has places behind it",
        arguments: [
            ("https://a.example", true), ("http://a.example:8080/x/{child-id}?q={notes}#{at}", true),
            ("https://a.example/@{child}", true), ("https://{child}/x", false), ("https://a.{child}.example/", false),
            ("https://a.example{child}", false), ("https://mum@a.example/", false),
            ("https://a.example:{amount}/", false),
            ("javascript:alert(1)", false), ("{link}", false), ("ftp://a.example/", false), ("", false),
            ("https://a.example/a b", false), ("https:///x", false),
            ("https://a.example/" + String(repeating: "x", count: 500), false),
        ])
    func links(_ text: String, _ isTaken: Bool) { #expect(takes(.linkTemplate, text) == isTaken) }

    @Test(
        "a tag has no blank and no comma",
        arguments: [("a", true), ("+1", true), ("a,b", false), ("a b", false), ("", false)])
    func tags(_ text: String, _ isTaken: Bool) {
        #expect(takes(.tag, text) == isTaken)
        #expect(takes(.tag, text + String(repeating: "x", count: 41)) == false)
    }

    @Test(
        "an icon is an address, a complete path or a name",
        arguments: [
            ("https://a.example/i.png", true, false), ("bell", true, true), ("/usr/share/i.png", true, true),
            ("dialog-information", true, true), ("../i.png", false, false), ("a b", false, false), ("/", false, false),
            ("", false, false), ("https://", false, false), ("httpd", true, true), ("file:///etc/passwd", false, false),
        ])
    func icons(_ text: String, _ isAny: Bool, _ isName: Bool) {
        #expect(takes(.icon, text) == isAny && takes(.iconName, text) == isName)
    }

    @Test(
        "headers that the request needs as they are can't be configured",
        arguments: [
            "Host", "host", "Content-Type", "CONTENT-LENGTH", "Transfer-Encoding", "Connection", "webhook-id",
            "Webhook-Signature", "", "X Y", "X:", "Ä", "X\r\nY", "X\n",
        ])
    func badHeaders(_ name: String) { #expect(!takes(.headerName, name)) }

    @Test("other headers can", arguments: ["Authorization", "X-Api-Key", "x_1", "Accept"])
    func headers(_ name: String) { #expect(takes(.headerName, name)) }

    @Test(
        "a header's value is one line of ASCII",
        arguments: [
            ("Bearer 5f0c", true), ("1", true), ("", false), (" x", false), ("x ", false), ("x\ny", false),
            ("x\r\nHost: y", false), ("ä", false), ("x\u{0}", false), ("x\ty", false), ("x\u{7F}", false),
        ])
    func headerValues(_ text: String, _ isTaken: Bool) { #expect(takes(.headerValue, text) == isTaken) }

    @Test("the examples of the documentation are taken")
    func examples() {
        for format in [
            TextFormat<String>.tag, .linkTemplate, .iconAddress, .iconName, .icon, .headerName, .headerValue,
        ] {
            #expect(takes(format, format.shape.example) && takes(format, format.placeholder), "\(format.shape.example)")
        }
    }
}
