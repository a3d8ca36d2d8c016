import AllowanceAPI
import Configuration
import Control
import HTTPClient
import MQTT
import Observability
import Relay
import Runtime
import SignalRClient
import Sockets
package import Store
import SyncEngine
import Systemd

/// The parts of the running program that outlive a reload, and the making of those that a configuration decides.
package struct Watch: Sendable {
    let folder: StateFolder
    /// No other program has it meanwhile.
    package let store: Store
    let loop: EventLoop
    let clients: HTTPClients
    let bus: SessionBus?
    /// How the connections of the accounts are.
    package let board: StatusBoard
    /// Rung whenever something of it may be another than before.
    let news = News()
    /// A reload gives it other targets.
    let relay: Relay
    let registry: MetricsRegistry
    let log: Log
    /// How a person signs in here.
    let commands: ProgramCommands
    /// Of all accounts' connections together.
    let hubMetrics: HubMetrics
    /// Accounts whose session has become another person's.
    let changedSessions = ChangedSessions()
    /// A reload gives it others.
    let rules = CurrentRules()
    /// Of all accounts' engines together.
    let syncMetrics: SyncMetrics
    /// Rung when a copy waits to take the store's place.
    let copyWaits = Bell()

    init(folder: StateFolder, store: Store, loop: EventLoop, log: Log, commands: ProgramCommands) throws {
        self.folder = folder
        self.store = store
        self.loop = loop
        self.log = log
        self.commands = commands
        clients = HTTPClients()
        bus = SessionBus.ofSession()
        board = StatusBoard(startedAt: WallClock.system.now, changed: news.ring)
        registry = MetricsRegistry()
        hubMetrics = HubMetrics()
        registry.include(hubMetrics.registry, prefix: "pocketbell_")
        syncMetrics = SyncMetrics(registry)
        relay = Relay(
            store: store, http: try clients.client(trusting: nil), bus: bus, network: MQTTNetwork(loop),
            logger: log.logger("relay"), metrics: RelayMetrics(registry), testCommand: commands.test)
    }

    /// Makes alerts by the rules in force at the moment.
    var planner: AlertPlanner { { [relay, rules] in relay.admitting(rules.rules.plan($0)) } }

    /// What a configuration asks to run. Nothing starts before all of it is known to be usable.
    ///
    /// - Parameter former: what watches so far.
    func parts(of configuration: Configuration, after former: AccountWatchers? = nil) async throws -> Parts {
        let settings = RelaySettings(configuration)
        let targets = try relay.targets(settings.targets, in: settings.locale, rules: settings.rules)
        let running = await former?.all ?? []
        var plan: [AccountWatchers.Planned] = []
        for account in try WatchedAccount.all(of: configuration, in: folder) {
            if let watcher = running.first(where: { $0.account.isSame(as: account) }), await isWell(watcher) {
                plan.append(.goesOn(account: account.name))
            } else {
                plan.append(.begins(try AccountWatcher(account, self)))
            }
        }
        return Parts(
            configuration: configuration, targets: targets, rules: settings.rules,
            accounts: former ?? AccountWatchers(waits: waits),
            heartbeat: try configuration.heartbeat.map { try Heartbeat.Settings($0) }, plan: plan)
    }

    /// One that is not is begun anew by a reload: what it fails for may have been mended, such as a password's file.
    private func isWell(_ watcher: AccountWatcher) async -> Bool {
        let status = await watcher.status(on: board)
        return status.failingSince == nil && (status.state == .live || status.state == .polling)
    }

    /// Puts these parts in force: rules and targets, then who watches.
    func take(_ parts: Parts) async {
        rules.set(parts.rules, parts.configuration)
        store.take(parts.configuration.store)
        await relay.take(parts.targets)
        await parts.accounts.take(parts.plan)
        board.keep(only: await parts.accounts.all.map(\.name))
    }

    /// A part cannot start because of the store (once for each reason), or has started.
    func waits(_ part: String, for error: StoreError?) {
        guard board.wait(of: part, for: error?.description), let error else { return }
        log.logger("program").error("waits for the store", [.part: .text(part), .reason: .text(error.description)])
    }

    func close() async {
        await clients.close()
        await store.close()
        await bus?.close()
        await loop.stop()
    }
}
