import Configuration
import Glibc
import Settings

/// What `pocketbell config` does.
package enum ConfigurationCheck {
    /// Reads the file as `run` does, its secrets included, and says every mistake or that there is none.
    package static func run(_ context: CommandContext, file: String?) -> CommandOutcome {
        let named = file.map { CommandContext(configurationFile: $0, isJSON: false) } ?? context
        guard let configuration = named.configuration() else { return .badConfiguration }
        var isComplete = true
        for (place, secret) in secrets(of: configuration) {
            do throws(SecretSourceError) {
                _ = try secret.resolve()
            } catch {
                isComplete = false
                Output.problem("\(place): \(error)")
            }
        }
        guard isComplete else { return .badConfiguration }
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

    package static func printReference() -> CommandOutcome {
        Output.write(Configuration.reference)
        return .success
    }

    package static func printSchema() -> CommandOutcome {
        Output.write(Configuration.schema)
        return .success
    }

    /// Every secret that the configuration refers to, with the place that a person would look at.
    static func secrets(of configuration: Configuration) -> [(place: String, secret: SecretSource)] {
        var all: [(String, SecretSource)] = []
        for account in configuration.accounts {
            if let password = account.password { all.append(("the password of account \(account.name)", password)) }
        }
        for target in configuration.targets {
            let name = "target \(target.name)"
            switch target.kind {
            case .desktop: break
            case .webhook(let url, let key, _):
                all.append(("the url of \(name)", url))
                if let key { all.append(("the secret of \(name)", key)) }
            case .slack(let url, _), .discord(let url, _): all.append(("the url of \(name)", url))
            case .ntfy(_, let topic, let token, _):
                all.append(("the topic of \(name)", topic))
                if let token { all.append(("the token of \(name)", token)) }
            }
        }
        return all
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
