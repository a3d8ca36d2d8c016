import CommandLineTool
import Commands
import TextFormats

struct BackupCommand: Command {
    static let name = "backup"
    static let summary = "Copy the store to a file and check the copy, while the program runs."
    static let discussion =
        "The file is for its owner alone and has its name only once it was checked. Sessions and secrets are not in it: after a restore on another machine accounts sign in again. The running program writes it, so its user needs the right to."
    static let examples = [
        CommandExample("pocketbell backup pocketbell.backup", "Make a copy."),
        CommandExample("sudo pocketbell backup --force /var/backups/pocketbell", "Replace the copy of last time."),
    ]

    private let options: CommonOptions
    private let order: CopyOrder

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        let replaces = arguments.flag("force", help: "Replace a file that is there already.")
        order = CopyOrder(
            .backup, file: arguments.argument("FILE", as: .file, help: "Where the copy goes."), replaces: replaces)
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}

struct RestoreCommand: Command {
    static let name = "restore"
    static let summary = "Take a copy that 'backup' made in the place of the store."
    static let discussion =
        "The copy is checked first, and the former store is kept. A running program takes the copy up by itself within seconds. What was told or sent since the copy was made is known from the ledger beside the store: nobody hears it twice, and nothing that was entered is sent twice."
    static let examples = [
        CommandExample("pocketbell restore pocketbell.backup", "Go back to a copy."),
        CommandExample("pocketbell restore --json pocketbell.backup | jq .transactions", "Count what is in it."),
    ]

    private let options: CommonOptions
    private let order: CopyOrder

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        order = CopyOrder(.restore, file: arguments.argument("FILE", as: .file, help: "A copy that 'backup' made."))
    }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}
