import CommandLineTool
import Commands

struct OpenCommand: Command {
    static let name = "open"
    static let summary = "Show the page in the browser, signed in."
    static let discussion =
        "The link signs one browser in, once, within a minute. Without a desktop, or with --print, it is printed for you to open; whoever opens it first is signed in, so give it to nobody else."
    static let examples = [
        CommandExample("pocketbell open", "See the family's money in the browser."),
        CommandExample("pocketbell open --print", "Have the link, for a browser of your choice on this machine."),
    ]

    private let options: CommonOptions
    private let isPrinted: Bool

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        isPrinted = arguments.flag("print", help: "Print the link, and open nothing.")
    }

    func run() async throws -> ExitCode { await PageOpening.open(isPrinted: isPrinted, options.context).code }
}
