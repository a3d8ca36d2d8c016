import CommandLineTool
import Commands
import TextFormats

/// What every order about a record takes.
struct OrderArguments: Sendable {
    static let discussion =
        "When the command returns, the order is safe on the disk: it is sent to the server as soon as that can be reached, and shown as pending until a list of the server's shows it.\nWith --wait it ends with status 1 if the server refuses it; an order that still waits is a success."

    let options: CommonOptions
    let terms: RecordOrdering.Terms

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
        let account = arguments.optionalOption(
            "account", as: .text, named: "ACCOUNT", naming: .account,
            help: "By whose login, where more than one would do.")
        let wait = arguments.optionalOption(
            "wait", as: .duration(in: .seconds(1)...(.seconds(3_600))), named: "TIME",
            help: "Wait so long for the server to have it.")
        terms = RecordOrdering.Terms(account: account, wait: wait)
    }

    /// Which child's record is meant, where several have one of this name.
    static func child(reading arguments: inout ArgumentReader) -> String? {
        arguments.optionalOption(
            "child", as: .text, named: "CHILD", naming: .child, help: "Whose it is, where several have one so called.")
    }
}

/// A command that orders something about a record.
protocol OrderCommand: Command {
    var options: CommonOptions { get }
    var order: RecordOrdering { get }
}

extension OrderCommand {
    static var discussion: String { OrderArguments.discussion }

    func run() async throws -> ExitCode { await order.run(options.context).code }
}
