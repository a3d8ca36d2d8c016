import CommandLineTool
import Commands
import TextFormats

struct AddCommand: Command {
    static let name = "add"
    static let summary = "Enter money that a child got or spent."
    static let discussion =
        "+5.00 is money that comes, -3.20 money that goes. When the command returns, the entry is safe on the disk: it is sent to the server as soon as that can be reached, once, and shown as pending until then.\nWith --wait it ends with status 1 if the server refuses the entry; an entry that still waits is a success."
    static let examples = [
        CommandExample("pocketbell add Alice -3.20 Ice cream", "Alice bought an ice cream."),
        CommandExample(
            "pocketbell add Alice +5.00 Lawn mowed --category Chores --wait 10s",
            "Alice earned something; wait until the server has it."),
    ]

    private let options: CommonOptions
    private let entry: Entry

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        let fields = EntryFields(reading: &arguments)
        let account = arguments.optionalOption(
            "account", as: .text, named: "ACCOUNT", naming: .account,
            help: "By whose login, where more than one parent is signed in.")
        let wait = arguments.optionalOption(
            "wait", as: .duration(in: .seconds(1)...(.seconds(3_600))), named: "TIME",
            help: "Wait so long for the server to have it.")
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        let amount = arguments.argument(
            "AMOUNT", as: .entryAmount, help: "The amount with its sign: +5.00 comes, -3.20 goes.")
        let words = arguments.remainingArguments("DESCRIPTION", as: .text, help: "What it is for, in some words.")
        entry = Entry(
            child: child, amount: amount, words: words, category: fields.category, notes: fields.notes,
            account: account, wait: wait)
    }

    func run() async throws -> ExitCode { await entry.run(options.context).code }
}

/// What an entry may have besides what it must have.
struct EntryFields: Sendable {
    let category: String?
    let notes: String?

    init(reading arguments: inout ArgumentReader) {
        category = arguments.optionalOption(
            "category", as: .text, named: "CATEGORY", naming: .category,
            help: "What the server files it under; without it OtherIncome or OtherSpending.")
        notes = arguments.optionalOption(
            "notes", as: .text, named: "TEXT", help: "More about it; the family sees this too.")
    }
}
