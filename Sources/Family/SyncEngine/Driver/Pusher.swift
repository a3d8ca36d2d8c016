import Observability
import Store
import Values

/// Sends one account's intents, by what ``IntentLane`` decides for each child. Lives on its engine's actor.
///
/// It reads no list of its own: it says which are wanted, and is told of those that scans have read.
final class Pusher {
    typealias Job = IntentLane.Action

    private let maker: (any TransactionMaker)?
    private let store: Store
    private let logger: Logger
    private let timings: SyncTimings
    private let match: IntentMatch
    private let now: @Sendable () -> Timestamp

    private var lanes: [ChildRow.ID: IntentLane] = [:]
    private var retries: [ChildRow.ID: RetrySchedule] = [:]
    private var jobs: [Job] = []
    /// Of children of whom another account has one under way.
    private var blocked: [ChildRow.ID: Duration] = [:]
    /// What a server itself asked for; nobody insists against it.
    private var floor: Duration = .zero

    /// - Parameter maker: `nil`: nothing is sent.
    init(
        _ maker: (any TransactionMaker)?, store: Store, logger: Logger, timings: SyncTimings,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.maker = maker
        self.store = store
        self.logger = logger
        self.timings = timings
        self.now = now
        match = IntentMatch(settle: timings.settle)
    }

    // MARK: What is wanted

    /// Whether anything waits for a list.
    var isWaiting: Bool { !lanes.isEmpty }

    /// What has to be read now; `nil` for nothing. As far back as rows may appear late, and the balances with it: a hinted
    /// reading ends at the first known rows.
    func wanted(at elapsed: Duration) -> ScanScope? {
        lanes.values.contains { $0.listDue.map { $0 <= elapsed } ?? false } ? .all : nil
    }

    /// When a list has to be read next.
    var nextDue: Duration? { lanes.values.compactMap(\.listDue).min() }

    /// The intents that the lists of a scan which begins then decide about.
    func settled(by scope: ScanScope, from began: Duration) -> Set<IntentRow.ID> {
        guard scope.isFull else { return [] }
        return Set(lanes.values.compactMap { $0.settled(byListFrom: began) })
    }

    /// What is to be carried out now; each is given once.
    func takeJobs() -> [Job] {
        defer { jobs = [] }
        return jobs
    }

    // MARK: What happened

    /// A person has entered, changed or given up something, the program has started, or something of the account is at its end.
    ///
    /// - Parameter account: whose they are.
    func load(_ account: AccountRow.ID, at elapsed: Duration) async throws(StoreError) {
        guard maker != nil else { return }
        let waiting = try await store.read("intents") { try $0.intentsToSend(by: account) }
        // What is in doubt first: nothing else of the child is sent before that is known.
        let heads = Dictionary(grouping: waiting, by: \.child).compactMapValues { own in
            own.first { $0.state != .accepted } ?? own.first
        }
        for child in Set(heads.keys).union(lanes.keys) {
            var lane = lanes[child] ?? IntentLane()
            lane.take(heads[child].map { head(of: $0, at: elapsed) }, at: elapsed)
            lanes[child] = lane.phase == .idle ? nil : lane
        }
    }

    /// A full scan has ended.
    ///
    /// - Parameters:
    ///   - read: the children whose lists it has read to the end.
    ///   - began: when it began.
    func scanEnded(_ read: Set<ChildRow.ID>, began: Duration, at elapsed: Duration) {
        for (child, lane) in lanes {
            var lane = lane
            if read.contains(child) {
                if let job = lane.listRead(began: began) { jobs.append(job) }
            } else {
                lane.listMissed(began: began, next: elapsed + delay(child))
            }
            lanes[child] = lane
        }
    }

    /// The link is up again, or a person wants a scan.
    func hurry(at elapsed: Duration) {
        for child in lanes.keys { lanes[child]?.hurry(at: max(elapsed, floor)) }
    }

    /// Somebody else is signed in: what the former person entered waits for that person.
    func startOver() { (lanes, jobs, retries, blocked) = ([:], [], [:], [:]) }

    // MARK: Jobs

    /// Carries it out, and takes up what is next.
    func carryOut(_ job: Job, serverOffset: Duration, elapsed: () -> Duration) async throws(StoreError) {
        switch job {
        case .push(let id):
            defer { for child in lanes.keys { lanes[child]?.finished(id) } }
            try await push(id, serverOffset, elapsed)
        case .judge(let id): try await judge(id, elapsed)
        }
    }

    /// Marks it, sends it, writes down what came of it.
    private func push(_ id: IntentRow.ID, _ serverOffset: Duration, _ elapsed: () -> Duration) async throws(StoreError)
    {
        let serverNow = now().advanced(by: serverOffset)
        guard let maker, let intent = try await store.write("mark", { try $0.markAttempt(id, serverNow: serverNow) })
        else {
            // A person has taken it in hand, or another account has one of the child under way.
            for child in lanes.keys where lanes[child]?.phase == .pushing(id) {
                blocked[child] = elapsed() + timings.lookAgain
            }
            return
        }
        let outcome = await maker.make(intent)
        let due = now().advanced(by: wait(after: outcome, of: intent.child, elapsed()))
        logger.info(
            "sent an entry to the server", [.intent: .text(id.rawValue), .outcome: .text(outcome.word)])
        let moment = now()
        try await store.write("outcome") { transaction in
            try transaction.record(outcome, of: id, due: due)
            // The list may have been faster than the answer.
            guard case .made(let made) = outcome, let row = try transaction.transaction(made, on: intent.server),
                row.fingerprint == intent.fingerprint, try transaction.claim(made, for: intent)
            else { return }
            try transaction.confirm(id, at: moment)
        }
    }

    private func wait(after outcome: PushOutcome, of child: ChildRow.ID, _ elapsed: Duration) -> Duration {
        switch outcome {
        case .made, .refused:
            retries[child] = nil
            return .zero
        case .unclear: return timings.settle
        case .notMade(_, let asked?):
            let wait = min(max(asked, .zero), timings.retryAfterCap)
            floor = max(floor, elapsed + wait)
            return wait
        case .notMade(_, nil): return delay(child)
        }
    }

    /// After a list that began when the server had had time enough.
    private func judge(_ id: IntentRow.ID, _ elapsed: () -> Duration) async throws(StoreError) {
        let found = try await store.read("judge") { snapshot in
            let intent = try snapshot.intent(id)
            return (intent, try intent.map { try snapshot.unexplained($0.child, on: $0.server) } ?? .zero)
        }
        let verdict = match.verdict(on: found.0, unexplained: found.1, now: now())
        if case .park(let reason) = verdict {
            let moment = now()
            logger.warning("an entry needs a person", [.intent: .text(id.rawValue), .reason: .text(reason)])
            try await store.write("park") { try $0.park(id, because: reason, at: moment) }
        }
        let next = elapsed() + timings.lookAgain
        for child in lanes.keys {
            if let job = lanes[child]?.judged(verdict, of: id, next: next) { jobs.append(job) }
        }
    }

    private func head(of intent: IntentRow, at elapsed: Duration) -> IntentLane.Head {
        let isDoubtful = intent.state != .accepted
        let earliest = isDoubtful ? elapsed : max(elapsed, floor, blocked[intent.child] ?? .zero)
        // A clock that was set back must not freeze it.
        let asked = min(intent.dueAt.duration(since: now()), isDoubtful ? timings.settle : timings.retryAfterCap)
        // One that is marked here was sent, and what came of it could not be written down.
        let wait = intent.state == .sending ? timings.settle : asked
        return IntentLane.Head(intent.id, isDoubtful: isDoubtful, due: max(earliest, elapsed + wait))
    }

    private func delay(_ child: ChildRow.ID) -> Duration {
        let new = RetrySchedule(base: timings.retryBase, cap: timings.retryCap)
        // Never at once: it is for what has just failed.
        return timings.retryBase / 2 + retries[child, default: new].failed(random: .random(in: 0..<1))
    }
}

extension StoreReading where Self: ~Copyable {
    /// What the child's balance has that its newest row does not say; of rows of one second any may be the newest.
    fileprivate borrowing func unexplained(_ child: ChildRow.ID, on server: ServerRow.ID) throws -> Decimal {
        guard let balance = try self.child(child, on: server)?.balance else { return .zero }
        let newest = try transactions(of: child, on: server, limit: 20)
        let heads = newest.prefix { $0.createdAt == newest.first?.createdAt }.map(\.balanceAfter)
        guard let head = heads.first, !heads.contains(balance) else { return .zero }
        return balance.subtracting(head) ?? .zero
    }
}

extension PushOutcome {
    /// For logs.
    fileprivate var word: String {
        switch self {
        case .made: "made"
        case .unclear: "unclear"
        case .refused: "refused"
        case .notMade: "not made"
        }
    }
}

extension LogKey {
    static let intent = LogKey("sync.intent")
    static let outcome = LogKey("sync.outcome")
}
