import CommandLineTool
import Commands
import TextFormats

struct ConfigCheckCommand: Command {
    static let name = "check"
    static let summary = "Read the configuration as 'run' does and show every mistake with its place."
    static let examples = [
        CommandExample("pocketbell config check", "Look at your own file."),
        CommandExample(
            "sudo pocketbell config check /etc/pocketbell/pocketbell.yaml", "Look at that of this machine's service."),
    ]

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
        await ConfigurationCheck.run(options.context, file: file, isTextAlone: isTextAlone).code
    }
}

struct ConfigReferenceCommand: Command {
    static let name = "reference"
    static let summary = "Print every key with its meaning, range and default, as Markdown."
    static let examples = [
        CommandExample("pocketbell config reference | less", "Read what can be configured."),
        CommandExample("pocketbell config reference >configuration.md", "Keep it beside your file."),
    ]

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode { ConfigurationCheck.printReference().code }
}

struct ConfigSchemaCommand: Command {
    static let name = "schema"
    static let summary = "Print the JSON schema with which an editor checks the configuration file."
    static let examples = [
        CommandExample(
            "pocketbell config schema >pocketbell.schema.json", "Give it to the editor that you write the file with."),
        CommandExample("pocketbell config schema | jq '.properties | keys'", "List the keys."),
    ]

    init(reading arguments: inout ArgumentReader) {}

    func run() async throws -> ExitCode { ConfigurationCheck.printSchema().code }
}
