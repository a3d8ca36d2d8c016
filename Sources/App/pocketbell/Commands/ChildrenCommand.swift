import CommandLineTool
import Commands
import TextFormats

struct ChildrenCommand: Command {
    static let name = "children"
    static let summary = "List the children with their balances."

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
    }

    func run() async throws -> ExitCode { await ChildrenReport.show(options.context).code }
}
