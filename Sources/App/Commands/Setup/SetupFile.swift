import Configuration
import JSON
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
            "", "accounts:", "  - name: \(Self.quoted(account.name))", "    server: \(Self.quoted(account.server))",
            "    email: \(Self.quoted(account.email))",
            "    # The password is not kept, only the session. For another one: pocketbell login \(account.name)", "",
        ]
        lines += session.targets.isEmpty ? ["# Nobody is told anything yet.", "targets: []"] : ["targets:"]
        for target in session.targets {
            lines += ["  - name: \(Self.quoted(target.name))", "    kind: \(target.kind.rawValue)"]
            for field in target.kind.fields {
                let value: String
                switch target[field] {
                case .nothing: continue
                case .plain(let text): value = text
                case .kept(_, let words): value = words
                case .secret(let secret):
                    let name = Self.free("\(target.name).\(field.key)", isTaken)
                    secrets.append(SecretFile(name: name, secret: secret, use: field.use))
                    value = "file:\(name)"
                }
                lines.append("    \(field.key): \(Self.quoted(value))")
            }
            if target.allowsPrivateAddresses { lines.append("    private-addresses: true") }
        }
        self.init(yaml: lines.joined(separator: "\n") + "\n", secrets: secrets)
    }

    /// As JSON writes a text, which YAML reads in the same way.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).description }

    private static func free(_ name: String, _ isTaken: (String) -> Bool) -> String {
        guard isTaken(name) else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { !isTaken($0) } ?? name
    }
}
