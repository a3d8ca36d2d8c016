import CommandLineTool
import Commands
import TextFormats

/// What nearly every command takes.
struct CommonOptions: Sendable {
    let configuration: String?
    let isJSON: Bool
    let isForUser: Bool
    let isForSystem: Bool

    /// - Parameters:
    ///   - json: whether the command can answer as JSON.
    ///   - program: whether it asks a program, of which there may be several.
    init(reading arguments: inout ArgumentReader, json: Bool = true, program: Bool = true) {
        configuration = arguments.optionalOption(
            "config", short: "c", as: .file, named: "FILE", environment: "POCKETBELL_CONFIG",
            help: "The configuration file.")
        isForUser = program && arguments.flag("user", help: "Ask your own program, not this machine's service.")
        isForSystem = program && arguments.flag("system", help: "Ask this machine's service.")
        isJSON = json && arguments.flag("json", help: "One JSON object a line instead of text for people.")
    }

    var context: CommandContext {
        CommandContext(configurationFile: configuration, isJSON: isJSON, user: isForUser, system: isForSystem)
    }
}
