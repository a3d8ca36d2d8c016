import CommandLineTool
import Commands
import TextFormats

struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "Write the manual page."
    static let examples = [
        CommandExample("pocketbell manual | man -l -", "Read the page where it is not installed."),
        CommandExample("pocketbell manual >pocketbell.1", "Keep its source in a file."),
    ]

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode {
        Output.write(ManualPage(tool: PocketBell.tool, date: PocketBell.date, PocketBell.manual).text)
        return .success
    }
}
