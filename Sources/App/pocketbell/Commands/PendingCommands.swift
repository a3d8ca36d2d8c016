import CommandLineTool
import Commands
import TextFormats

struct PendingListCommand: Command {
    static let name = "list"
    static let summary = "List what was entered here and is not on the server yet, newest first."
    static let examples = [
        CommandExample("pocketbell pending", "See what waits, and what needs you."),
        CommandExample("pocketbell pending list --all --csv >entered.csv", "Open all that was ever entered here."),
    ]

    private let options: CommonOptions
    private let list: ListArguments
    private let isAll: Bool

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments, ids: false)
        isAll = arguments.flag("all", help: "Also what the server has made, and what was given up.")
    }

    func run() async throws -> ExitCode {
        await PendingReport.list(options.context, list.options, isAll: isAll).code
    }
}

struct PendingShowCommand: Command {
    static let name = "show"
    static let summary = "Tell everything about one entry, and what comes next."
    static let examples = [
        CommandExample("pocketbell pending show 3fa2", "See why it waits."),
        CommandExample("pocketbell pending show 3fa2 --json | jq -r .state", "Take its state into a script."),
    ]

    private let options: CommonOptions
    private let id: String

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        id = arguments.argument(
            "ID", as: .text, naming: .intent,
            help: "The id that 'pending list' shows, or as much as only it begins with.")
    }

    func run() async throws -> ExitCode { await PendingReport.show(options.context, id: id).code }
}

struct PendingRetryCommand: Command {
    static let name = "retry"
    static let summary = "Take up entries again that the server did not take."
    static let discussion =
        "What may have been made already is looked for in the server's list first: nothing is made twice."
    static let examples = [
        CommandExample("pocketbell pending retry 3fa2", "Have one sent again."),
        CommandExample("pocketbell pending retry 3fa2 91c0", "Have two sent again."),
    ]

    private let options: CommonOptions
    private let order: PendingOrder

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        order = PendingOrder(
            .retry,
            ids: arguments.remainingArguments("ID", as: .text, naming: .intent, help: "As 'pending list' shows it."))
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}

struct PendingDiscardCommand: Command {
    static let name = "discard"
    static let summary = "Give entries up that were not sent, or that the server did not take."
    static let examples = [
        CommandExample("pocketbell pending discard 3fa2", "It is not sent any more."),
        CommandExample("pocketbell pending discard 3fa2 91c0", "Give two up."),
    ]

    private let options: CommonOptions
    private let order: PendingOrder

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        order = PendingOrder(
            .discard,
            ids: arguments.remainingArguments("ID", as: .text, naming: .intent, help: "As 'pending list' shows it."))
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}

struct PendingEditCommand: Command {
    static let name = "edit"
    static let summary = "Change an entry that was not sent, or that the server did not take."
    static let examples = [
        CommandExample("pocketbell pending edit 3fa2 --amount -3.50", "Correct the amount; it is sent then."),
        CommandExample("pocketbell pending edit 3fa2 --category Gift", "File it under something else."),
    ]

    private let options: CommonOptions
    private let edit: PendingEdit

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        let fields = EntryFields(reading: &arguments)
        let amount = arguments.optionalOption(
            "amount", as: .entryAmount, named: "AMOUNT", help: "With its sign: +5.00 comes, -3.20 goes.")
        let description = arguments.optionalOption(
            "description", as: .text, named: "TEXT", help: "What it is for.")
        let id = arguments.argument(
            "ID", as: .text, naming: .intent, help: "The id that 'pending list' shows.")
        edit = PendingEdit(
            id: id, amount: amount, description: description, category: fields.category, notes: fields.notes)
    }

    func run() async throws -> ExitCode { await edit.run(options.context).code }
}
