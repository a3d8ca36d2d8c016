import CommandLineTool
import Commands
import TextFormats

struct LogoutCommand: Command {
    static let name = "logout"
    static let summary = "Forget the session of an account; what was recorded stays."

    private let options: CommonOptions
    private let account: String

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        account = arguments.argument("ACCOUNT", as: .text, help: "The name of the account.")
    }

    func run() async throws -> ExitCode { await SignIn.forget(options.context, account: account).code }
}
