import Testing

@testable import CommandLineTool

/// What the tool is asked for at a press of Tab, and what of its answer gets to the shell.
@Suite("Completions of names")
struct CompletionQuestionTests {
    private func question(_ words: [String]) -> CompletionQuestion? {
        let invocation = exampleTool.invocation(of: ["__complete"] + words, environment: { _ in nil })
        if case .complete(let question) = invocation { return question }
        return nil
    }

    @Test("an option's value, an argument, a value behind '=': each asks for what was declared")
    func things() throws {
        let behind = try #require(question(["send", "--to", "al"]))
        #expect(behind.thing == .person && behind.typed == "al")
        let joined = try #require(question(["send", "--to=al"]))
        #expect(joined.thing == .person && joined.typed == "al")
        #expect(question(["deliveries", "retry", ""])?.thing == .message)
        #expect(question(["--to", ""])?.thing == .person)
        #expect(question(["send", "--", "--to", "a"]) == nil)
        #expect(question(["send", "--count", ""]) == nil)
        #expect(question(["deliveries", "retry", "5", ""]) == nil)
    }

    @Test("what else was typed goes with the question, also before the command, and mistakes are passed over")
    func words() throws {
        let words = try #require(
            question(["-v", "--file", "x y", "send", "-c", "3", "--mode=slow", "--nonsense", "-a", "--to", ""])
        ).words
        #expect(words[option: "file"] == "x y" && words[option: "count"] == "3" && words[option: "mode"] == "slow")
        #expect(words.has(flag: "verbose") && words.has(flag: "all") && !words.has(flag: "nonsense"))
        #expect(words[option: "to"] == nil)
        #expect(try #require(question(["send", "--mode", "--to", ""])).words[option: "mode"] == nil)
    }

    /// Names are chosen by people: one must be neither an option nor a second line, nor move the cursor.
    @Test("names that could be something else to the shell or the terminal are left out")
    func hostile() async throws {
        let names = [
            "Alice", "Al\nice", "Al\tice", "Al\u{1B}[2J", "-Al", "--all", ":files", "", "Al\u{202E}x", "Alice Reed",
            "Bob",
        ]
        let tool = CommandLineTool(
            name: "tool", version: "1", summary: "A tool.",
            values: { question in
                #expect(question.thing == .person)
                return names.map { CompletionCandidate($0, "a\tchild\n") }
            }, [.command(Send.self)])
        #expect(
            try await output(of: tool, ["send", "--to", ""]) == "Alice\ta child \nAlice Reed\ta child \nBob\ta child \n"
        )
        #expect(try await output(of: tool, ["send", "--to=Alice "]) == "--to=Alice Reed\ta child \n")
        #expect(try await output(of: tool, ["send", "--to", "X"]).isEmpty)
    }

    @Test("a bare name greets where the tool has a greeting, and only then")
    func greeting() async throws {
        let tool = CommandLineTool(
            name: "tool", version: "1", summary: "A tool.", greeting: { .tryAgain }, [.command(Send.self)])
        #expect(try await tool.run([]) { _ in } == .tryAgain)
        guard case .refuse = tool.invocation(of: ["--verbose"]) else {
            Issue.record("an option alone is a mistake")
            return
        }
        guard case .refuse = exampleTool.invocation(of: []) else {
            Issue.record("without a greeting it is a mistake")
            return
        }
    }

    private func output(of tool: CommandLineTool, _ words: [String]) async throws -> String {
        guard case .complete(let question) = tool.invocation(of: ["__complete"] + words) else { return "no question" }
        return question.lines(await tool.values(question))
    }
}
