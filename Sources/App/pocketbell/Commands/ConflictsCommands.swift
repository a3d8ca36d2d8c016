import CommandLineTool
import Commands
import TextFormats

struct ConflictsListCommand: Command {
    static let name = "list"
    static let summary = "List what was changed here and by somebody else, and waits for your decision."
    static let examples = [
        CommandExample("pocketbell conflicts", "See what you have to decide."),
        CommandExample("pocketbell conflicts list --all", "Also what is decided, with both versions."),
    ]

    private let options: CommonOptions
    private let list: ListArguments
    private let isAll: Bool

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments, ids: false)
        isAll = arguments.flag("all", help: "Also what was decided, by a rule or by a person.")
    }

    func run() async throws -> ExitCode {
        await ConflictsReport.list(options.context, list.options, isAll: isAll).code
    }
}

struct ConflictsShowCommand: Command {
    static let name = "show"
    static let summary = "Tell everything about one conflict, and what comes next."
    static let examples = [
        CommandExample("pocketbell conflicts show 3", "See both versions."),
        CommandExample("pocketbell conflicts show 3 --json | jq .server", "Take one into a script."),
    ]

    private let options: CommonOptions
    private let number: String

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        number = arguments.argument("ID", as: .text, help: "The number that 'conflicts' shows.")
    }

    func run() async throws -> ExitCode { await ConflictsReport.show(options.context, number: number).code }
}

struct ConflictsResolveCommand: Command {
    static let name = "resolve"
    static let summary = "Decide what counts; the order is sent, or ends, accordingly."
    static let discussion =
        "What somebody else has changed once more since you looked is shown first, and nothing is overwritten unseen."
    static let examples = [
        CommandExample("pocketbell conflicts resolve 3 --keep mine", "Send what you have ordered."),
        CommandExample("pocketbell conflicts resolve 3 --keep server", "Leave it as it is there."),
        CommandExample("pocketbell conflicts resolve 3 --set target=45", "Neither: make it this."),
    ]

    private let options: CommonOptions
    private let keep: String?
    private let set: String?
    private let number: String

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        keep = arguments.optionalOption(
            "keep", as: .text, named: "WHOSE", help: "server: what the server has stays; mine: what was ordered here.")
        set = arguments.optionalOption(
            "set", as: .text, named: "FIELD=VALUE", help: "Something else instead of both.")
        number = arguments.argument("ID", as: .text, help: "The number that 'conflicts' shows.")
    }

    func run() async throws -> ExitCode {
        await ConflictsReport.resolve(options.context, number: number, keep: keep, set: set).code
    }
}
