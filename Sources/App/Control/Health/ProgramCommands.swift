import Store

/// The commands that mean one program: what a person types after reading that something needs doing.
package struct ProgramCommands: Sendable, Equatable {
    /// Whether it is the machine's service.
    package let isService: Bool
    /// Set if the program was started with a file that commands do not find by themselves.
    package let namedFile: String?
    /// Where commands find a user's own file, if that is not below `~/.config`.
    package let ownFile: String?

    /// - Parameters:
    ///   - isService: the machine's, which commands ask as root.
    ///   - namedFile: the complete path; `nil` where commands find the file by themselves.
    ///   - ownFile: where they find a user's own, if that is not below `~/.config`.
    package init(isService: Bool, namedFile: String?, ownFile: String? = nil) {
        self.ownFile = ownFile
        self.isService = isService
        self.namedFile = namedFile
    }

    /// The configuration file, for sentences.
    package var file: String {
        namedFile ?? (isService ? "/etc/pocketbell/pocketbell.yaml" : ownFile ?? "~/.config/pocketbell/pocketbell.yaml")
    }

    /// Starts the program.
    package var start: String { isService ? "sudo systemctl start pocketbell" : line("run") }

    /// Has the running program read its configuration, and the secrets that it names, again.
    package var reload: String {
        isService ? "sudo systemctl reload pocketbell" : "systemctl --user reload pocketbell; or start it again"
    }

    /// Signs the first account in.
    package var firstLogin: String { line("login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG") }

    /// Signs one in that is known by its name.
    package func login(_ account: String) -> String { line("login \(Self.word(account))") }

    /// Signs one in anew of which nothing is known but its name.
    package func newLogin(_ account: String) -> String {
        line("login \(Self.word(account)) --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG")
    }

    /// Sends a target a sample.
    package func test(_ target: String) -> String { line("target test \(Self.word(target))") }

    /// What revives one that refuses: also a secret's file is only read by a reload.
    func mending(_ target: String) -> String { "mend it, reload (\(reload)), then \(test(target))" }

    /// Makes what a desktop signs in with for a target.
    package func newToken(_ target: String) -> String { line("token create --desktop \(Self.word(target))") }

    /// Sends deliveries to a target again or gives them up.
    ///
    /// - Parameters:
    ///   - action: `retry` or `discard`.
    ///   - state: `nil` for all that are not at their end.
    func order(_ action: String, _ state: DeliveryRow.State? = nil, of target: String) -> String {
        let option = state.map { " --state \($0.rawValue)" } ?? ""
        return line("deliveries \(action)\(option) --target \(Self.word(target))")
    }

    /// Says every mistake of the configuration file.
    package var check: String { (isService ? "sudo " : "") + "pocketbell config check \(Self.word(file))" }

    /// A command as it is typed for this program.
    ///
    /// - Parameter words: without the program's name, such as `target test house`.
    package func line(_ words: String) -> String {
        let option = isService ? "" : namedFile.map { " --config \(Self.word($0))" } ?? ""
        return (isService ? "sudo " : "") + "pocketbell \(words)" + option
    }

    /// As a shell takes it for one word: in quotes where it has to be.
    static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                true
            default: false
            }
        }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return isPlain && !text.isEmpty ? text : "'" + parts.joined(separator: "'\\''") + "'"
    }
}
