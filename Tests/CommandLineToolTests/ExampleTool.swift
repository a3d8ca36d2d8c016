import CommandLineTool
import TextFormats

/// A tool with every kind of word, option and argument.
let exampleTool = CommandLineTool(
    name: "tool", version: "1.2", summary: "A tool.",
    [
        .command(Send.self), .group(name: "target", summary: "Targets.", [.command(Ping.self)]),
        .group(
            name: "deliveries", summary: "What was sent.", standard: List.self,
            [.command(List.self), .command(Retry.self)]),
    ])

struct Send: Command {
    static let name = "send"
    static let summary = "Send a message."
    static let examples = [
        CommandExample("tool send --to alice Hello", "Greet one."),
        CommandExample("echo hello | tool send --to 'Bob Reed' -", "Send what another program says."),
    ]
    let to: [String]
    let count: Int
    let isVerbose: Bool
    let isForAll: Bool
    let text: [String]

    init(reading arguments: inout ArgumentReader) {
        to = arguments.repeatedOption("to", as: .text, named: "NAME", naming: .person, help: "Whom.")
        count = arguments.option(
            "count", short: "c", as: .integer(in: 1...10), named: "N", default: "1", environment: "TOOL_COUNT",
            help: "How often, in case that once is not enough for somebody.")
        isVerbose = arguments.flag("verbose", short: "v", help: "Say more.")
        isForAll = arguments.flag("all", short: "a", help: "Everybody.")
        text = arguments.remainingArguments("TEXT", as: .text, help: "What.")
    }

    func run() async throws -> ExitCode { .success }
}

struct Ping: Command {
    enum Mode: String, CaseIterable, Sendable { case fast, slow }
    static let name = "ping"
    static let summary = "Try a target."
    let target: String
    let mode: Mode
    let file: String?

    init(reading arguments: inout ArgumentReader) {
        target = arguments.argument("NAME", as: .text, help: "Whom.")
        mode = arguments.option("mode", as: .choice, named: "MODE", default: "fast", help: "How.")
        file = arguments.optionalOption("file", as: .file, named: "FILE", help: "Which.")
    }

    func run() async throws -> ExitCode { .success }
}

struct List: Command {
    static let name = "list"
    static let summary = "Show them."
    let limit: Int

    init(reading arguments: inout ArgumentReader) {
        limit = arguments.option("limit", as: .integer(in: 1...99), named: "N", default: "20", help: "How many.")
    }

    func run() async throws -> ExitCode { .success }
}

struct Retry: Command {
    static let name = "retry"
    static let summary = "Send one again."
    static let discussion = "First paragraph.\n.a point, 'a quote' and a \\ in the second. Two sentences."
    let number: Int

    init(reading arguments: inout ArgumentReader) {
        number = arguments.argument("NUMBER", as: .integer(in: 1...99), naming: .message, help: "Which.")
    }

    func run() async throws -> ExitCode { .tryAgain }
}

extension NamedThing {
    static let person = NamedThing("person")
    static let message = NamedThing("message")
}
