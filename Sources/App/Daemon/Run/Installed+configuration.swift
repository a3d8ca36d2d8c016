import AllowanceAPI
package import Configuration
package import Control
import HTTPClient
import Relay
import Runtime
package import Store
import Values

extension Installed {
    /// What a configuration says, and who is signed in, while no program runs.
    package init(_ configuration: Configuration, in folder: StateFolder) {
        // An address that cannot be used is named by whoever tries to use it.
        let accounts = (try? WatchedAccount.all(of: configuration, in: folder)) ?? []
        self.init(
            accounts.map { Installed.Account($0, canSignIn: $0.isReady(in: folder)) }
                + UnreadableSession.all(of: configuration, in: folder).map {
                    Installed.Account(name: $0.name, server: "", email: nil, canSignIn: false, fault: $0.message)
                },
            configuration)
    }

    /// - Parameter accounts: those that are watched.
    init(_ accounts: [Installed.Account], _ configuration: Configuration) {
        let children = configuration.targetsOfChildren
        self.init(
            accounts: accounts,
            targets: configuration.targets.map { target in
                Target(
                    name: target.name, kind: target.kind.word, taken: target.kind.taken, utmost: target.kind.utmost,
                    isReadByChildren: children.contains(target.name))
            },
            currency: configuration.currency, timeZone: configuration.timeZone.name)
        counting = RelaySettings(configuration).rules.onlookers.counting
        file = FileFacts(configuration)
        listsAccounts = !configuration.accounts.isEmpty
        people = configuration.people.map { Person(name: $0.name, targets: $0.targets) }
        quiet = QuietPerson.all(of: configuration, at: WallClock.system.now)
    }
}

extension FileFacts {
    init(_ configuration: Configuration) {
        self.init()
        strangers = { configuration.strangers(known: $0) }
    }
}

extension Installed.Account {
    init(_ account: WatchedAccount, canSignIn: Bool) {
        self.init(name: account.name, server: account.server.origin, email: account.email, canSignIn: canSignIn)
    }
}

extension Installed.QuietPerson {
    /// Those whose hours are on.
    static func all(of configuration: Configuration, at now: Timestamp) -> [Installed.QuietPerson] {
        configuration.people.compactMap { person in
            Person(targets: person.targets, quiet: person.quiet).isQuiet(until: now, in: configuration.timeZone)
                .map { Installed.QuietPerson(name: person.name, until: $0) }
        }
    }
}
