import CommandLineTool
import Commands
import TextFormats

/// A command that lists records of one kind.
protocol RecordListCommand: Command {
    static var table: RecordTable { get }
    var arguments: RecordArguments { get }
    init(_ arguments: RecordArguments)
}

extension RecordListCommand {
    init(reading arguments: inout ArgumentReader) { self.init(RecordArguments(reading: &arguments)) }

    func run() async throws -> ExitCode {
        await RecordsReport.show(
            Self.table, arguments.options.context, child: arguments.child, arguments.list.options
        ).code
    }
}

/// What they all take.
struct RecordArguments: Sendable {
    let options: CommonOptions
    let list: ListArguments
    let child: String?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments)
        child = FilterArguments.child(reading: &arguments)
    }
}
