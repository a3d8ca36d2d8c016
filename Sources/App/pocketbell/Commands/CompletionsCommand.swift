import CommandLineTool
import Commands
import TextFormats

struct CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "Write the completion script for a shell."
    static let examples = [
        CommandExample(
            "source <(pocketbell completions bash)", "Let this bash complete commands, targets, accounts and children."),
        CommandExample("pocketbell completions fish >pocketbell.fish", "Keep the script of fish in a file."),
    ]

    private let shell: CompletionScript

    init(reading arguments: inout ArgumentReader) {
        shell = arguments.argument("SHELL", as: .choice, help: "The shell.")
    }

    func run() async throws -> ExitCode {
        Output.write(shell.text(tool: PocketBell.tool.name))
        return .success
    }
}
