/// The command that signs somebody in at this program.
package struct SignInCommand: Sendable, Equatable {
    /// Whether it is the machine's service.
    let isService: Bool
    /// Set if the program was started with a file that commands do not find by themselves.
    let namedFile: String?

    /// - Parameters:
    ///   - isService: the machine's, which commands ask as root.
    ///   - namedFile: the complete path; `nil` where commands find the file by themselves.
    package init(isService: Bool, namedFile: String?) {
        self.isService = isService
        self.namedFile = namedFile
    }

    /// The configuration file, for sentences.
    var file: String {
        namedFile ?? (isService ? "/etc/pocketbell/pocketbell.yaml" : "~/.config/pocketbell/pocketbell.yaml")
    }

    /// For the first account.
    var first: String {
        words(with: "--server https://YOUR-SERVER --email YOU@EXAMPLE.ORG")
    }

    /// As it is typed for one that is known by its name.
    package func words(for account: String) -> String { words(with: account) }

    private func words(with rest: String) -> String {
        let option = isService ? "" : namedFile.map { " --config \($0)" } ?? ""
        return (isService ? "sudo " : "") + "pocketbell login \(rest)" + option
    }
}
