import Configuration
import Control
import Relay
import Runtime
import Store
import SyncEngine

/// What runs for one configuration.
struct Parts: Sendable {
    let configuration: Configuration
    let targets: Relay.Targets
    /// To whom what happens goes, and problems of the program itself.
    let rules: RuleSet
    /// The same for all configurations: it takes up what each of them watches.
    let accounts: AccountWatchers
    /// `nil`: none is configured.
    let heartbeat: Heartbeat.Settings?
    /// Who is to watch, in the configuration's order.
    let plan: [AccountWatchers.Planned]
}

/// The rules of the configuration in force, for the watchers, which outlive it.
final class CurrentRules: Sendable {
    private let current = Lock(RuleSet([], targets: []))

    var rules: RuleSet { current.withLock { $0 } }

    func set(_ rules: RuleSet) { current.withLock { $0 = rules } }
}

/// The parts of the configuration in force, for whoever asks about them.
final class CurrentParts: Sendable {
    private let current: Lock<Parts>

    init(_ parts: Parts) {
        current = Lock(parts)
    }

    var parts: Parts { current.withLock { $0 } }

    func set(_ parts: Parts) { current.withLock { $0 = parts } }

    /// What takes the money that people enter.
    func entries(of store: Store, _ commands: ProgramCommands) -> EntryTaker {
        EntryDesk(store, commands: commands) { [self] in
            await parts.accounts.all.map(\.name)
        } person: { [self] name in
            let watcher = await parts.accounts.all.first { $0.name == name }
            return await watcher?.session.signedInUser()?.id
        }.entries
    }

    /// Something was entered, changed or given up.
    func intentsChanged() async {
        for watcher in await parts.accounts.all { watcher.engine.intentsChanged() }
    }
}
