import CommandLineTool
import Commands
import TextFormats

struct DeliveriesListCommand: Command {
    static let name = "list"
    static let summary = "List deliveries, newest first."

    private let options: CommonOptions
    private let state: String?
    private let target: String?
    private let limit: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        state = arguments.optionalOption(
            "state", as: .text, named: "STATE",
            help: "Only queued, attempting, in-doubt, delivered, skipped, dead or discarded ones.")
        target = arguments.optionalOption("target", as: .text, named: "NAME", help: "Only those to this target.")
        limit = arguments.option(
            "limit", short: "n", as: .integer(in: 1...10_000), named: "COUNT", default: "20", help: "How many at most.")
    }

    func run() async throws -> ExitCode {
        await DeliveriesReport.list(options.context, state: state, target: target, limit: limit).code
    }
}

struct DeliveriesRetryCommand: Command {
    static let name = "retry"
    static let summary = "Send a delivery again that was given up or refused."

    private let options: CommonOptions
    private let number: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        number = arguments.argument("NUMBER", as: .integer(in: 1...Int.max), help: "As 'deliveries list' shows it.")
    }

    func run() async throws -> ExitCode { await DeliveriesReport.retry(options.context, number: number).code }
}

struct DeliveriesDiscardCommand: Command {
    static let name = "discard"
    static let summary = "Give a delivery up for good; it stays in the list."

    private let options: CommonOptions
    private let number: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        number = arguments.argument("NUMBER", as: .integer(in: 1...Int.max), help: "As 'deliveries list' shows it.")
    }

    func run() async throws -> ExitCode { await DeliveriesReport.discard(options.context, number: number).code }
}

struct DeliveriesExplainCommand: Command {
    static let name = "explain"
    static let summary = "Tell everything about one delivery: its alert, each attempt, and what comes next."

    private let options: CommonOptions
    private let number: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        number = arguments.argument("NUMBER", as: .integer(in: 1...Int.max), help: "As 'deliveries list' shows it.")
    }

    func run() async throws -> ExitCode { await DeliveriesReport.explain(options.context, number: number).code }
}
