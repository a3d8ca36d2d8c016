import CommandLineTool
import Commands
import TextFormats

struct GoalsAddCommand: OrderCommand {
    static let name = "add"
    static let summary = "Add a goal that a child saves for."
    static let examples = [
        CommandExample(
            "pocketbell goals add Alice Bicycle --target 120", "Alice saves for a bicycle."),
        CommandExample(
            "pocketbell goals add Alice Bicycle --target 120 --due 2026-12-24 --wait 10s",
            "Say until when, and wait until the server has it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let target = arguments.optionalOption(
            "target", as: .price, named: "AMOUNT", help: "What it costs.")
        let details = OrderArguments.goalDetails(reading: &arguments)
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        let words = arguments.remainingArguments("GOAL", as: .text, help: "What it is, in some words.")
        options = common.options
        order = .addGoal(of: child, words, target: target, details, common.terms)
    }
}

struct GoalsEditCommand: OrderCommand {
    static let name = "edit"
    static let summary = "Change a goal."
    static let examples = [
        CommandExample(
            "pocketbell goals edit Bicycle --target 140", "It costs more by now."),
        CommandExample(
            "pocketbell goals edit Bicycle --child Alice --due ''", "Take the day away."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let name = arguments.optionalOption(
            "name", as: .text, named: "TEXT", help: "What it is.")
        let target = arguments.optionalOption(
            "target", as: .price, named: "AMOUNT", help: "What it costs.")
        let details = OrderArguments.goalDetails(reading: &arguments)
        let child = OrderArguments.child(reading: &arguments)
        let goal = arguments.argument("GOAL", as: .text, help: "Its name, its id, or how only that begins.")
        options = common.options
        order = .editGoal(goal, of: child, name: name, target: target, details, common.terms)
    }
}

struct GoalsDepositCommand: OrderCommand {
    static let name = "deposit"
    static let summary = "Move money from a child's balance into a goal."
    static let examples = [
        CommandExample(
            "pocketbell goals deposit Bicycle 5.00", "Put five aside for it."),
        CommandExample(
            "pocketbell goals deposit Bicycle 5.00 --description 'From grandma'",
            "Say where it came from."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let description = arguments.optionalOption(
            "description", as: .text, named: "TEXT", help: "What it is.")
        let child = OrderArguments.child(reading: &arguments)
        let goal = arguments.argument("GOAL", as: .text, help: "Its name, its id, or how only that begins.")
        let amount = arguments.argument("AMOUNT", as: .price, help: "How much, such as 5.00.")
        options = common.options
        order = .deposit(amount, into: goal, of: child, description: description, common.terms)
    }
}

struct GoalsWithdrawCommand: OrderCommand {
    static let name = "withdraw"
    static let summary = "Move money from a goal back into the child's balance."
    static let examples = [
        CommandExample(
            "pocketbell goals withdraw Bicycle 5.00", "Take five back."),
        CommandExample(
            "pocketbell goals withdraw Bicycle 5.00 --reason 'School trip' --wait 10s",
            "Say why, and wait until the server has it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let reason = arguments.optionalOption(
            "reason", as: .text, named: "TEXT", help: "Why.")
        let child = OrderArguments.child(reading: &arguments)
        let goal = arguments.argument("GOAL", as: .text, help: "Its name, its id, or how only that begins.")
        let amount = arguments.argument("AMOUNT", as: .price, help: "How much, such as 5.00.")
        options = common.options
        order = .withdraw(amount, from: goal, of: child, reason: reason, common.terms)
    }
}

struct GoalsRemoveCommand: OrderCommand {
    static let name = "remove"
    static let summary = "Give a goal up; what was saved goes back into the child's balance."
    static let examples = [
        CommandExample(
            "pocketbell goals remove Bicycle", "Nobody saves for it any more."),
        CommandExample(
            "pocketbell goals remove 3fa2c0de", "By its id, as 'goals --ids' shows it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let child = OrderArguments.child(reading: &arguments)
        let goal = arguments.argument("GOAL", as: .text, help: "Its name, its id, or how only that begins.")
        options = common.options
        order = .removeGoal(goal, of: child, common.terms)
    }
}

extension OrderArguments {
    fileprivate static func goalDetails(reading arguments: inout ArgumentReader) -> RecordOrdering.GoalDetails {
        RecordOrdering.GoalDetails(
            description: arguments.optionalOption(
                "description", as: .textOrNothing, named: "TEXT", help: "More about it."),
            category: arguments.optionalOption(
                "category", as: .text, named: "CATEGORY",
                help: "Toy, Game, Electronics, Clothing, Experience, Savings, Charity or Other."),
            due: arguments.optionalOption(
                "due", as: .textOrNothing, named: "DAY", help: "Until when, such as 2026-12-24."),
            link: arguments.optionalOption(
                "link", as: .textOrNothing, named: "URL", help: "Where it can be bought."),
            priority: arguments.optionalOption(
                "priority", as: .text, named: "NUMBER", help: "The first is 1."))
    }
}
