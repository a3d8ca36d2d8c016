import CommandLineTool
import Commands
import TextFormats

struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "Write the manual page."

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode {
        Output.write(ManualPage(tool: PocketBell.tool, date: Program.date).text)
        return .success
    }
}
