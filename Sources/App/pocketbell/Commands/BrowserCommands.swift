import CommandLineTool
import Commands
import TextFormats

struct BrowserListCommand: Command {
    static let name = "list"
    static let summary =
        "Show which browsers are signed in at the page, whose they are, and when each was there last, to the hour."
    static let examples = [
        CommandExample("pocketbell browsers", "See all."),
        CommandExample("pocketbell browsers list --json | jq -r .agent", "What they say of themselves."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) { options = CommonOptions(reading: &arguments) }

    func run() async throws -> ExitCode { await BrowserReport.list(options.context).code }
}

struct BrowserSignOutCommand: Command {
    static let name = "sign-out"
    static let summary = "Sign a browser out, or all of them: what they ask next is where to sign in."
    static let examples = [
        CommandExample("pocketbell browsers sign-out 3", "A phone was lost."),
        CommandExample("pocketbell browsers sign-out --all", "Everybody signs in again."),
    ]

    private let options: CommonOptions
    private let number: Int?
    private let isAll: Bool

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        isAll = arguments.flag("all", help: "All that are signed in.")
        number = arguments.optionalArgument(
            "NUMBER", as: .integer(in: 1...Int.max), help: "Its number, as 'browsers' shows it; without it, --all.")
    }

    func run() async throws -> ExitCode {
        await BrowserReport.signOut(number, isAll: isAll, options.context).code
    }
}
