import Settings
import Terminal
import Testing
import TextFormats
import Values

@Suite("Reading settings")
struct SettingsFileTests {
    private let good = """
        server: https://family.example
        poll: 1m
        greeting: 22:00
        verbose: on
        accounts:
          - name: mum
            password: env:MUM
        targets:
          - name: phone
            type: webhook
            url: https://push.example/x
          - name: desk
            type: desktop
        rules:
          - above: 5.00
            to: [phone, desk]
        """

    @Test("a correct file is read")
    func reads() throws {
        let settings = try SettingsFile.read(
            ExampleSettings.self, bytes: Array(good.utf8), origin: SettingsOrigin(name: "t")
        ).settings
        #expect(settings.poll == .seconds(60))
        // For YAML 1.1 that is a number, 1,320.
        #expect(settings.greeting == "22:00")
        #expect(settings.isVerbose)
        #expect(
            settings.targets.map(\.transport) == [
                .webhook(url: "https://push.example/x", retries: 5), .desktop(urgency: .normal),
            ])
        #expect(settings.rules[0].above == Decimal("5.00"))
    }

    @Test("all mistakes are told at once, in the file's order")
    func collects() throws {
        let text = """
            sever: https://family.example
            poll: 30
            greeting: hello you
            verbose: "yes"
            accounts:
              - name: mum
                password: hunter2
            targets:
              - name: phone
                type: webhok
                url: 17
              - name: phone
                type: webhook
                url: https://push.example
                retries: 99
                urgency: low
              - phone
            recievers: []
            rules:
              - to: [phnoe]
                above: 5,00
            poll: 40s
            """
        let error = #expect(throws: Diagnostics.self) {
            try SettingsFile.read(ExampleSettings.self, bytes: Array(text.utf8), origin: SettingsOrigin(name: "t.yaml"))
        }
        let lines = try #require(error).all.map { "\($0.range.start) \($0.message)\($0.hint.map { "; " + $0 } ?? "")" }
        #expect(
            lines == [
                "1:1 unknown key 'sever'; did you mean 'server'?",
                "2:7 'poll' needs a unit; 30s for seconds, 30m for minutes",
                "3:11 'greeting' must have at most 5 characters",
                "4:10 'verbose' must be true or false, not text; remove the quotes",
                "7:15 'password' must say where the secret is kept; file:PATH, env:NAME or credential:NAME, never the secret itself",
                "10:11 'type' must be one of desktop, webhook; did you mean 'webhook'?",
                "12:11 there are two targets named 'phone'",
                "15:14 'retries' must be 0 to 20",
                "16:5 unknown key 'urgency'; valid here: name, type, url, retries",
                "17:5 item 3 of 'targets' must be a section with keys, not a single value",
                "18:1 unknown key 'recievers'; valid here: server, poll, greeting, verbose, accounts, targets, rules",
                "20:10 no target is named 'phnoe'; did you mean 'phone'?",
                "21:12 'above' must be an amount; with a point and at most two decimals, such as 5.00",
                "22:1 'poll' appears twice",
            ])
    }

    @Test("an empty file lacks what is required")
    func empty() throws {
        let error = #expect(throws: Diagnostics.self) {
            try SettingsFile.read(ExampleSettings.self, bytes: [], origin: SettingsOrigin(name: "t"))
        }
        #expect(try #require(error).all.map(\.message) == ["'server' is missing", "'accounts' is missing"])
    }

    @Test("a message has the compiler's form, the line and a caret that respects width")
    func rendering() throws {
        let text = "server: https://example.org\naccounts: [{name: 日本, password: env:X}]\n"
        let error = #expect(throws: Diagnostics.self) {
            try SettingsFile.read(ExampleSettings.self, bytes: Array(text.utf8), origin: SettingsOrigin(name: "t.yaml"))
        }
        let rendered = DiagnosticRenderer(style: .plain).render(try #require(error))
        #expect(
            rendered == """
                t.yaml:2:19: error: 'name' must be 1 to 40 letters, digits, '-' or '_'
                  accounts: [{name: 日本, password: env:X}]
                                    ^~~~

                """)
    }
}
