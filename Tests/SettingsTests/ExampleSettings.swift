import Settings
import TextFormats
import Values

/// The kind of file that the product has, in small.
struct ExampleSettings: SettingsSection {
    let server: String
    let poll: Duration
    let greeting: String?
    let isVerbose: Bool
    let accounts: [Account]
    let targets: [Target]
    let rules: [Rule]

    init(reading reader: inout SettingsReader) {
        server = reader.value("server", .url, help: "The family server's address.")
        poll = reader.value(
            "poll", .duration(in: .seconds(5) ... .seconds(3600)), default: "30s", help: "Time between two scans.")
        greeting = reader.optional("greeting", .text(upTo: 5), help: "The first words.")
        isVerbose = reader.value("verbose", .boolean, default: "false", help: "Whether each scan is logged.")
        accounts = reader.sections("accounts", Account.self, atLeast: 1, help: "Who signs in.")
        targets = reader.sections("targets", Target.self, help: "Where alerts go.")
        rules = reader.sections("rules", Rule.self, help: "Which alerts go where.")
    }

    struct Account: SettingsSection {
        let name: String
        let password: SecretSource

        init(reading reader: inout SettingsReader) {
            name = reader.name(of: "account", help: "How other parts call this account.")
            password = reader.secret("password", help: "Where the password is kept.")
        }
    }

    struct Target: SettingsSection {
        enum Transport: Sendable, Equatable {
            case desktop(urgency: Urgency)
            case webhook(url: String, retries: Int)
        }

        enum Urgency: String, CaseIterable, Sendable {
            case low, normal, critical
        }

        let name: String
        let transport: Transport

        init(reading reader: inout SettingsReader) {
            name = reader.name(of: "target", help: "How rules call this target.")
            transport = reader.variant(
                "type", help: "What kind of target this is.",
                [
                    SettingsVariant("desktop", help: "A popup on this machine.") { reader in
                        .desktop(
                            urgency: reader.value("urgency", .choice, default: "normal", help: "How much it insists."))
                    },
                    SettingsVariant("webhook", help: "An HTTP request.") { reader in
                        .webhook(
                            url: reader.value("url", .url, help: "Where the request goes."),
                            retries: reader.value(
                                "retries", .integer(in: 0...20), default: "5", help: "Attempts after the first."))
                    },
                ])
        }
    }

    struct Rule: SettingsSection {
        let above: Decimal
        let targets: [String]

        init(reading reader: inout SettingsReader) {
            above = reader.value(
                "above", .amount, default: "0.00", help: "Only amounts above this.")
            targets = reader.references("to", to: "target", help: "Names of targets.")
        }
    }
}
