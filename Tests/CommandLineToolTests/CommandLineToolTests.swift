import CommandLineTool
import Testing
import TextFormats

@Suite("Command lines")
struct CommandLineToolTests {
    private let tool = exampleTool

    @Test(
        "the usual ways to write options",
        arguments: [
            ["send", "--to=a", "--count", "3", "-v", "x"], ["send", "-vc3", "x", "--to", "a"],
            ["send", "-v", "-c", "3", "--to", "a", "--", "x"],
            ["send", "x", "-c3", "-va"],
        ])
    func spellings(words: [String]) throws {
        let send = try #require(command(words) as? Send)
        #expect(send.count == 3 && send.isVerbose && send.text == ["x"])
    }

    @Test("what follows -- is an argument, and so are '-' and negative numbers")
    func arguments() throws {
        #expect(
            try #require(command(["send", "--to", "a", "-", "-5.00", "--", "--to", "-v"]) as? Send).text == [
                "-", "-5.00", "--to", "-v",
            ])
    }

    @Test("repeated options keep their order")
    func repeated() throws {
        #expect(try #require(command(["send", "--to=a", "--to", "b", "x"]) as? Send).to == ["a", "b"])
    }

    @Test("the word wins over the environment, the environment over the default")
    func environment() throws {
        let environment: (String) -> String? = { $0 == "TOOL_COUNT" ? "7" : nil }
        #expect(try #require(command(["send", "--to", "a"], environment) as? Send).count == 7)
        #expect(try #require(command(["send", "--to", "a", "-c2"], environment) as? Send).count == 2)
        #expect(
            refusal(["send", "--to", "a"], { _ in "x" }) == "the environment variable TOOL_COUNT must be a whole number"
        )
    }

    @Test(
        "mistakes are named, with a guess",
        arguments: [
            (["snd"], "unknown command 'snd'; did you mean 'send'?"),
            ([], "a command is missing; one of send, target, deliveries"),
            (["target"], "a command is missing; one of ping"),
            (["--nothing"], "unknown option '--nothing' before the command; options come after it"),
            (["--verbos", "send"], "unknown option '--verbos' before the command; did you mean '--verbose'?"),
            (["--verson"], "unknown option '--verson' before the command; did you mean '--version'?"),
            (["retry"], "unknown command 'retry'; did you mean 'deliveries retry'?"),
            (["pign", "a"], "unknown command 'pign'; did you mean 'target ping'?"),
            (["hlep"], "unknown command 'hlep'; did you mean 'help'?"),
            (["--verbose"], "a command is missing; one of send, target, deliveries"),
            (["deliveries", "lst"], "unknown command 'lst'; did you mean 'list'?"),
            (
                ["deliveries", "--verbose", "list"],
                "'list' comes after an option, and a command comes before them; write: tool deliveries list …"
            ),
            (["help", "snd"], "unknown command 'snd'; did you mean 'send'?"),
            (["send", "--cuont", "3"], "unknown option '--cuont'; did you mean '--count'?"),
            (["send", "--count"], "--count needs a value; --count N"),
            (["send", "--count", "11"], "--count must be 1 to 10"),
            (["send", "-c1", "-c2"], "--count is given twice"),
            (["send", "-x"], "unknown option '-x'"),
            (["send", "--verbose=1"], "--verbose takes no value"),
            (["target", "ping"], "NAME is missing; give whom"),
            (["target", "ping", "a", "b"], "unexpected argument 'b'; quote text that contains spaces"),
        ])
    func mistakes(words: [String], message: String) {
        #expect(refusal(words) == message)
    }

    private struct Show: Command {
        static let name = "show"
        static let summary = "Show one."

        init(reading arguments: inout ArgumentReader) { _ = arguments.argument("NUMBER", as: .text, help: "Which.") }

        func run() async throws -> ExitCode { .success }
    }

    @Test("a number where a command should be is meant for the one that looks at a thing, if there is one")
    func number() throws {
        let tool = CommandLineTool(
            name: "tool", version: "1", summary: "A tool.",
            [
                .group(
                    name: "deliveries", summary: "What was sent.", standard: List.self,
                    [.command(List.self), .command(Show.self)])
            ])
        guard case .refuse(let error, _) = tool.invocation(of: ["deliveries", "12"], environment: { _ in nil }) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.message == "'12' is no command" && error.hint == "did you mean 'deliveries show 12'?")
        #expect(refusal(["deliveries", "12"]) == "unknown command '12'")
    }

    @Test(
        "help and version win over mistakes",
        arguments: [
            ["--help"], ["help"], ["help", "target"], ["deliveries", "--help"], ["help", "send"],
            ["send", "--count", "x", "--help"], ["target", "-h"], ["--version"], ["target", "ping", "-h"],
        ])
    func help(words: [String]) {
        guard case .show(let text) = invocation(words) else { return #expect(Bool(false)) }
        #expect(!text.split(separator: "\n").contains { $0.count > 80 })
    }

    @Test("options that a command has may stand before it")
    func leadingOptions() throws {
        let send = try #require(command(["-v", "--count", "3", "--to=a", "send", "--", "x"]) as? Send)
        #expect(send.isVerbose && send.count == 3 && send.to == ["a"] && send.text == ["x"])
        #expect(refusal(["--mode", "slow", "send"]) == "unknown option '--mode'")
        #expect(tool.commandPath(of: ["--count", "3", "target", "ping", "a"]) == ["target", "ping"])
        #expect(tool.commandPath(of: ["send", "--count", "x"]) == ["send"])
        #expect(tool.commandPath(of: ["deliveries"]) == ["deliveries", "list"])
        #expect(tool.commandPath(of: ["--help"]) == [] && tool.commandPath(of: ["snd"]) == [])
    }

    @Test("a group's bare name means its standard command", arguments: [[], ["--limit", "3"], ["list", "--limit=3"]])
    func standard(words: [String]) throws {
        let list = try #require(command(["deliveries"] + words) as? List)
        #expect(list.limit == (words.isEmpty ? 20 : 3))
    }

    @Test("a group's help names the standard command")
    func groupHelp() {
        guard case .show(let text) = invocation(["deliveries", "--help"]) else { return #expect(Bool(false)) }
        #expect(
            text == """
                Usage: tool deliveries [COMMAND] [OPTIONS]

                Commands:
                  list   Show them. (what the bare group does)
                  retry  Send one again.

                """)
    }

    @Test("exit statuses are those of the manual")
    func exitCodes() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 70, 74, 75, 77, 78, 130])
    }

    @Test("the help page")
    func helpPage() {
        guard case .show(let text) = invocation(["send", "-h"]) else { return #expect(Bool(false)) }
        #expect(
            text == """
                Usage: tool send [OPTIONS] [TEXT...]

                Send a message.

                Arguments:
                  TEXT  What.

                Options:
                      --to NAME  Whom. (may be repeated)
                  -c, --count N  How often, in case that once is not enough for somebody. (whole
                                 number: 1 to 10; default: 1; environment: TOOL_COUNT)
                  -v, --verbose  Say more.
                  -a, --all      Everybody.
                  -h, --help     Show this page.

                Examples:
                  tool send --to alice Hello
                      Greet one.
                  echo hello | tool send --to 'Bob Reed' -
                      Send what another program says.

                """)
    }

    @Test(
        "completions",
        arguments: [
            (["se"], ["send"]), ([""], ["send", "target", "deliveries"]), (["target", ""], ["ping"]),
            (["send", "--c"], ["--count"]),
            (["send", "--to", "a", "--"], ["--to", "--count", "--verbose", "--all", "--help"]),
            (["target", "ping", "--mode=s"], ["--mode=slow"]),
            (["target", "ping", "--mode", ""], ["fast", "slow"]), (["nothing", ""], []),
            (["target", "ping", "--file", ""], [":files"]), (["deliveries", ""], ["list", "retry"]),
            (["deliveries", "--"], ["--limit", "--help"]), (["deliveries", "--limit", "3", "--"], ["--help"]),
            (["help", "se"], ["send"]), (["help", "target", ""], ["ping"]), (["-v", "send", "--c"], ["--count"]),
            (["--count", "3", "target", "ping", "--mode", "f"], ["fast"]), (["--mode", "f"], ["fast"]),
            (["--to", "a", "se"], ["send"]), (["--nothing", "se"], []),
        ])
    func completions(words: [String], expected: [String]) {
        guard case .show(let text) = invocation(["__complete"] + words) else { return #expect(Bool(false)) }
        #expect(text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } == expected)
    }

    private func invocation(_ words: [String], _ environment: @escaping (String) -> String? = { _ in nil })
        -> CommandLineTool.Invocation
    {
        tool.invocation(of: words, columns: 80, environment: environment)
    }

    private func command(_ words: [String], _ environment: @escaping (String) -> String? = { _ in nil }) -> (
        any Command
    )? {
        if case .run(let command) = invocation(words, environment) { command } else { nil }
    }

    private func refusal(_ words: [String], _ environment: @escaping (String) -> String? = { _ in nil }) -> String? {
        guard case .refuse(let error, _) = invocation(words, environment) else { return nil }
        return error.message + (error.hint.map { "; \($0)" } ?? "")
    }
}
