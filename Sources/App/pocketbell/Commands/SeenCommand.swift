import CommandLineTool
import Commands
import TextFormats

struct SeenCommand: Command {
    static let name = "seen"
    static let summary = "Say that you have seen what was told."
    static let discussion =
        "What a rule tells again ('again'), or tells others ('unless-seen'), ends with this. A click on a popup of a desktop, or closing it, says the same; of no other kind of target can PocketBell know whether anybody looked."
    static let examples = [
        CommandExample("pocketbell seen 12", "You have read what delivery 12 tells."),
        CommandExample("pocketbell seen --all", "You have read everything that would be told again."),
    ]

    private let options: CommonOptions
    private let isAll: Bool
    private let numbers: [Int]

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        isAll = arguments.flag(
            "all", help: "Everything that is told again, or told others, unless somebody has seen it.")
        numbers = arguments.remainingArguments(
            "NUMBER", as: .integer(in: 1...Int.max), naming: .delivery,
            help: "The number that 'deliveries list' shows; or --all.")
    }

    func run() async throws -> ExitCode { await SeenReport.mark(numbers, isAll: isAll, options.context).code }
}
