import CommandLineTool
import Commands
import TextFormats

struct ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Tell how something came to be told, to whom, and why not to others."
    static let discussion =
        "Which hub announced it and when it was found, what each of today's rules makes of it, who was told, held or left in peace, "
        + "each attempt, and when somebody has seen it. Of an id its beginning is enough, with four letters or more."
    static let examples = [
        CommandExample("pocketbell explain 12", "The delivery that 'deliveries list' shows as number 12."),
        CommandExample(
            "pocketbell explain 4f1c22", "Why nobody has heard of a transaction that 'transactions --ids' shows."),
    ]

    private let options: CommonOptions
    private let id: String

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        id = arguments.argument(
            "ID", as: .text, help: "A delivery's number, an alert's key, or the id of a transaction or a record.")
    }

    func run() async throws -> ExitCode { await ExplainReport.show(id, options.context).code }
}
