import AllowanceAPI
import Observability
import Store
import Values

/// Carries out the scans of one account, one at a time, and holds what they have learned.
///
/// Lives on its engine's actor: hints are noted in the same ``LoginMemory`` while a scan waits for answers or for the disk.
final class Scanner {
    /// Where the store keeps what is scanned.
    struct Place: Sendable {
        let account: AccountRow.ID
        let server: ServerRow.ID
    }

    /// What is known of the account now, for its status.
    struct Findings: Sendable {
        /// When the last complete full scan ended.
        var completeAt: Timestamp?
        /// `complete`, or the reason of the last scan's failure.
        var outcome: String?
        /// Facts in a row that no hint had announced.
        var unannouncedFacts = 0
    }

    let source: any FactSource
    let store: Store
    let timings: SyncTimings
    /// Wall time.
    let now: @Sendable () -> Timestamp
    private let origin: String
    private let planner: AlertPlanner
    private let upkeep: StoreUpkeep
    private let began = ContinuousClock.now

    var memory: LoginMemory
    var reports: ScanReports
    var findings = Findings()
    /// What to add to this machine's time to get the server's.
    var serverOffset: Duration = .zero
    private(set) var user: FactUser?
    /// `nil` until the engine has started.
    private(set) var place: Place?

    init(
        origin: String, source: any FactSource, store: Store, planner: @escaping AlertPlanner, logger: Logger,
        metrics: SyncMetrics, timings: SyncTimings, now: @escaping @Sendable () -> Timestamp
    ) {
        self.origin = origin
        self.source = source
        self.store = store
        self.planner = planner
        self.timings = timings
        self.now = now
        upkeep = StoreUpkeep(store, logger, timings: timings)
        reports = ScanReports(logger, metrics)
        memory = LoginMemory(timings: timings)
    }

    /// Time since the engine was made; it goes on while the machine sleeps.
    var elapsed: Duration { ContinuousClock.now - began }

    /// Takes up what was open when the program ended.
    func resume(_ account: AccountRow, _ hints: [HintRow], _ known: ScanMemory) {
        place = Place(account: account.id, server: account.server)
        if let id = account.userID { user = FactUser(id: id, role: account.role ?? "") }
        memory = LoginMemory(timings: timings, worstLateness: known.worstLateness)
        for hint in hints {
            memory.book.take(
                hint.id, Hint.Subject(hint), receivedAt: hint.receivedAt, isFromBefore: true, at: elapsed)
        }
        findings.completeAt = account.lastScanFinishedAt
        findings.outcome = account.lastScanOutcome
    }

    /// Reads what is ordered and stores it. `nil` if the login has become another person's, of whom nothing is known yet.
    func scan(
        _ order: SyncMachine.Order, _ early: EarlyReading?, startedAt: Duration,
        settledIntents: Set<IntentRow.ID> = [], on engine: isolated any Actor
    ) async throws(StoreError) -> Scan.Result? {
        guard try await isSamePerson() else { return nil }
        var run = try await prepare(order, early, settledIntents)
        let result = try await read(&run, on: engine)
        return try await finish(run, result, startedAt: startedAt) ? result : nil
    }

    /// Forgets what the former person's login remembered.
    func startOver() {
        reports.personChanged()
        memory = LoginMemory(timings: timings)
        findings = Findings()
    }

    /// Notes who is signed in, which some logins only tell once they were used.
    ///
    /// A login that now belongs to somebody else sees other children: their history is a baseline again, and what
    /// the scan under way has been told is not stored.
    func isSamePerson() async throws(StoreError) -> Bool {
        guard let found = await source.signedInUser(), found != user, let place else { return true }
        let moment = now()
        let isAnother = try await store.write("user") {
            try $0.setUser(found.id, role: found.role, of: place.account, at: moment)
        }
        user = found
        return !isAnother
    }

    private func prepare(
        _ order: SyncMachine.Order, _ early: EarlyReading?, _ settledIntents: Set<IntentRow.ID>
    ) async throws(StoreError) -> ScanRun {
        guard let place else { throw StoreError(.unexpected, "The engine was not started.", nextStep: "") }
        let (account, known) = try await store.read("known") { snapshot in
            (try snapshot.knownAccount(place.account), try snapshot.knownChildren(of: place.account))
        }
        let watermark = account.lastScanStartedAt
        let context = ScanContext(
            account: account.id, userID: account.userID, origin: origin, planner: planner,
            isAfterGap: order.isAfterGap, watermark: watermark)
        return ScanRun(
            context: context, server: account.server, scan: memory.scan(order, known, after: watermark),
            questions: ScanQuestions(source: source, early: early), settledIntents: settledIntents)
    }

    /// Stores what the scan ends with; false if nothing was stored, for the login is another person's.
    private func finish(_ run: ScanRun, _ result: Scan.Result, startedAt: Duration) async throws(StoreError) -> Bool {
        guard !run.isSuperseded else { return false }
        let isComplete = result.failure == nil
        let settlements =
            isComplete
            ? memory.book.settlements(
                isFull: run.scan.scope.isFull, children: result.applied, unreadable: result.unreadable,
                startedAt: startedAt, at: elapsed) : []
        memory.tails = run.scan.tails
        if isComplete, run.listed == nil {
            leaveCheck(settlements)
            return true
        }
        let withdrawn = memory.refusedLists.note(result.refused, applied: result.applied, at: elapsed)
        let commit = ScanCommit(
            context: run.context, listed: run.listed.map { ($0.value, $0.startedAt) },
            missing: isComplete ? result.missing : [], withdrawn: withdrawn, settlements: memory.owed + settlements,
            watermark: isComplete && run.scan.scope.isFull ? run.startedAt : nil, isDeep: run.scan.scope == .deep,
            failure: result.failure?.kind.rawValue, now: now())
        guard let gone = try await store.writeAlerts("scan", { try commit.run(in: $0) }) else { return false }
        memory.owed = []
        memory.book.settle(settlements, at: elapsed)
        memory.sufficient = run.scan.sufficient
        reports.lost(gone: gone, withdrawn: withdrawn)
        reports.missed(settlements)
        if commit.watermark != nil {
            findings.completeAt = commit.now
            findings.outcome = "complete"
            try await upkeep.tidy(commit.now) { elapsed }
        }
        return true
    }

    /// All that there is to write is which hints have had their answer, and the check that follows has a commit of its own.
    /// Until then, for ``SyncTimings/checkWithin`` at most, a crash or a stop costs another reading.
    private func leaveCheck(_ settlements: [HintBook.Settlement]) {
        memory.owed += settlements
        memory.book.settle(settlements, at: elapsed)
        reports.missed(settlements)
    }
}

extension Hint.Subject {
    /// What a hint from an earlier run was about.
    init(_ row: HintRow) {
        self =
            switch (row.transaction, row.child) {
            case (let transaction?, let child): .transaction(transaction, child: child)
            case (nil, let child?): .child(child)
            case (nil, nil): .something
            }
    }
}
