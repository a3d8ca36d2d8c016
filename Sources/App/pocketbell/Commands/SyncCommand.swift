import CommandLineTool
import Commands
import TextFormats

struct SyncCommand: Command {
    static let name = "sync"
    static let summary = "Have the running program read everything from the server now."
    static let discussion =
        "The children's money first, then every list beside it. It is read by itself all the time: this is for whoever wants to be sure. A row that the server does not list any more is withdrawn after a second reading, ten minutes later."
    static let examples = [
        CommandExample("pocketbell sync", "Read everything anew, of every account."),
        CommandExample(
            "pocketbell sync --account mum --json | tail -n 1 | jq -r .outcome", "Take the outcome into a script."),
    ]

    private let options: CommonOptions
    private let account: String?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        account = arguments.optionalOption(
            "account", as: .text, named: "ACCOUNT", naming: .account, help: "Only this one.")
    }

    func run() async throws -> ExitCode { await SyncReport.run(options.context, account: account).code }
}
