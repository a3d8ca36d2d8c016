import CommandLineTool
import Commands
import TextFormats

struct DesktopCommand: Command {
    static let name = "desktop"
    static let summary = "Show what a watcher elsewhere tells, as popups in this session."
    static let discussion =
        "Runs until Ctrl-C or SIGTERM. The watcher has a target of 'kind: desktops', and 'pocketbell token create --desktop TARGET' there makes the token, which comes from the terminal, from standard input or from a file, never from the command line.\nWatcher and token are kept for this user once they have been taken; from then on 'pocketbell desktop' alone will do, and so does the user unit pocketbell-desktop. What a person clicks or takes away is told to the watcher as seen."
    static let examples = [
        CommandExample("pocketbell desktop --sign-in", "Sign in at this machine's service, and end."),
        CommandExample("pocketbell desktop", "Show what comes, until Ctrl-C."),
    ]

    private let options: DesktopProgram.Options

    init(reading arguments: inout ArgumentReader) {
        let watcher = arguments.optionalOption(
            "watcher", as: .watcherAddress, named: "ADDRESS",
            help: "Where the watcher is; without it the one that is kept, else this machine's service.")
        let certificate = arguments.optionalOption(
            "ca", as: .file, named: "FILE",
            help: "A PEM file with the watcher's own certificate, or with who vouches for it.")
        let file = arguments.optionalOption(
            "token-file", as: .file, named: "FILE",
            help: "Read the token from a file or pipe; '-' is standard input.")
        let isSignIn = arguments.flag("sign-in", help: "Take a new token, keep it once it was let in, and end.")
        options = DesktopProgram.Options(
            watcher: watcher, certificate: certificate,
            token: file == "-" ? .standardInput : file.map { .file($0) } ?? .prompt, isSignIn: isSignIn)
    }

    func run() async throws -> ExitCode { await DesktopProgram.run(options).code }
}

struct TokenCreateCommand: Command {
    static let name = "create"
    static let summary = "Make a token for a desktop, or for a program that follows the feed, and show it this once."
    static let discussion =
        "With --desktop: who has it sees what goes to the target, and says what was seen, and nothing else; with --approve also that a chore is approved, at a button of its popup.\nWith --feed: who has it follows at /feed/events what happens; with --child what that child may know, and nothing else.\nOnly a sum of it is kept here: one that is lost is taken back, and another one made. A copy of the store brings back what was taken back after it was made."
    static let examples = [
        CommandExample("sudo pocketbell token create --desktop mum-desktop", "A token for one desktop."),
        CommandExample(
            "sudo pocketbell token create --desktop mum-desktop --approve", "One by which a parent approves chores."),
        CommandExample("sudo pocketbell token create --feed", "One for a program that follows all that happens."),
        CommandExample("sudo pocketbell token create --feed --child Alice", "One that follows what Alice may know."),
        CommandExample("pocketbell token create --feed --json | jq -r .token", "Take it for a script."),
    ]

    private let options: CommonOptions
    private let order: TokenReport.Order

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        let target = arguments.optionalOption(
            "desktop", as: .text, named: "TARGET", naming: .target,
            help: "A target of 'kind: desktops' in the configuration.")
        let approves = arguments.flag(
            "approve", help: "Whoever sits there may approve chores, so only for a screen at which no child sits.")
        let isForFeed = arguments.flag("feed", help: "For the feed, not for a desktop.")
        let child = arguments.optionalOption(
            "child", as: .text, named: "NAME", naming: .child,
            help: "With --feed: what this child may know, and nothing else.")
        order = TokenReport.Order(desktop: target, approves: approves, isForFeed: isForFeed, child: child)
    }

    func run() async throws -> ExitCode { await TokenReport.create(order, options.context).code }
}

struct TokenListCommand: Command {
    static let name = "list"
    static let summary = "Show who may sign in by a token: desktops, and programs that follow the feed."
    static let examples = [
        CommandExample("pocketbell token", "See all."),
        CommandExample("pocketbell token list --json | jq -r .number", "Take the numbers of all."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) { options = CommonOptions(reading: &arguments) }

    func run() async throws -> ExitCode { await TokenReport.list(options.context).code }
}

struct TokenRevokeCommand: Command {
    static let name = "revoke"
    static let summary = "Take a token back: who is connected with it no longer is."
    static let examples = [
        CommandExample("sudo pocketbell token revoke 3", "A laptop was lost."),
        CommandExample("pocketbell token revoke 3 --json", "Have the number of the one that is over."),
    ]

    private let options: CommonOptions
    private let number: Int

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        number = arguments.argument(
            "NUMBER", as: .integer(in: 1...Int.max), help: "Its number, as 'token list' shows it.")
    }

    func run() async throws -> ExitCode { await TokenReport.revoke(number, options.context).code }
}
