import CommandLineTool
import Daemon
import TextFormats

struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "Write the manual page."

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode {
        Output.write(ManualPage(tool: PocketBell.tool, date: Version.date).text)
        return .success
    }
}
