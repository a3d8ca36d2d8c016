import CommandLineTool
import Commands
import TextFormats

struct DemoCommand: Command {
    static let name = "demo"
    static let summary = "Show the whole program at work on a simulated family."
    static let discussion =
        "Needs no account and leaves nothing behind. With --serve only the simulated server runs, for trying other clients."
    static let examples = [
        CommandExample("pocketbell demo --for 30s", "Watch a simulated family for half a minute."),
        CommandExample("pocketbell demo --serve --port 8080", "Be a family server to try things with."),
    ]

    private let duration: Duration?
    private let isServerOnly: Bool
    private let port: Int
    private let seed: Int

    init(reading arguments: inout ArgumentReader) {
        duration = arguments.optionalOption(
            "for", as: .duration(in: .seconds(1)...(.seconds(86_400))), named: "TIME",
            help: "How long; without it until Ctrl-C.")
        isServerOnly = arguments.flag("serve", help: "Only the simulated server.")
        port = arguments.option(
            "port", as: .integer(in: 0...65_535), named: "PORT", default: "0",
            help: "Where the simulated server listens; 0 is any free port.")
        seed = arguments.option(
            "seed", as: .integer(in: 0...1_000_000_000), named: "NUMBER", default: "1",
            help: "Decides what happens in the family.")
    }

    func run() async throws -> ExitCode {
        let options = DemoOptions(duration: duration, port: port, seed: seed)
        return await (isServerOnly ? Demo.serve(options) : Demo.run(options)).code
    }
}
