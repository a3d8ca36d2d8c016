package import Observability
package import Runtime
package import Store
package import Values

/// Keeps one account's facts as its server has them, and makes alerts of what changes.
///
/// It decides nothing: a `SyncCore` is told what happens and says what is to be done, and this asks, commits, waits and logs.
package actor SyncEngine: Service {
    /// `sync` and the account's name, for reports of the start and stop.
    package nonisolated let name: String
    nonisolated let inbox = EngineInbox()
    /// A sign, for one reader, whenever a scan is the first that works after an outage while the link is not up.
    package nonisolated let recoveries = Bell()
    /// What it is about at the moment.
    package nonisolated let board: SyncBoard
    /// A sign, for one reader, whenever the server answers again after scans that failed.
    package nonisolated let answers = Bell()
    /// A sign, for one reader, whenever the hub is connected and deaf: its connection is worth renewing.
    package nonisolated let renewals = Bell()

    let account: SyncAccount
    let origin: String
    let source: any FactSource
    let maker: (any TransactionMaker)?
    let orders: (any OrderSender)?
    let store: Store
    let timings: SyncTimings
    /// Wall time.
    let now: @Sendable () -> Timestamp

    var core: SyncCore
    var reports: ScanReports
    /// Why this engine cannot go on: the store is lost.
    var fatal: StoreError?
    var hasEnded = false
    private let began = ContinuousClock.now

    /// - Parameters:
    ///   - origin: the server's scheme, host and port; facts and alert keys hang on it.
    ///   - maker: makes transactions of what people enter; `nil`: they wait.
    ///   - orders: carries out what people order about records; `nil`: it waits.
    ///   - planner: makes alerts of changes, inside the commit that stores them.
    ///   - conflicts: what decides where somebody else has changed what was ordered; asked each time.
    ///   - board: shows how far it is.
    ///   - now: wall time.
    package init(
        account: SyncAccount, origin: String, source: any FactSource, maker: (any TransactionMaker)? = nil,
        orders: (any OrderSender)? = nil, store: Store,
        planner: @escaping AlertPlanner, logger: Logger, metrics: SyncMetrics, timings: SyncTimings = SyncTimings(),
        conflicts: @escaping @Sendable () -> ConflictRules = { ConflictRules() },
        board: SyncBoard = SyncBoard(), now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        name = "sync \(account.name)"
        // One that nobody has taken yet says it all.
        let logger = logger.component("sync").with(.account, .text(account.name))
        self.account = account
        self.board = board
        self.origin = origin
        self.source = source
        (self.maker, self.orders) = (maker, orders)
        self.store = store
        self.timings = timings
        self.now = now
        reports = ScanReports(logger, metrics)
        core = SyncCore(
            account: account, origin: origin, planner: planner, timings: timings,
            seed: .random(in: .min ... .max), conflicts: conflicts,
            isSent: { $0.order.content == nil ? orders != nil : maker != nil })
    }

    /// How the account stands now.
    package var status: SyncStatus { core.status }

    /// Something may have changed. Returns at once; the frame is journalled soon.
    package nonisolated func hint(_ hint: Hint) { inbox.post(hint) }

    /// The hub's handshake is done, or its connection is gone.
    package nonisolated func linkChanged(isUp: Bool) { inbox.postLink(isUp: isUp) }

    /// Scans as soon as possible, also while waiting after failures; a new sign-in asks so.
    package nonisolated func scanNow() { inbox.requestScan() }

    /// The machine has slept, or its clock was set: everything is looked at. Returns at once.
    package nonisolated func clocksChanged() { inbox.postClocks() }

    /// Something was entered, changed or given up. Returns at once; it is taken up soon.
    package nonisolated func intentsChanged() { inbox.postIntents() }

    /// Time since the engine was made; it goes on while the machine sleeps.
    var elapsed: Duration { ContinuousClock.now - began }
}
