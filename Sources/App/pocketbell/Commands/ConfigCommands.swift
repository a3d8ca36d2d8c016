import CommandLineTool
import Commands
import TextFormats

struct ConfigCheckCommand: Command {
    static let name = "check"
    static let summary = "Read the configuration as 'run' does and show every mistake with its place."

    private let options: CommonOptions
    private let file: String?
    private let isTextAlone: Bool

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments, json: false)
        isTextAlone = arguments.flag(
            "text-only",
            help: "Leave out what the file only names: secrets' files, variables, credentials, certificates.")
        file = arguments.optionalArgument("FILE", as: .file, help: "Instead of the one that 'run' would read.")
    }

    func run() async throws -> ExitCode {
        ConfigurationCheck.run(options.context, file: file, isTextAlone: isTextAlone).code
    }
}

struct ConfigReferenceCommand: Command {
    static let name = "reference"
    static let summary = "Print every key with its meaning, range and default, as Markdown."

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode { ConfigurationCheck.printReference().code }
}

struct ConfigSchemaCommand: Command {
    static let name = "schema"
    static let summary = "Print the JSON schema with which an editor checks the configuration file."

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode { ConfigurationCheck.printSchema().code }
}
