import CommandLineTool
import Commands
import TextFormats

struct StatusCommand: Command {
    static let name = "status"
    static let summary = "Show connections, last scans, and counts that must add up."
    static let examples = [
        CommandExample("pocketbell status", "See whether all is well."),
        CommandExample("pocketbell status --json | jq -r '.accounts[].state'", "Take the connections into a script."),
    ]

    private let options: CommonOptions
    private let follows: Bool

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        follows = arguments.flag("follow", short: "f", help: "Go on and show each change.")
    }

    func run() async throws -> ExitCode { await StatusReport.show(options.context, follows: follows).code }
}
