import Glibc
import JSON
import Runtime
import Store
import TestSupport
import TestWaiting
import Testing
import TextFormats
import Values

@testable import Relay

/// Real programs: shells that do what a test says, given as words, so that nothing is written and run.
@Suite("Commands", .timeLimit(.minutes(2)))
struct CommandTests {
    private func settings(_ script: String, _ arguments: [String] = [], limit: Duration = .seconds(60))
        -> CommandSettings
    {
        CommandSettings(program: "/bin/sh", arguments: ["-c", script, "sh"] + arguments, limit: limit)
    }

    private func target(_ script: String, _ arguments: [String] = [], limit: Duration = .seconds(60)) -> CommandTarget {
        let words = settings(script, arguments, limit: limit)
        return CommandTarget(name: "own", program: words.program, arguments: words.arguments, limit: words.limit)
    }

    private func run(_ script: String, _ arguments: [String] = [], limit: Duration = .seconds(60)) async -> Verdict {
        await target(script, arguments, limit: limit).deliver(.sample(), body: nil).verdict
    }

    private func folder() throws -> String { try RelayFixture.makeFolder() }

    @Test(
        "what its end means",
        arguments: [
            ("exit 0", "delivered"), ("echo x >&2; exit 0", "delivered"), ("exit 75", "retry server-error"),
            ("exit 1", "refused rejected"), ("exit 126", "refused rejected"), ("exit 127", "refused rejected"),
            ("exit 143", "refused rejected"), ("kill -KILL $$", "doubt connection-lost"),
            ("kill -TERM $$", "doubt connection-lost"),
        ])
    func ends(_ script: String, _ expected: String) async {
        #expect(await run(script).short == expected)
    }

    @Test("what takes too long is ended, and may have done its work")
    func limit() async {
        let verdict = await run("echo busy >&2; sleep 77", limit: .milliseconds(300))
        #expect(verdict.short == "doubt timed-out" && verdict.detail.hasSuffix("; it says: busy"))
    }

    @Test("what cannot be run is a thing to mend, and nothing has happened")
    func missing() async throws {
        let gone = CommandTarget(name: "own", program: "/nonexistent/say", arguments: [], limit: .seconds(5))
        let verdict = await gone.deliver(.sample(), body: nil).verdict
        #expect(
            verdict.short == "dead misconfigured" && verdict.detail.contains("/nonexistent/say can't be run: No such"))
        #expect(gone.verdict(on: SystemError(ENOEXEC)).detail.contains("#!/bin/sh"))
        for code in [EAGAIN, ENOMEM, EMFILE, ENFILE, ETXTBSY] {
            #expect(gone.verdict(on: SystemError(code)).short == "retry unreachable")
        }
    }

    @Test(
        "it reads what a webhook would be sent, byte for byte, whatever people typed",
        arguments: [Hostile.pings, Hostile.markup, Hostile.long, Hostile.lines])
    func input(_ text: String) async throws {
        let folder = try folder()
        defer {
            unlink("\(folder)/seen")
            rmdir(folder)
        }
        let alert = RenderedAlert.sample(
            .gift(text, child: text, notes: text),
            style: AlertStyle(title: "{description}", link: "https://f.example/{notes}"))
        let attempt = await target(#"cat >"$1""#, ["\(folder)/seen"]).deliver(alert, body: nil)
        #expect(attempt.verdict.kind == .delivered)
        let seen = try TextFile.read("\(folder)/seen")
        let webhook = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        #expect(seen == webhook.text(alert) && WebhookSchema.mistakes(in: seen) == [])
    }

    @Test("its arguments are what they are: nothing that people typed is among them, and no shell reads them")
    func arguments() async throws {
        let verdict = await run(
            #"printf '%s|' "$@" >&2; exit 1"#, [#"$(id) `id` ; exit 0"#, "{description}", "", "a b"])
        #expect(verdict.detail == #"the program ended with 1; it says: <redacted>|<redacted>||a b|"#)
    }

    @Test("it has these variables and no others")
    func environment() async throws {
        setenv("POCKETBELL_SECRET_OF_A_TEST", "hunter2", 1)
        defer { unsetenv("POCKETBELL_SECRET_OF_A_TEST") }
        let names = await run(
            "env | sed 's/=.*//' | grep -vx -e PWD -e SHLVL -e _ -e OLDPWD | sort | tr '\\n' ' ' >&2; exit 1")
        let home = getenv("HOME") == nil ? "" : "HOME "
        #expect(names.detail == "the program ended with 1; it says: \(home)LANG PATH POCKETBELL_ALERT")
        let id = await run(#"echo "$POCKETBELL_ALERT $PATH $LANG" >&2; exit 1"#).detail
        #expect(id.hasSuffix("it says: \(RenderedAlert.sample().id) /usr/local/bin:/usr/bin:/bin C.UTF-8"))
    }

    @Test("of what it complains of people get the last line, clean, short and without what may be a key")
    func reasons() async throws {
        let lines = await run("printf 'first\\nlast \\033[31mred\\007\\000 one\\n\\n  \\n' >&2; exit 2")
        #expect(lines.detail == "the program ended with 2; it says: last [31mred one")
        #expect(await run("exit 2").detail == "the program ended with 2")
        let bytes = await run("printf '\\355\\240\\200 \\342\\200\\256 x\\n' >&2; exit 2").detail
        #expect(!bytes.unicodeScalars.contains { $0.value == 0x202E } && bytes.hasSuffix(" x"))
        let long = await run("head -c 100000 /dev/zero | tr '\\0' x >&2; exit 2").detail
        #expect(long.utf16.count < 260 && long.hasSuffix("…"))
        let key = await run(
            "echo no $1 $2 $3 >&2; exit 2", ["--token=5f0c8a7e", "https://h.example/hook/abc123def", "-v"])
        #expect(key.detail.hasSuffix("it says: no --token=<redacted> <redacted> -v"))
        let report = target("true", ["5f0c8a7e"])
        #expect(report.withoutSecrets("it was 5f0c8a7e") == "it was <redacted>")
    }

    @Test("a lane repeats what it may, names what it may not, and says of a repeat that it is one")
    func lane() async throws {
        let relay = try await RelayFixture()
        let file = "\(relay.folder)/seen"
        // The first is not now, the second is killed half-way, then it goes.
        let script = #"cat >>"$1"; echo >>"$1"; case $(wc -l <"$1") in 1) exit 75;; 2) kill -KILL $$;; esac"#
        let own = TargetConfiguration(name: "own", settings(script, [file]))
        let refusing = TargetConfiguration(name: "refusing", settings("echo no such child >&2; exit 3"))
        try await relay.withRelay([own, refusing]) { _ in
            try await relay.alert(1...1, to: ["own", "refusing"])
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered || $0.state == .dead } }
        }
        let seen = try TextFile.read(file).split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(seen.map { $0["data"]?["repeat"] } == [false, false, true])
        #expect(Set(seen.compactMap { $0["data"]?["alert"]?.string }).count == 1)
        let attempts = try await relay.attempts(2)
        #expect(attempts.map(\.detail) == ["the program ended with 3; it says: no such child"])
        unlink(file)
        await relay.end()
    }

    private struct Stop: Error {}

    @Test("when the relay is ended for good the program is too, and what it did stays in doubt")
    func stop() async throws {
        let relay = try await RelayFixture()
        let file = "\(relay.folder)/process"
        // One that heeds no signal that it can ignore.
        let own = TargetConfiguration(
            name: "own",
            settings(#"trap '' TERM; echo $$ >"$1.new"; mv "$1.new" "$1"; while :; do sleep 0.05; done"#, [file]))
        await #expect(throws: Stop.self) {
            try await relay.withRelay([own]) { _ in
                try await relay.alert(1...1, to: ["own"])
                try await eventually("it runs") { access(file, F_OK) == 0 }
                throw Stop()
            }
        }
        let process = try #require(pid_t(try TextFile.read(file).prefix { $0.isNumber }))
        #expect(kill(process, 0) != 0 && errno == ESRCH)
        #expect(try await relay.deliveries().map(\.state) != [.delivered])
        unlink(file)
        await relay.end()
    }

    @Test(
        "a program is named by its whole path",
        arguments: [
            ("/usr/bin/true", true), ("/a b", true), ("true", false), ("./true", false), ("~/true", false), ("", false),
            ("/usr/bin/", false), ("/usr/bin/tr\u{0}ue", false), ("sh -c true", false),
        ])
    func paths(_ text: String, _ isTaken: Bool) {
        #expect(((try? TextFormat<String>.programPath.parse(text)) != nil) == isTaken)
        #expect(((try? TargetKind(word: "command")?.answers(at: text)) != nil) == isTaken)
    }
}
