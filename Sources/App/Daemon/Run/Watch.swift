import AllowanceAPI
import Configuration
import Control
import HTTPClient
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
    private let syncMetrics: SyncMetrics

    init(folder: StateFolder, store: Store, loop: EventLoop, log: Log, commands: ProgramCommands) throws {
        self.folder = folder
        self.store = store
        self.loop = loop
        self.log = log
        self.commands = commands
        clients = HTTPClients()
        bus = SessionBus.ofSession()
        board = StatusBoard(startedAt: WallClock.system.now)
        registry = MetricsRegistry()
        hubMetrics = HubMetrics()
        registry.include(hubMetrics.registry, prefix: "pocketbell_")
        syncMetrics = SyncMetrics(registry)
        relay = Relay(
            store: store, http: try clients.client(trusting: nil), bus: bus, logger: log.logger("relay"),
            metrics: RelayMetrics(registry))
    }

    /// What a configuration asks to run. Nothing starts before all of it is known to be usable.
    func parts(of configuration: Configuration) throws -> Parts {
        let settings = try RelaySettings(configuration)
        let targets = try relay.targets(settings.targets, in: settings.locale, rules: settings.rules)
        let planner: AlertPlanner = { [relay] in relay.admitting(settings.rules.plan($0)) }
        let accounts = try WatchedAccount.all(of: configuration, in: folder)
        let watchers = try accounts.map { try AccountWatcher($0, self, planner: planner) }
        return Parts(
            configuration: configuration, targets: targets, planner: planner, rules: settings.rules,
            accounts: AccountWatchers(watchers, waits: waits),
            heartbeat: try configuration.heartbeat.map { try Heartbeat.Settings($0) })
    }

    /// One account's engine.
    func engine(for account: WatchedAccount, session: AllowanceSession, planner: @escaping AlertPlanner) -> SyncEngine {
        SyncEngine(
            account: SyncAccount(name: account.name, scanInterval: account.scanInterval),
            origin: account.server.origin, source: session, store: store, planner: planner, logger: log.logger("sync"),
            metrics: syncMetrics)
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
