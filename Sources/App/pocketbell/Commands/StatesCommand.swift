import CommandLineTool
import Commands
import TextFormats

struct StatesCommand: Command {
    static let name = "states"
    static let summary = "Write every state that the program can be in, and what leads to it."
    static let examples = [
        CommandExample("pocketbell states | less", "Read what 'status' shows, and why."),
        CommandExample("pocketbell states >states.md", "Keep it beside the program's version."),
    ]

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode {
        Output.write(StatesPage.text)
        return .success
    }
}
