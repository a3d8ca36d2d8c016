import CommandLineTool
import Commands
import TextFormats

struct InitCommand: Command {
    static let name = "init"
    static let summary = "Set it up: ask what has to be known, try it, and write it down."
    static let discussion =
        "Asks for the family server, who signs in, and where alerts should go; signs in and sends a test alert to each place; then writes the configuration, each secret into a file of its own, and keeps the session. Whoever breaks it off before the end leaves everything as it was.\nBy root, where the package is installed, it sets up this machine's service and offers to start it.\nWith options for all that it asks it needs no terminal. --target takes "
        + SetupTargetChoice.forms
    static let examples = [
        CommandExample("pocketbell init", "Be asked for everything."),
        CommandExample("sudo pocketbell init", "Set this machine's service up."),
        CommandExample(
            "pocketbell init --server https://a.example --email mum@a.example", "Be asked for the rest only."),
        CommandExample(
            "pass f | pocketbell init -c my.yaml --target none --password-stdin",
            "Take the password from a store."),
    ]

    private let options: CommonOptions
    private let answers: SetupAnswers
    private let password: SignInRequest.Password
    private let replaces: Bool

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments, json: false)
        var answers = SetupAnswers()
        answers.server = arguments.optionalOption(
            "server", as: .url, named: "URL", help: "The address of the family server.")
        answers.email = arguments.optionalOption("email", as: .text, named: "ADDRESS", help: "Who signs in.")
        answers.name = arguments.optionalOption(
            "name", as: .accountName, named: "NAME", help: "What to call the account; else what stands before the '@'.")
        password = PasswordOptions(reading: &arguments).source
        let targets = arguments.repeatedOption(
            "target", short: "t", as: .setupTarget, named: "KIND=WHERE", help: "Where alerts should go.")
        answers.targets = targets.isEmpty ? nil : targets
        answers.allowsPrivateAddresses = arguments.flag(
            "private-addresses", help: "The targets may be in a private network, such as that of your house.")
        answers.isTested = !arguments.flag("untested", help: "Send no test alerts to those targets.")
        let starts = arguments.flag("start", help: "Start the service at the end, without asking.")
        let waits = arguments.flag("no-start", help: "Do not start the service, and do not ask.")
        answers.isStarted = starts ? true : waits ? false : nil
        replaces = arguments.flag("replace", help: "Replace a configuration that is there, without asking.")
        self.answers = answers
    }

    func run() async throws -> ExitCode {
        let request = Setup.Request(
            answers, password: password, file: options.configuration, user: options.isForUser,
            system: options.isForSystem, replaces: replaces)
        return await Setup.run(request).code
    }
}
