import CommandLineTool
import Commands
import TextFormats

struct PendingListCommand: Command {
    static let name = "list"
    static let summary = "List what was entered or ordered here and is not on the server yet, newest first."
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
            ids: arguments.remainingArguments(
                "ID", as: .text, naming: .intent, help: "Its id, as 'pending list' shows it."))
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
            ids: arguments.remainingArguments(
                "ID", as: .text, naming: .intent, help: "Its id, as 'pending list' shows it."))
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}

struct PendingEditCommand: Command {
    static let name = "edit"
    static let summary = "Change an entry that was not sent, or that the server did not take."
    static let examples = [
        CommandExample("pocketbell pending edit 3fa2 --amount -3.50", "Correct the amount; it is sent then."),
        CommandExample("pocketbell pending edit 3fa2 --category Gift", "File it under something else."),
        CommandExample("pocketbell pending edit 3fa2 --set price=14.50", "Correct what a wish costs."),
    ]

    private let options: CommonOptions
    private let edit: PendingEdit

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        let fields = EntryFields(reading: &arguments)
        let amount = arguments.optionalOption(
            "amount", as: .price, named: "AMOUNT",
            help: "With its sign (+5.00 comes, -3.20 goes); into a goal or out of it without: 5.00.")
        let description = arguments.optionalOption(
            "description", as: .text, named: "TEXT", help: "What it is for.")
        let changes = arguments.repeatedOption(
            "set", as: .text, named: "NAME=VALUE",
            help: "Of an order about a record, what it is to say: a name that 'pending show' shows, and its value.")
        let id = arguments.argument(
            "ID", as: .text, naming: .intent, help: "The id that 'pending list' shows.")
        edit = PendingEdit(
            id: id, amount: amount, description: description, category: fields.category, notes: fields.notes,
            fields: changes)
    }

    func run() async throws -> ExitCode { await edit.run(options.context).code }
}

struct PendingExportCommand: Command {
    static let name = "export"
    static let summary = "Write what is not on the server yet to a file, photos included."
    static let discussion =
        "Any version of the program imports such a file, so this takes entries along where a store cannot be used: one that a newer version wrote, one that is damaged, one on another machine. The file is for its owner alone. The entries stay here, too: before they are imported elsewhere, end this program or give them up."
    static let examples = [
        CommandExample("pocketbell pending export unsent.json", "Take them along."),
        CommandExample("pocketbell pending export - | jq -r .order.description", "See what they are."),
    ]

    private let options: CommonOptions
    private let order: UnsentExport

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        let replaces = arguments.flag("force", help: "Replace a file that is there already.")
        order = UnsentExport(
            to: arguments.argument("FILE", as: .file, help: "Where they go; '-' is standard output."),
            replaces: replaces)
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}

struct PendingImportCommand: Command {
    static let name = "import"
    static let summary = "Take in what 'pending export' wrote, each entry once."
    static let discussion =
        "What is here already, or was sent or given up since, is not taken again. What somebody else has entered needs that person's login; a line that is refused keeps no other back."
    static let examples = [
        CommandExample("pocketbell pending import unsent.json", "Take them in."),
        CommandExample("ssh old pocketbell pending export - | pocketbell pending import -", "From another machine."),
    ]

    private let options: CommonOptions
    private let order: UnsentImport

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        order = UnsentImport(
            from: arguments.argument("FILE", as: .file, help: "What 'export' wrote; '-' is standard input."))
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}
