import CommandLineTool
import Commands
import TextFormats

struct GoalsListCommand: RecordListCommand {
    static let name = "list"
    static let summary = "List what the children save for."
    static let examples = [
        CommandExample(
            "pocketbell goals", "See how far each child is."),
        CommandExample(
            "pocketbell goals list --child Alice --json", "Take one child's goals into a script."),
    ]
    static let table = RecordTable.goals
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct WishlistListCommand: RecordListCommand {
    static let name = "list"
    static let summary = "List what the children would like to have."
    static let examples = [
        CommandExample(
            "pocketbell wishlist", "See every wish."),
        CommandExample(
            "pocketbell wishlist list --child Alice --csv >wishes.csv", "Open one child's wishes in a spreadsheet."),
    ]
    static let table = RecordTable.wishes
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct ChoresListCommand: RecordListCommand {
    static let name = "list"
    static let summary = "List the chores, with how often each was done and what waits for a parent."
    static let examples = [
        CommandExample(
            "pocketbell chores", "See what there is to do."),
        CommandExample(
            "pocketbell chores list --json | jq -r 'select(.waiting > 0).title'",
            "Take the titles of what waits into a script."),
    ]
    static let table = RecordTable.chores
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct ChoresHistoryCommand: RecordListCommand {
    static let name = "history"
    static let summary = "List what was done, and what a parent made of it."
    static let examples = [
        CommandExample(
            "pocketbell chores history", "See what was done."),
        CommandExample(
            "pocketbell chores history --child Alice --csv >done.csv", "Open one child's work in a spreadsheet."),
    ]
    static let table = RecordTable.completions
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct FamilyCommand: RecordListCommand {
    static let name = "family"
    static let summary = "List who has a login in the family."
    static let examples = [
        CommandExample(
            "pocketbell family", "See who can sign in."),
        CommandExample(
            "pocketbell family --json | jq -r .email", "Take the addresses into a script."),
    ]
    static let table = RecordTable.members
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct SavingsListCommand: RecordListCommand {
    static let name = "list"
    static let summary = "List what the children have put aside."
    static let examples = [
        CommandExample(
            "pocketbell savings", "See how much each child has saved."),
        CommandExample(
            "pocketbell savings list --child Alice --json", "Take one child's savings into a script."),
    ]
    static let table = RecordTable.savings
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct SavingsHistoryCommand: RecordListCommand {
    static let name = "history"
    static let summary = "List how money came to the savings and left them."
    static let examples = [
        CommandExample(
            "pocketbell savings history", "See what was put aside."),
        CommandExample(
            "pocketbell savings history --child Alice --csv >savings.csv", "Open one child's savings in a spreadsheet."),
    ]
    static let table = RecordTable.savingsMovements
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct BudgetsCommand: RecordListCommand {
    static let name = "budgets"
    static let summary = "List how much may be spent of which category."
    static let examples = [
        CommandExample(
            "pocketbell budgets", "See every budget."),
        CommandExample(
            "pocketbell budgets --child Alice --json", "Take one child's budgets into a script."),
    ]
    static let table = RecordTable.budgets
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct CategoriesCommand: Command {
    static let name = "categories"
    static let summary = "List what money can be filed under."
    static let discussion =
        "What the family server offers: add and pending edit take these words behind --category. Where a server does not say, the ones that PocketBell knows are listed."
    static let examples = [
        CommandExample("pocketbell categories", "See every category."),
        CommandExample("pocketbell categories --for spending --json", "Take those for money that goes into a script."),
    ]

    private let options: CommonOptions
    private let list: ListArguments
    private let way: CategoriesReport.Way?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments)
        way = arguments.optionalOption(
            "for", as: .choice, named: "MONEY", help: "Only those for money that comes (income) or goes (spending).")
    }

    func run() async throws -> ExitCode { await CategoriesReport.show(options.context, for: way, list.options).code }
}

struct AllowanceShowCommand: RecordListCommand {
    static let name = "show"
    static let summary = "Show what each child gets, and when."
    static let examples = [
        CommandExample(
            "pocketbell allowance", "See what each child gets."),
        CommandExample(
            "pocketbell allowance show --child Alice --json", "Take one child's allowance into a script."),
    ]
    static let table = RecordTable.allowance
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct AllowanceHistoryCommand: RecordListCommand {
    static let name = "history"
    static let summary = "List when an allowance was paused, resumed or changed."
    static let examples = [
        CommandExample(
            "pocketbell allowance history", "See what was changed."),
        CommandExample(
            "pocketbell allowance history --child Alice --csv >allowance.csv", "Open it in a spreadsheet."),
    ]
    static let table = RecordTable.allowanceChanges
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}

struct NotificationsListCommand: RecordListCommand {
    static let name = "list"
    static let summary = "List what the family server tells this login, newest first."
    static let examples = [
        CommandExample(
            "pocketbell notifications", "See what there is to know."),
        CommandExample(
            "pocketbell notifications list --json | jq 'select(.read | not)'", "Take what is unread into a script."),
    ]
    static let table = RecordTable.notifications
    let arguments: RecordArguments

    init(_ arguments: RecordArguments) { self.arguments = arguments }
}
