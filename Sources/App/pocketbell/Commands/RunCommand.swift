import CommandLineTool
import Commands
import TextFormats

struct RunCommand: Command {
    static let name = "run"
    static let summary = "Watch the accounts and tell people."
    static let discussion =
        "Runs until SIGTERM or Ctrl-C; SIGHUP reads the configuration again and takes it whole or not at all. A target that is being told meanwhile has its new settings as soon as that attempt has ended.\nWithout a configuration file every account that is signed in is watched and every alert is a desktop popup."
    static let examples = [
        CommandExample("pocketbell run", "Watch every signed-in account until Ctrl-C."),
        CommandExample(
            "pocketbell run --config family.yaml --log-level debug", "Watch what a file says, and say more."),
    ]

    private let options: CommonOptions
    private let level: RunOptions.Level
    private let format: RunOptions.Format

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments, json: false, program: false)
        level = arguments.option(
            "log-level", as: .choice, named: "LEVEL", default: "info", environment: "POCKETBELL_LOG_LEVEL",
            help: "The least level that is logged.")
        format = arguments.option(
            "log-format", as: .choice, named: "FORMAT", default: "auto",
            help: "How log lines look; auto is the journal under systemd, else text for people.")
    }

    func run() async throws -> ExitCode {
        await Program.run(options.context, RunOptions(level: level, format: format)).code
    }
}
