import CommandLineTool
import Commands
import TextFormats

struct NotificationsReadCommand: Command {
    static let name = "read"
    static let summary = "Note that notifications were read."
    static let discussion = OrderArguments.discussion
    static let examples = [
        CommandExample("pocketbell notifications read 3fa2c0de", "One was read."),
        CommandExample(
            "pocketbell notifications read --all", "All that are listed here were; none that comes meanwhile."),
    ]

    private let options: CommonOptions
    private let order: RecordOrdering?

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let isAll = arguments.flag("all", help: "All that are not read, as far as they are listed here.")
        let ids = arguments.remainingArguments(
            "ID", as: .text, help: "Its id, as 'notifications --ids' shows it, or as much as only it begins with.")
        options = common.options
        order = isAll == ids.isEmpty ? .readNotifications(ids, common.terms) : nil
    }

    func run() async throws -> ExitCode {
        await RecordOrdering.run(order, options.context, else: "name notifications by their ids, or give --all").code
    }
}
