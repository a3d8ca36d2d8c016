package import Observability
package import Runtime
package import Store
package import Values

/// Keeps one account's facts as its server has them, and makes alerts of what changes.
///
/// It decides in values (``SyncMachine``, ``Scan``, ``HintBook``) and does what they say: here hints are journalled, before anything
/// that comes of them is stored; its `Scanner` commits what a scan finds list by list, each with its alerts and the hints that it answers.
package actor SyncEngine: Service {
    /// `sync` and the account's name, for reports of the start and stop.
    package nonisolated let name: String
    nonisolated let inbox = EngineInbox()
    /// A sign, for one reader, whenever a scan is the first that works after an outage while the link is not up.
    package nonisolated let recoveries = Bell()

    let account: SyncAccount
    let origin: String
    let source: any FactSource
    let store: Store
    let logger: Logger
    let metrics: SyncMetrics
    let timings: SyncTimings
    /// Wall time.
    let now: @Sendable () -> Timestamp

    var machine: SyncMachine
    let scanner: Scanner
    let pusher: Pusher
    /// The store could not say what is to be sent.
    var owesIntents = false
    var intake: HintIntake
    /// Why this engine cannot go on: the store is lost.
    var fatal: StoreError?
    /// Of the store: what is tried again and again is told once.
    var storeNews = FailureNews()
    /// Without what ``Scanner/findings`` says.
    var current: SyncStatus

    /// - Parameters:
    ///   - origin: the server's scheme, host and port; facts and alert keys hang on it.
    ///   - maker: makes transactions of what people enter; `nil`: they wait.
    ///   - planner: makes alerts of changes, inside the commit that stores them.
    ///   - now: wall time.
    package init(
        account: SyncAccount, origin: String, source: any FactSource, maker: (any TransactionMaker)? = nil,
        store: Store,
        planner: @escaping AlertPlanner, logger: Logger, metrics: SyncMetrics, timings: SyncTimings = SyncTimings(),
        now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        name = "sync \(account.name)"
        // One that nobody has taken yet says it all.
        let logger = logger.component("sync").with(.account, .text(account.name))
        self.account = account
        self.origin = origin
        self.source = source
        self.store = store
        self.logger = logger
        self.metrics = metrics
        self.timings = timings
        self.now = now
        machine = SyncMachine(interval: account.scanInterval, timings: timings)
        intake = HintIntake(logger, metrics, spacing: timings.hintSpacing)
        scanner = Scanner(
            origin: origin, source: source, store: store, planner: planner, logger: logger, metrics: metrics,
            timings: timings, now: now)
        pusher = Pusher(maker, store: store, logger: logger, timings: timings, now: now)
        current = SyncStatus(account: account.name)
    }

    /// How the account stands now.
    package var status: SyncStatus {
        var status = current
        status.lastScanAt = scanner.findings.completeAt
        status.lastScanOutcome = scanner.findings.outcome
        status.unannouncedFacts = scanner.findings.unannouncedFacts
        return status
    }

    /// Something may have changed. Returns at once; the frame is journalled soon.
    package nonisolated func hint(_ hint: Hint) { inbox.post(hint) }

    /// The hub's handshake is done, or its connection is gone.
    package nonisolated func linkChanged(isUp: Bool) { inbox.postLink(isUp: isUp) }

    /// Scans as soon as possible, also while waiting after failures; a new sign-in asks so.
    package nonisolated func scanNow() { inbox.requestScan() }

    /// Something was entered, changed or given up. Returns at once; it is taken up soon.
    package nonisolated func intentsChanged() { inbox.postIntents() }

    /// Time since the engine was made; it goes on while the machine sleeps.
    var elapsed: Duration { scanner.elapsed }

    /// The hints that nothing has answered yet.
    var book: HintBook { scanner.memory.book }
}

/// What an engine is told about its account.
package struct SyncAccount: Sendable, Equatable {
    /// The account's name in the configuration.
    package let name: String
    /// How often facts are read when nothing hints at a change.
    package let scanInterval: Duration

    /// - Parameter scanInterval: from the end of a full scan to the next, when nothing else asks for one.
    package init(name: String, scanInterval: Duration = .seconds(60)) {
        self.name = name
        self.scanInterval = scanInterval
    }
}
