import CommandLineTool
import Commands
import TextFormats

struct LogoutCommand: Command {
    static let name = "logout"
    static let summary = "Forget the session of an account; what was recorded stays."
    static let examples = [
        CommandExample("pocketbell logout", "Forget the session of the only account."),
        CommandExample("sudo pocketbell logout mum --system", "Forget that of one account of the machine's service."),
    ]

    private let options: CommonOptions
    private let account: String?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        account = arguments.optionalArgument(
            "ACCOUNT", as: .text, naming: .account, help: "Which one; left out, the only one.")
    }

    func run() async throws -> ExitCode { await SignIn.forget(options.context, account: account).code }
}
