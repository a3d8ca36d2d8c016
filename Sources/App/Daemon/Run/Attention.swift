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
