import CommandLineTool
import Commands
import TextFormats

struct LoginCommand: Command {
    static let name = "login"
    static let summary = "Sign an account in and keep the session."
    static let discussion =
        "ACCOUNT is the name of an account in the configuration file. For one that is in no file give its server and e-mail.\nThe password comes from the terminal, from standard input or from a file, never from the command line.\nWith a running program it is that program that signs in and watches from then on. The machine's service is asked by root and by the members of the group pocketbell."
    static let examples = [
        CommandExample("pocketbell login", "Be asked for whatever is not known yet."),
        CommandExample("pocketbell login mum", "Sign in again with a configured account."),
        CommandExample(
            "pass family | sudo pocketbell login mum --password-stdin",
            "Sign in at the machine's service, without a terminal."),
        CommandExample(
            "pocketbell login mum --keep-in file",
            "For a program that has to run while nobody is at the desktop."),
    ]

    private let options: CommonOptions
    private let account: String?
    private let server: String?
    private let email: String?
    private let accountName: String?
    private let place: SignInRequest.Place?
    private let password: SignInRequest.Password

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        server = arguments.optionalOption("server", as: .url, named: "URL", help: "The address of the family server.")
        email = arguments.optionalOption("email", as: .text, named: "ADDRESS", help: "Who signs in.")
        accountName = arguments.optionalOption("name", as: .text, named: "NAME", help: "What to call the account here.")
        place = arguments.optionalOption(
            "keep-in", as: .choice, named: "PLACE",
            help: "Where the session is kept; without it in the desktop's secret service where one is open.")
        password = PasswordOptions(reading: &arguments).source
        account = arguments.optionalArgument(
            "ACCOUNT", as: .text, naming: .account, help: "An account that is configured, or was signed in before.")
    }

    func run() async throws -> ExitCode {
        let request = SignInRequest(
            account: account, server: server, email: email, name: accountName, place: place,
            password: password)
        return await SignIn.run(options.context, request).code
    }
}

/// Where a password comes from, which is never the command line.
struct PasswordOptions {
    let source: SignInRequest.Password

    init(reading arguments: inout ArgumentReader) {
        let readsStandardInput = arguments.flag("password-stdin", help: "Read the password from standard input.")
        let file = arguments.optionalOption(
            "password-file", as: .file, named: "FILE",
            help: "Read the password from a file or pipe; '-' is standard input.")
        source = readsStandardInput || file == "-" ? .standardInput : file.map { .file($0) } ?? .prompt
    }
}
