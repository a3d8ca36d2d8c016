import Glibc
import TestSupport
import Testing

/// What a person gets wrong in the configuration file: status 78, each mistake with its place, all of them at once.
@Suite("Mistakes in the configuration", .serialized)
struct ConfigurationMistakeTests {
    /// Every command that reads the file refuses it in the same words.
    static let commands = [["config", "check"], ["run"], ["status"], ["login"], ["doctor"]]

    @Test("a right file is right, and its parts are counted")
    func right() async throws {
        let installation = try Installation(
            """
            accounts:
              - name: mum
                server: https://allowance.example.org
                email: mum@example.org
            targets:
              - name: chat
                kind: slack
                url: env:CHAT_URL
            rules:
              - name: all
                to: [chat]
            """, environment: ["CHAT_URL": "https://hooks.example.org/services/T000/B000/verysecret"])
        let answer = try await installation.run("config", "check")
        #expect(answer.status == 0)
        #expect(answer.output.contains("\(installation.configuration) is right: 1 account, 1 target, 1 rule."))
        #expect(answer.errors.isEmpty)
    }

    @Test("what is not YAML is refused with its place", arguments: commands)
    func notYAML(_ command: [String]) async throws {
        let installation = try Installation("accounts: [\n")
        let answer = try await installation.run(command)
        #expect(answer.status == 78)
        #expect(answer.errors.contains("\(installation.configuration):3:1: error: "))
    }

    @Test("every mistake is told at once, each with file, line and column", arguments: commands)
    func everyMistake(_ command: [String]) async throws {
        let installation = try Installation(
            """
            acounts: []
            accounts:
              - name: mum
                server: nonsense
                email: 5
                scan: 1
                password: opensesame
            targets:
              - name: a
                kind: slak
              - name: b
                kind: webhook
                url: http://192.168.1.5/hook/verysecret
                secret: nonsense-key
                private-addresses: maybe
            rules:
              - name: r
                to: [c]
                minimum: -1
                text: "{chld}"
            """, secrets: ["opensesame", "verysecret", "nonsense-key"])
        let answer = try await installation.run(command)
        #expect(answer.status == 78)
        #expect(answer.output.isEmpty)
        let expected = [
            "2:1: error: unknown key 'acounts'", "5:13: error: 'server' must be a URL", "6:12: error: 'email'",
            "7:11: error: 'scan' needs a unit", "8:15: error: 'password' must say where the secret is kept",
            "11:11: error: 'kind' must be one of", "did you mean 'slack'?", "15:13: error: 'secret'",
            "16:24: error: 'private-addresses' must be true or false", "19:10: error: no target is named 'c'",
            "20:14: error: 'minimum' must not be negative", "21:12: error: unknown placeholder '{chld}'",
        ]
        for text in expected { #expect(answer.errors.contains(text)) }
    }

    @Test("a file that everybody may read must not hold a secret", arguments: commands)
    func exposed(_ command: [String]) async throws {
        let installation = try Installation(
            """
            targets:
              - name: chat
                kind: slack
                url: https://hooks.example.org/services/T000/B000/verysecret
            """, secrets: ["verysecret"])
        chmod(installation.configuration, 0o644)
        let answer = try await installation.run(command)
        #expect(answer.status == 78)
        #expect(answer.errors.contains("\(installation.configuration):5:10: error: "))
        #expect(answer.errors.contains("chmod 600"))
        chmod(installation.configuration, 0o600)
        #expect(try await installation.run("config", "check").status == 0)
    }

    @Test(
        "a secret that cannot be read is named by its place and its file", arguments: [["config", "check"], ["run"]])
    func unreadableSecret(_ command: [String]) async throws {
        let installation = try Installation(
            """
            targets:
              - name: chat
                kind: slack
                url: file:missing.url
            """)
        let answer = try await installation.run(command)
        #expect(answer.status == 78)
        #expect(answer.errors.contains("missing.url"))
        #expect(answer.errors.contains("No such file"))
    }

    @Test("a secret's file that everybody may read is refused")
    func exposedSecret() async throws {
        let installation = try Installation(
            """
            targets:
              - name: chat
                kind: slack
                url: file:chat.url
            """, secrets: ["verysecret"])
        try installation.folder.write("https://hooks.example.org/T/B/verysecret\n", to: "chat.url", mode: 0o644)
        let answer = try await installation.run("config", "check")
        #expect(answer.status == 78)
        #expect(answer.errors.contains("chat.url"))
        #expect(answer.errors.contains("chmod 600"))
    }
}
