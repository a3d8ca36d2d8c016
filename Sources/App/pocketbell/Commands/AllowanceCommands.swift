import CommandLineTool
import Commands
import TextFormats

struct AllowanceSetCommand: OrderCommand {
    static let name = "set"
    static let summary = "Set what a child gets each week."
    static let examples = [
        CommandExample(
            "pocketbell allowance set Alice 7.50", "Alice gets 7.50 from now on."),
        CommandExample(
            "pocketbell allowance set Alice 0 --reason 'Summer camp' --wait 10s", "Nothing for now; say why."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let reason = arguments.optionalOption(
            "reason", as: .text, named: "TEXT", help: "Why, for the family to read.")
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        let amount = arguments.argument("AMOUNT", as: .price, help: "How much, such as 5.00.")
        options = common.options
        order = .setAllowance(of: child, to: amount, reason: reason, common.terms)
    }
}

struct AllowancePauseCommand: OrderCommand {
    static let name = "pause"
    static let summary = "Pause a child's allowance."
    static let examples = [
        CommandExample(
            "pocketbell allowance pause Alice", "Nothing is paid until it is resumed."),
        CommandExample(
            "pocketbell allowance pause Alice --reason 'On holiday'", "Say why."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let reason = arguments.optionalOption(
            "reason", as: .text, named: "TEXT", help: "Why, for the family to read.")
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        options = common.options
        order = .pauseAllowance(of: child, reason: reason, common.terms)
    }
}

struct AllowanceResumeCommand: OrderCommand {
    static let name = "resume"
    static let summary = "Pay a child's allowance again."
    static let examples = [
        CommandExample(
            "pocketbell allowance resume Alice", "It is paid again."),
        CommandExample(
            "pocketbell allowance resume Alice --wait 10s", "Wait until the server has it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        options = common.options
        order = .resumeAllowance(of: child, common.terms)
    }
}

struct AllowanceSettingsCommand: OrderCommand {
    static let name = "settings"
    static let summary = "Change what is decided for a child: allowance, savings, debt."
    static let examples = [
        CommandExample(
            "pocketbell allowance settings Alice --day Sunday --may-owe no", "Pay on Sundays, and let nothing be owed."),
        CommandExample(
            "pocketbell allowance settings Alice --saves yes --percentage 20",
            "Save a fifth of it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let fields: [String: String?] = [
            "weeklyAllowance": arguments.optionalOption(
                "weekly", as: .price, named: "AMOUNT", help: "What the child gets each week."),
            "allowanceDay": arguments.optionalOption(
                "day", as: .textOrNothing, named: "DAY",
                help: "On which day of the week it is paid, such as Sunday; '' for seven days after the last."),
            "savesAutomatically": arguments.optionalOption(
                "saves", as: .text, named: "YES|NO", help: "Whether a part of it is saved by itself."),
            "transfer": arguments.optionalOption(
                "transfer", as: .text, named: "WORD", help: "How much of it: none, fixedAmount or percentage."),
            "transferPercentage": arguments.optionalOption(
                "percentage", as: .text, named: "NUMBER", help: "So many per cent, from 0 to 100."),
            "transferAmount": arguments.optionalOption(
                "amount", as: .price, named: "AMOUNT", help: "So much each time."),
            "seesSavings": arguments.optionalOption(
                "sees-savings", as: .text, named: "YES|NO", help: "Whether the child may know what it has saved."),
            "mayOwe": arguments.optionalOption(
                "may-owe", as: .text, named: "YES|NO", help: "Whether the balance may fall below nothing."),
        ]
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        options = common.options
        order = .changeSettings(of: child, fields, common.terms)
    }
}
