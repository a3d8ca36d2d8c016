package import Configuration
import Control
package import Store

/// A session file that cannot be used, such as one that is damaged or that others may read. Its account stands still until
/// somebody has signed in again or mended the file; what is ordered by its login is kept and waits.
package struct UnreadableSession: Sendable, Equatable {
    /// As the person who signed in called the account.
    package let name: String
    /// What is wrong with the file, for people.
    package let message: String

    /// Those that nobody watches for it. None where the configuration has accounts: these say themselves what keeps them from
    /// being signed in.
    ///
    /// - Parameter watched: the names of accounts that have been taken up, whose files are not looked at.
    package static func all(
        of configuration: Configuration, in folder: StateFolder, besides watched: [String] = []
    ) -> [UnreadableSession] {
        guard configuration.accounts.isEmpty else { return [] }
        return AccountFile.names(in: folder).filter { !watched.contains($0) }.compactMap { name in
            do throws(DaemonError) {
                _ = try WatchedAccount.signedIn(name, in: folder)
                return nil
            } catch {
                return UnreadableSession(name: name, message: error.message)
            }
        }
    }

    /// How the account stands beside those that are watched.
    func status(_ commands: ProgramCommands) -> LiveStatus.Account {
        var status = LiveStatus.Account(name: name, state: .signInNeeded)
        status.reason = message
        status.nextStep = commands.newLogin(name)
        status.signInStep = status.nextStep
        status.link = LinkState(hub: .signInNeeded, isCatchingUp: false, isServerAway: false)
        return status
    }
}
