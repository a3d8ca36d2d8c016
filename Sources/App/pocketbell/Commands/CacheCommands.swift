import CommandLineTool
import Commands
import TextFormats

struct CacheShowCommand: Command {
    static let name = "show"
    static let summary = "Show how much of the family's data lies on this machine."
    static let discussion =
        "The store's files, its rows, what the server keeps beside money, and pictures: how many, how large, since when, and how long each is kept."
    static let examples = [
        CommandExample("pocketbell cache", "See what there is."),
        CommandExample("pocketbell cache --json | jq 'map(.bytes // 0) | add' -s", "Count the bytes."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) { options = CommonOptions(reading: &arguments) }

    func run() async throws -> ExitCode { await CacheReport.show(options.context).code }
}

struct CacheRefreshCommand: Command {
    static let name = "refresh"
    static let summary = "Have the running program read everything from the server now, as 'sync' does."
    static let examples = [
        CommandExample("pocketbell cache refresh", "Read everything anew, of every account."),
        CommandExample("pocketbell cache refresh --account mum", "Read everything of one."),
    ]

    private let options: CommonOptions
    private let account: String?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        account = arguments.optionalOption(
            "account", as: .text, named: "ACCOUNT", naming: .account, help: "Only this one.")
    }

    func run() async throws -> ExitCode { await SyncReport.run(options.context, account: account).code }
}

struct CacheClearCommand: Command {
    static let name = "clear"
    static let summary = "Forget what can be read from the server again."
    static let discussion =
        "Lists beside money with what they said before, pictures that were fetched, and raw messages. Never what waits to be sent or decided, what was told to whom, or transactions: nobody hears anything twice. A running program reads the lists anew by itself."
    static let examples = [
        CommandExample("pocketbell cache clear", "Begin the lists anew."),
        CommandExample("pocketbell cache clear --json | jq .rows", "Count what went."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) { options = CommonOptions(reading: &arguments) }

    func run() async throws -> ExitCode { await CacheReport.run(.clear, options.context).code }
}

struct CachePurgeCommand: Command {
    static let name = "purge"
    static let summary = "Forget now what is too old; it is done once an hour anyway."
    static let discussion = "How long each is kept stands in 'cache show'. What waits is kept however old it is."
    static let examples = [
        CommandExample("pocketbell cache purge", "Forget what is too old."),
        CommandExample("pocketbell cache purge --json | jq .bytes", "Count the bytes of pictures that went."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) { options = CommonOptions(reading: &arguments) }

    func run() async throws -> ExitCode { await CacheReport.run(.purge, options.context).code }
}
