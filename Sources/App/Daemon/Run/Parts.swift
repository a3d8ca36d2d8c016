import AllowanceAPI
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

    /// Whom nobody can watch for the file of its session.
    func unreadable(in folder: StateFolder) async -> [UnreadableSession] {
        UnreadableSession.all(of: configuration, in: folder, besides: await accounts.all.map(\.name))
    }

    /// How each account stands.
    func standings(_ watch: Watch) async -> [LiveStatus.Account] {
        var standings: [LiveStatus.Account] = []
        for watcher in await accounts.all { standings.append(await watcher.status(on: watch.board)) }
        return standings + (await unreadable(in: watch.folder)).map { $0.status(watch.commands) }
    }
}

/// The rules of the configuration in force, for the watchers, which outlive it.
final class CurrentRules: Sendable {
    private let current = Lock((alerts: RuleSet([], targets: []), conflicts: ConflictRules()))

    var rules: RuleSet { current.withLock { $0.alerts } }
    /// What decides where somebody else has changed what was ordered here.
    var conflicts: ConflictRules { current.withLock { $0.conflicts } }

    func set(_ rules: RuleSet, _ configuration: Configuration) {
        let overrides = configuration.conflicts.compactMap { setting in
            ConflictRow.Rule(rawValue: setting.rule.rawValue).map { (setting.of, $0) }
        }
        current.withLock { $0 = (rules, ConflictRules(Dictionary(overrides) { $1 })) }
    }
}

/// The parts of the configuration in force, for whoever asks about them.
final class CurrentParts: Sendable {
    private let current: Lock<Parts>

    init(_ parts: Parts) {
        current = Lock(parts)
    }

    var parts: Parts { current.withLock { $0 } }

    func set(_ parts: Parts) { current.withLock { $0 = parts } }

    /// What the rules in force make of what was told.
    var judge: RuleJudge { { [self] in RuleVerdict.all(of: $0, by: parts.configuration) } }

    /// What takes the money that people enter. What the login of a file orders that cannot be read is kept like anybody's.
    func entries(_ watch: Watch) -> EntryTaker {
        EntryDesk(watch.store, commands: watch.commands) { [self] in
            let parts = parts
            return await parts.accounts.all.map(\.name) + parts.unreadable(in: watch.folder).map(\.name)
        } person: { [self] name in
            let watcher = await parts.accounts.all.first { $0.name == name }
            return (try? await watcher?.session.account()).flatMap { OrderLogin.Person($0) }
        }.entries
    }

    /// What a person has done that concerns those who watch accounts.
    func heard(_ occasion: ControlAPI.Occasion) async {
        for watcher in await parts.accounts.all {
            switch occasion {
            case .looks(let kind): watcher.records.ask(for: [kind])
            case .changedIntents: watcher.engine.intentsChanged()
            case .wantsSending: watcher.engine.scanNow()
            case .wantsReading: SyncOrder(watcher).begin()
            case .wantsRetry, .wantsReopening, .tookTokenBack, .signedOutBrowsers: break
            }
        }
    }
}
