import AllowanceAPI
package import Configuration
package import Control
import HTTPClient
package import Store
import Values

extension Installed {
    /// What a configuration says, and who is signed in, while no program runs.
    package init(_ configuration: Configuration, in folder: StateFolder) {
        // An address that cannot be used is named by whoever tries to use it.
        let accounts = (try? WatchedAccount.all(of: configuration, in: folder)) ?? []
        self.init(
            accounts.map { Installed.Account($0, canSignIn: $0.password != nil || $0.hasSession(in: folder)) },
            configuration)
    }

    /// - Parameter accounts: those that are watched.
    init(_ accounts: [Installed.Account], _ configuration: Configuration) {
        self.init(
            accounts: accounts,
            targets: configuration.targets.map { Target(name: $0.name, kind: TargetWord($0.kind).rawValue) },
            currency: configuration.currency, timeZone: configuration.timeZone.name)
    }
}

extension Installed.Account {
    init(_ account: WatchedAccount, canSignIn: Bool) {
        self.init(name: account.name, server: account.server.origin, email: account.email, canSignIn: canSignIn)
    }
}

extension WatchedAccount {
    /// Whether somebody has signed in as who is meant. A session that cannot be read is none.
    fileprivate func hasSession(in folder: StateFolder) -> Bool {
        let contents = try? AccountFile(name, in: folder).contents()
        return contents.map { $0.signedIn != nil && $0.isOf(configuredEmail) } ?? false
    }
}
