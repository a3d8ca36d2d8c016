import CommandLineTool
import Daemon
import TextFormats

/// What nearly every command takes.
struct CommonOptions: Sendable {
    let configuration: String?
    let isJSON: Bool

    init(reading arguments: inout ArgumentReader, json: Bool = true) {
        configuration = arguments.optionalOption(
            "config", short: "c", as: .file, named: "FILE", environment: "POCKETBELL_CONFIG",
            help: "The configuration file.")
        isJSON = json && arguments.flag("json", help: "One JSON object a line instead of text for people.")
    }

    var context: CommandContext { CommandContext(configurationFile: configuration, isJSON: isJSON) }
}
