import Glibc
import JSON
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
        // The doctor says what it can see without the file.
        #expect(answer.output.isEmpty || command == ["doctor"])
        let expected = [
            "2:1: error: unknown key 'acounts'", "5:13: error: 'server' must be a URL", "6:12: error: 'email'",
            "7:11: error: 'scan' needs a unit", "8:15: error: 'password' must say where the secret is kept",
            "11:11: error: 'kind' must be one of", "did you mean 'slack'?", "15:13: error: 'secret'",
            "16:24: error: 'private-addresses' must be true or false", "19:10: error: no target or person is named 'c'",
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

    @Test(
        "a secret of a wrong form is told at its place, with what it should be",
        arguments: [["config", "check"], ["run"]])
    func malformedSecret(_ command: [String]) async throws {
        let installation = try Installation(
            """
            targets:
              - name: house
                kind: webhook
                url: env:HOUSE_URL
                secret: env:HOOK_SECRET
              - name: phone
                kind: ntfy
                topic: file:topic
            """, environment: ["HOOK_SECRET": "whsec_tooshort", "HOUSE_URL": "nonsense-address"],
            secrets: ["not a topic"])
        try installation.folder.write("not a topic\n", to: "topic")
        let answer = try await installation.run(command)
        #expect(answer.status == 78)
        let expected = [
            ":5:10: error: 'url' must be a URL, and what the environment variable HOUSE_URL holds is something else",
            ":6:13: error: 'secret' must be 'whsec_' and base 64 of 24 to 64 bytes, and what the environment variable"
                + " HOOK_SECRET holds is something else; make one with: echo whsec_$(head -c 32 /dev/urandom | base64)",
            ":9:12: error: 'topic' must be 1 to 64 letters",
        ]
        for text in expected { #expect(answer.errors.contains(installation.configuration + text)) }
        #expect(!answer.errors.contains("report"))
    }

    @Test(
        "a ca-file that is not there, or is none, is told at its place", arguments: [["config", "check"], ["run"]])
    func badAuthorities(_ command: [String]) async throws {
        let installation = try Installation(
            """
            accounts:
              - name: mum
                server: https://127.0.0.1:1
                email: mum@example.org
                ca-file: missing.pem
            targets:
              - name: house
                kind: webhook
                url: https://127.0.0.1:1/hook
                private-addresses: true
                ca-file: empty.pem
            """)
        try installation.folder.write(
            "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n", to: "empty.pem")
        let answer = try await installation.run(command)
        #expect(answer.status == 78)
        #expect(
            answer.errors.contains(
                "\(installation.configuration):6:14: error: 'ca-file' can't be used: there is no file"))
        #expect(answer.errors.contains("\(installation.folder.path)/missing.pem; check the path"))
        #expect(answer.errors.contains("\(installation.configuration):12:14: error: 'ca-file' can't be used: "))
        #expect(answer.errors.contains("empty.pem holds no certificate"))
    }

    @Test("a password that cannot be read is a warning to config check, run and a reload, since tokens may last")
    func missingPassword() async throws {
        let installation = try Installation(
            """
            accounts:
              - name: mum
                server: http://127.0.0.1:1
                email: mum@example.org
                password: file:mum.password
            """)
        let check = try await installation.run("config", "check")
        let warning = "\(installation.configuration):6:15: 'password' can't be had: "
        #expect(check.status == 0 && check.output.contains("is right"))
        #expect(check.errors.contains("pocketbell: warning: \(warning)"))
        #expect(check.errors.contains("it is needed when the account signs in"))
        #expect(try await installation.run("config", "check", "--text-only").status == 0)
        let finding = "warning  configuration: \(warning)"
        #expect(try await installation.run("doctor").output.contains(finding))
        let watcher = try installation.start("run")
        try await watcher.waitForOutput(warning)
        try await installation.waitForStatus { $0["running"] == true }
        #expect(try await installation.run("doctor").output.contains(finding))
        watcher.signal(SIGHUP)
        try await watcher.waitForOutput("the new configuration is in force")
        watcher.signal(SIGTERM)
        #expect(try await watcher.waitForExit() == 0)
        #expect(watcher.errors.split(separator: warning, omittingEmptySubsequences: false).count == 3)
    }

    @Test("a file that is gone at a reload is no wish to be without one")
    func gone() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "state: \(folder.path)/state\ntargets: []\n", to: "home/.config/pocketbell/pocketbell.yaml")
        let environment = ["HOME": "\(folder.path)/home", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "NO_COLOR": "1"]
        let watcher = try ChildProcess(Installation.program, ["run"], environment: environment)
        try await watcher.waitForOutput("watching")
        #expect(unlink(file) == 0)
        watcher.signal(SIGHUP)
        try await watcher.waitForOutput("the configuration file is gone; the old configuration stays")
        watcher.signal(SIGTERM)
        #expect(try await watcher.waitForExit() == 0)
    }

    @Test("an account that is asked without encryption is warned of: by config check, doctor, login, and once by run")
    func plainServer() async throws {
        let yaml = """
            accounts:
              - name: mum
                server: http://0.0.0.0:1
                email: mum@example.org
                password: env:FAMILY_PASSWORD
              - name: dad
                server: http://127.0.0.1:1
                email: dad@example.org
                password: env:FAMILY_PASSWORD
            """
        let installation = try Installation(yaml, environment: ["FAMILY_PASSWORD": "password123"])
        let warning = "account mum is asked at http://0.0.0.0:1 without encryption"
        let check = try await installation.run("config", "check")
        #expect(check.status == 0)
        #expect(check.errors.contains("warning: \(warning)"))
        #expect(check.errors.contains("https://"))
        #expect(try await installation.run("doctor").output.contains(warning))
        let login = try await installation.run("login", "mum", "--password-stdin", input: "p\n")
        #expect(login.errors.contains(warning))
        let watcher = try installation.start("run")
        try await watcher.waitForOutput("watching")
        try await installation.waitForStatus { $0.accountState("mum") == "waiting" }
        watcher.signal(SIGTERM)
        #expect(try await watcher.waitForExit() == 0)
        #expect(watcher.errors.split(separator: warning, omittingEmptySubsequences: false).count == 2)
        #expect(!(check.errors + watcher.errors).contains("account dad is asked"))
    }

    @Test("a rule or list that names nobody is not taken for everybody")
    func nobody() async throws {
        let account = """
            accounts:
              - name: mum
                server: https://127.0.0.1:1
                email: mum@example.org

            """
        let silent = try Installation(account + "rules: []")
        let answer = try await silent.run("config", "check")
        #expect(answer.status == 0)
        #expect(answer.output.contains("0 rules"))
        #expect(answer.errors.contains("\(silent.configuration):6:8: nobody is told anything"))
        let nowhere = try await Installation("targets: []\n").run("config", "check")
        #expect(
            nowhere.status == 0 && nowhere.errors.contains(":2:10: nobody is told anything, since 'targets' is empty"))
        let empty = try await Installation(account + "rules:\n").run("config", "check")
        #expect(empty.status == 78)
        #expect(empty.errors.contains("error: 'rules' has no value; write 'rules: []' to tell nobody"))
        let children = try await Installation(account + "rules: [{name: r, children: [], to: [desktop]}]")
            .run("config", "check")
        #expect(children.status == 78)
        #expect(children.errors.contains("error: 'children' names nobody"))
    }
}
