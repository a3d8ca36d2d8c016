import Control

/// What the program waits for a person to do, in sentences with the command that ends it.
struct Attention: Sendable {
    let accounts: [LiveStatus.Account]
    let targets: Int
    /// How this program is asked: `pocketbell login` with what it takes to mean this one.
    let command: SignInCommand

    var sentences: [String] {
        var all: [String] = []
        if accounts.isEmpty { all.append("nobody is signed in: \(command.first)") }
        for account in accounts where account.state == "sign-in-needed" {
            all.append("\(account.name) must sign in: \(command.words(for: account.name))")
        }
        if targets == 0 {
            all.append("nobody is told: no target is configured; add one to 'targets:' in \(command.file)")
        }
        return all
    }

    /// As `systemctl status` shows it.
    var statusLine: String {
        let count = accounts.count
        let head = accounts.isEmpty ? [] : ["watching \(count) account\(count == 1 ? "" : "s")"]
        return (head + sentences).joined(separator: "; ")
    }
}

/// The command that signs somebody in at this program.
struct SignInCommand: Sendable, Equatable {
    /// Whether it is the machine's service.
    let isService: Bool
    /// Set if the program was started with a file that commands do not find by themselves.
    let namedFile: String?

    /// The configuration file, for sentences.
    var file: String {
        namedFile ?? (isService ? "/etc/pocketbell/pocketbell.yaml" : "~/.config/pocketbell/pocketbell.yaml")
    }

    /// For the first account.
    var first: String {
        words(with: "--server https://YOUR-SERVER --email YOU@EXAMPLE.ORG")
    }

    func words(for account: String) -> String { words(with: account) }

    private func words(with rest: String) -> String {
        let option = isService ? "" : namedFile.map { " --config \($0)" } ?? ""
        return (isService ? "sudo " : "") + "pocketbell login \(rest)" + option
    }
}
