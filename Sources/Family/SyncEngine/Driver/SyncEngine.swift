import Glibc
package import Observability
import Runtime
package import Store
package import Values

/// Keeps one account's facts as its server has them, and makes alerts of what changes.
///
/// It decides in values (``SyncMachine``, ``Scan``, ``HintBook``) and does here what they say. Hints are journalled
/// before anything that comes of them is stored; what a scan finds is committed list by list, each with its alerts and the hints that
/// it answers.
package actor SyncEngine: Service {
    /// `sync` and the account's name, for reports of the start and stop.
    package nonisolated let name: String
    nonisolated let inbox = Inbox()
    /// A sign, for one reader, whenever a scan is the first that works after an outage while the link is not up.
    package nonisolated let recoveries: AsyncStream<Void>
    let recovery: AsyncStream<Void>.Continuation

    let account: SyncAccount
    let origin: String
    let source: any FactSource
    let store: Store
    let planner: AlertPlanner
    let logger: Logger
    let metrics: SyncMetrics
    let timings: SyncTimings
    /// Wall time.
    let now: @Sendable () -> Timestamp
    private let began = ContinuousClock.now

    var machine: SyncMachine
    var book: HintBook
    var lookback: Lookback
    var accountID: AccountRow.ID?
    var serverID: ServerRow.ID?
    var user: FactUser?
    /// What to add to this machine's time to get the server's.
    var serverOffset: Duration = .zero
    var waitingHints: [Hint] = []
    var hintsAt: Duration = .zero
    var reportedTargets: Set<String> = []
    /// Children of whom it was said that their lists are not this login's to read, or longer than what is read.
    var reportedChildren: Set<ChildRow.ID> = []
    var refusedLists: RefusedLists
    /// The last failure that was warned of; the same one again is no news.
    var warnedFailure: String?
    /// Hints are dropped until fewer are open; that was said.
    var isDropping = false
    /// What became of hints since balances were compared; the next scan that compares them writes it.
    var owed: [HintBook.Settlement] = []
    /// What was asked already for the scan that comes next.
    var early: EarlyReading?
    /// Of the lists that were read since balances were compared.
    var tails: [ChildRow.ID: Scan.Tail] = [:]
    /// What each child's list has to be asked for.
    var sufficient: [ChildRow.ID: Int] = [:]
    var purgeAt: Duration = .zero
    var recountAt: Duration
    /// Why this engine cannot go on: the store is lost.
    var fatal: StoreError?
    var current: SyncStatus

    /// - Parameters:
    ///   - origin: the server's scheme, host and port; facts and alert keys hang on it.
    ///   - planner: makes alerts of changes, inside the commit that stores them.
    ///   - now: wall time.
    package init(
        account: SyncAccount, origin: String, source: any FactSource, store: Store, planner: @escaping AlertPlanner,
        logger: Logger, metrics: SyncMetrics, timings: SyncTimings = SyncTimings(),
        now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        name = "sync \(account.name)"
        // One that nobody has taken yet says it all.
        (recoveries, recovery) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.account = account
        self.origin = origin
        self.source = source
        self.store = store
        self.planner = planner
        self.logger = logger.component("sync").with(.account, .text(account.name))
        self.metrics = metrics
        self.timings = timings
        self.now = now
        machine = SyncMachine(interval: account.scanInterval, timings: timings)
        book = HintBook(timings: timings)
        lookback = Lookback(least: timings.lookback, most: timings.lookbackCap)
        refusedLists = RefusedLists(timings: timings)
        recountAt = timings.recountInterval
        current = SyncStatus(account: account.name)
    }

    /// How the account stands now.
    package var status: SyncStatus { current }

    /// Something may have changed. Returns at once; the frame is journalled soon.
    package nonisolated func hint(_ hint: Hint) { inbox.post(hint) }

    /// The hub's handshake is done, or its connection is gone.
    package nonisolated func linkChanged(isUp: Bool) { inbox.postLink(isUp: isUp) }

    /// Scans as soon as possible, also while waiting after failures; a new sign-in asks so.
    package nonisolated func scanNow() { inbox.requestScan() }

    /// Time since the engine was made; it goes on while the machine sleeps.
    var elapsed: Duration { ContinuousClock.now - began }
}

extension Timestamp {
    /// This machine's wall time.
    package static let systemTime: @Sendable () -> Timestamp = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}
