import CommandLineTool
import Commands
import TextFormats

struct TargetListCommand: Command {
    static let name = "list"
    static let summary = "List where alerts go, how each place is doing, and what waits for it."

    private let options: CommonOptions
    private let list: ListArguments

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        list = ListArguments(reading: &arguments, ids: false)
    }

    func run() async throws -> ExitCode { await TargetsReport.show(options.context, list.options).code }
}

struct TargetTestCommand: Command {
    static let name = "test"
    static let summary = "Send a sample alert to a target and say exactly what it answered."

    private let options: CommonOptions
    private let target: String

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        target = arguments.argument("NAME", as: .text, help: "The name of a target in the configuration.")
    }

    func run() async throws -> ExitCode { await TargetTest.run(options.context, target: target).code }
}
