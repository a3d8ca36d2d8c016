import Relay
import Values

/// The configuration that `init` writes, and the files of the secrets that it names.
struct SetupFile: Sendable {
    /// A secret's file, beside the configuration.
    struct SecretFile: Sendable {
        /// Without a folder.
        let name: String
        let secret: Secret
        /// What a person does with it outside of this program; `nil` for nothing.
        let use: String?
    }

    /// Never holds a secret.
    let yaml: String
    let secrets: [SecretFile]

    init(yaml: String, secrets: [SecretFile]) {
        self.yaml = yaml
        self.secrets = secrets
    }

    /// - Parameter isTaken: whether there is a file of this name already, which another configuration may need.
    init(_ session: SetupMachine.Session, isTaken: (String) -> Bool) {
        var secrets: [SecretFile] = []
        let account = session.account
        var lines = [
            "# Written by `pocketbell init`. Every key: pocketbell config reference. After a change: pocketbell config check",
            "", "accounts:", "  - name: \(SetupTarget.quoted(account.name))",
            "    server: \(SetupTarget.quoted(account.server))",
            "    email: \(SetupTarget.quoted(account.email))",
            "    # The password is not kept, only the session. For another one: pocketbell login \(account.name)", "",
        ]
        lines += session.targets.isEmpty ? ["# Nobody is told anything yet.", "targets: []"] : ["targets:"]
        for target in session.targets {
            lines += target.lines { question, secret in
                let name = Self.free("\(target.name).\(question.key)", isTaken)
                secrets.append(SecretFile(name: name, secret: secret, use: question.use))
                return "file:\(name)"
            }
        }
        self.init(yaml: lines.joined(separator: "\n") + "\n", secrets: secrets)
    }

    private static func free(_ name: String, _ isTaken: (String) -> Bool) -> String {
        guard isTaken(name) else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { !isTaken($0) } ?? name
    }
}
