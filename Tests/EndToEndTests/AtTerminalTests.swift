import HTTPServer
import TestSupport
import TestWaiting
import Testing

/// What a person sees at a terminal of 80 columns: `script` gives the program one of its own.
@Suite("At a terminal", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct AtTerminalTests {
    /// A command at a terminal. What is typed goes to it; `output` has what the screen gets.
    private func start(_ home: Installation, _ words: String, rows: Int = 24, _ variables: String = "") throws
        -> ChildProcess
    {
        let line =
            "stty cols 80 rows \(rows) -echo; exec env \(variables) \(Installation.program) \(words) --config \(home.configuration)"
        return try ChildProcess(
            "script", ["-qefc", line, "/dev/null"],
            environment: home.environment.merging(["NO_COLOR": "", "TERM": "xterm", "LESS": "", "PAGER": ""]) { $1 })
    }

    private func screen(
        _ home: Installation, _ words: String, rows: Int = 24, _ variables: String = ""
    ) async throws -> String {
        let process = try start(home, words, rows: rows, variables)
        #expect(try await process.waitForExit() == 0, "\(words): \(process.output)")
        return process.output.replacing("\r\n", with: "\n")
    }

    private func colourless(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

    @Test("lists fit, states are coloured, a long list is paged, and a status that is followed stays in its place")
    func terminal() async throws {
        let board = Switchboard()
        board.set("/house", HTTPResponse(.badRequest))
        let family = try await Family(answer: board.answer)
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(
            description: String(repeating: "日本 a very long name of a kite ", count: 5))
        try await home.waitForStatus { ($0.count("delivered") ?? 0) == 3 && ($0.count("dead") ?? 0) == 1 }
        for words in ["transactions", "children", "deliveries", "account list", "target list"] {
            let shown = try await screen(home, words)
            for line in colourless(shown).split(separator: "\n") {
                #expect(line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2FFF ? 2 : 1) } <= 80, "\(words): \(line)")
            }
        }
        let deliveries = try await screen(home, "deliveries")
        #expect(deliveries.contains("…") && deliveries.contains("\u{1B}[1;31mdead\u{1B}[0m"))
        for variable in ["NO_COLOR=1", "TERM=dumb"] {
            #expect(!(try await screen(home, "deliveries", variable)).contains("\u{1B}"), "\(variable)")
        }
        try await expectPaging(home)
        try await expectFollowing(home)
        try await expectQuestion(home)
        try await family.end(watcher)
    }

    private func expectPaging(_ home: Installation) async throws {
        let pager = "PAGER=\"sed s/^/PAGED:/\""
        #expect(try await screen(home, "transactions", rows: 5, pager).contains("PAGED:"))
        for words in ["transactions --no-pager", "transactions --json", "transactions --csv", "transactions -n 2"] {
            #expect(!(try await screen(home, words, rows: 5, pager)).contains("PAGED:"), "\(words)")
        }
        let first = try await screen(home, "transactions -n 2")
        #expect(first.hasSuffix("the newest 2; more: --limit N\n"), "\(first)")
        #expect(!(try await screen(home, "transactions --no-pager -n 1000")).contains("the newest"))
        #expect(try await home.run("transactions", "-n", "2").errors.isEmpty)
        let piped = try await home.run("transactions", "-n", "100")
        #expect(piped.output.contains("a very long name of a kite 日本 a very long"))
    }

    private func expectFollowing(_ home: Installation) async throws {
        let follower = try start(home, "status --follow", rows: 20)
        // The second page stands where the first did: ages go on.
        try await eventually("the page was not painted again") {
            follower.output.components(of: "\u{1B}[H") >= 2
        }
        follower.type("\u{3}")
        #expect(try await follower.waitForExit() == 130)
        let watcher = try start(home, "watch")
        try await watcher.waitForOutput("waiting for new transactions; Ctrl-C ends it")
        watcher.type("\u{3}")
        try await watcher.waitForExit()
        #expect(follower.output.contains("\u{1B}[J") && !follower.output.contains("\u{1B}[?"))
    }

    private func expectQuestion(_ home: Installation) async throws {
        // `setsid`: a test that a person starts has a terminal, and so would this.
        let refused = try ChildProcess(
            "setsid",
            ["-w", Installation.program, "deliveries", "discard", "--target", "house", "--config", home.configuration],
            environment: home.environment)
        #expect(try await refused.waitForExit() == 64 && refused.errors.contains("add --yes"))
        for (answer, count) in [("n\n", 1), ("y\n", 0)] {
            let process = try start(home, "deliveries discard --target house")
            try await process.waitForOutput("Give 1 delivery up for good? [y/N] ")
            process.type(answer)
            #expect(try await process.waitForExit() == 0)
            #expect(try await home.json("deliveries", "--state", "dead").count == count, "\(answer)")
        }
        #expect(
            try await home.run("deliveries", "retry", "--target", "hosue", "--yes").errors.contains(
                "did you mean 'house'?"))
    }
}

extension String {
    /// How often the text is in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
