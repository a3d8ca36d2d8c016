import Configuration
import Daemon
import HTTPClient
import Relay
import Settings
import TextFormats

/// What `pocketbell config` does.
package enum ConfigurationCheck {
    /// Reads the file as `run` does, its secrets included, and says every mistake or that there is none.
    ///
    /// - Parameter isTextAlone: what the file names is not looked at, by somebody who cannot see it.
    package static func run(_ context: CommandContext, file: String?, isTextAlone: Bool) -> CommandOutcome {
        let named = file.map { CommandContext(configurationFile: $0, isJSON: false) } ?? context
        guard let configuration = named.configuration() else { return .badConfiguration }
        if isTextAlone { return said(configuration) }
        if let mistakes = configuration.referents.mistakes() {
            Output.show(ConfigurationErrors(mistakes))
            return .badConfiguration
        }
        do {
            for target in try RelaySettings(configuration).targets { try target.check() }
        } catch {
            return Output.outcome(of: error)
        }
        let plain = configuration.accounts.compactMap { account in
            (try? HTTPURL(account.server)).flatMap { PlainAddress($0, account: account.name)?.sentence }
        }
        for warning in plain + Examination.warnings(of: configuration) { Output.note("warning: \(warning)") }
        return said(configuration)
    }

    private static func said(_ configuration: Configuration) -> CommandOutcome {
        let counts = [
            count(configuration.accounts.count, "account"), count(configuration.targets.count, "target"),
            count(configuration.rules.count, "rule"),
        ].joined(separator: ", ")
        if let file = configuration.file {
            Output.line("\(file) is right: \(counts).")
        } else {
            Output.line(
                "There is no configuration file: every account that is signed in is watched, every alert is a popup.")
        }
        return .success
    }

    /// Every key of the file as Markdown, on standard output; needs no configuration.
    package static func printReference() -> CommandOutcome {
        Output.write(Configuration.reference)
        return .success
    }

    /// The file's JSON Schema, for editors, on standard output; needs no configuration.
    package static func printSchema() -> CommandOutcome {
        Output.write(Configuration.schema)
        return .success
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
