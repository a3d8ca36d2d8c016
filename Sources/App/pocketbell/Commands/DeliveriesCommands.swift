import CommandLineTool
import Commands
import TextFormats

struct DeliveriesListCommand: Command {
    static let name = "list"
    static let summary = "List deliveries, newest first."
    static let examples = [
        CommandExample("pocketbell deliveries", "See what was told last, and what waits."),
        CommandExample("pocketbell deliveries --state dead --target chat", "See what was given up for one target."),
        CommandExample("pocketbell deliveries --state seen --from yesterday", "See what somebody has looked at."),
    ]

    private let options: CommonOptions
    private let list: ListArguments
    private let filter: ListFilter
    private let limit: Int?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments, ids: false)
        filter = ListFilter(ofDeliveries: &arguments) { arguments in
            let states: [ListFilter.ShownState] = arguments.repeatedOption(
                "state", as: .choice, named: "STATE",
                help:
                    "Only those in this state: delivered is all that a target took, accepted and seen those of which just that is "
                    + "proven.")
            return states.map(\.rawValue)
        }
        limit = arguments.rowLimit()
    }

    func run() async throws -> ExitCode {
        await DeliveriesReport.list(options.context, filter, list.options, limit: limit).code
    }
}

extension ListFilter {
    /// Which deliveries are wanted.
    ///
    /// - Parameter states: reads in which states.
    fileprivate init(ofDeliveries arguments: inout ArgumentReader, states: (inout ArgumentReader) -> [String]) {
        let target = arguments.optionalOption(
            "target", as: .text, named: "TARGET", naming: .target, help: "Only those to this target.")
        let wanted = states(&arguments)
        self = FilterArguments(reading: &arguments).filter(target: target, states: wanted)
    }
}

/// Which deliveries an order is about: numbers, or a filter.
struct DeliveryOrderArguments: Sendable {
    let order: DeliveryOrder

    init(_ action: DeliveryOrder.Action, reading arguments: inout ArgumentReader) {
        let filter = ListFilter(ofDeliveries: &arguments) { arguments in
            let states: [ListFilter.State] = arguments.repeatedOption(
                "state", as: .choice, named: "STATE", help: "Only those in this state.")
            return ListFilter.words(of: states)
        }
        let isAgreed = arguments.flag("yes", short: "y", help: "Do not ask before a filter's deliveries are handled.")
        let numbers = arguments.remainingArguments(
            "NUMBER", as: .integer(in: 1...Int.max), naming: .openDelivery,
            help: "Its number, as 'deliveries list' shows it; or say which by a filter.")
        order = DeliveryOrder(action, numbers: numbers, filter: filter, isAgreed: isAgreed)
    }
}

struct DeliveriesRetryCommand: Command {
    static let name = "retry"
    static let summary = "Send deliveries again that were given up or wait."
    static let discussion =
        "Name their numbers, or say which by a filter: without --state it finds what waits and what was given up. A filter shows first how many there are, and asks."
    static let examples = [
        CommandExample("pocketbell deliveries retry 12 14", "Send two again."),
        CommandExample(
            "pocketbell deliveries retry --state dead --target chat", "Send again whatever was given up for one target."
        ),
    ]

    private let options: CommonOptions
    private let order: DeliveryOrder

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        order = DeliveryOrderArguments(.retry, reading: &arguments).order
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}

struct DeliveriesDiscardCommand: Command {
    static let name = "discard"
    static let summary = "Give deliveries up for good; they stay in the list."
    static let discussion =
        "Name their numbers, or say which by a filter: without --state it finds what waits and what was given up. A filter shows first how many there are, and asks."
    static let examples = [
        CommandExample("pocketbell deliveries discard 12", "Nobody is told of it any more."),
        CommandExample(
            "pocketbell deliveries discard --state dead --to yesterday --yes",
            "Clear away what is old, without a question."),
    ]

    private let options: CommonOptions
    private let order: DeliveryOrder

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        order = DeliveryOrderArguments(.discard, reading: &arguments).order
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}

struct DeliveriesExplainCommand: Command {
    static let name = "explain"
    static let summary = "Tell everything about one delivery: its alert, each attempt, and what comes next."
    static let examples = [
        CommandExample("pocketbell deliveries explain 12", "See each attempt, and what comes next."),
        CommandExample("pocketbell deliveries explain 12 --json | jq .attempts", "Take the attempts into a script."),
    ]

    private let options: CommonOptions
    private let number: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        number = arguments.argument(
            "NUMBER", as: .integer(in: 1...Int.max), naming: .delivery,
            help: "The number that 'deliveries list' shows.")
    }

    func run() async throws -> ExitCode { await DeliveriesReport.explain(options.context, number: number).code }
}
