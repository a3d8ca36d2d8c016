import AllowanceAPI
import Store
import Values

/// Everything that sending one account's orders decides, in one value: the part of ``SyncCore`` that is told what became of commits,
/// requests and looks, and says which is next.
///
/// ``IntentLane`` decides for each child; the lists of money it has from the scans, whose ends it is told of.
struct OrderCore: Sendable {
    /// What is under way for one order. What is answered out of turn is nobody's.
    private enum Work: Sendable {
        /// The mark before the first byte.
        case marking
        case sending(IntentRow)
        case recording
        /// The store is asked how it stands.
        case examining
        case looking(IntentRow, RecordOrder, AccountRow)
        case judging(IntentRow)
        case parking(IntentRow)
    }

    /// A scan whose lists are not taken up yet: the store says first what they have made of the orders.
    private struct EndedScan: Sendable {
        let scope: ScanScope
        /// The children whose lists it has read to the end.
        let read: Set<ChildRow.ID>
        let began: Duration
    }

    /// Whose lane it is; `nil` is the login's own.
    private typealias Owner = ChildRow.ID?

    private let timings: SyncTimings
    private let isSent: @Sendable (IntentRow) -> Bool
    private let conflicts: @Sendable () -> ConflictRules
    private let telling: RecordTelling
    private var account: AccountRow.ID?
    private var lanes: [Owner: IntentLane] = [:]
    private var retries: [Owner: RetrySchedule] = [:]
    private var works: [IntentRow.ID: Work] = [:]
    /// Whose record the server says that it does not have, until its list was looked at; forgotten at a restart.
    private var missed: [IntentRow.ID: String] = [:]
    /// What waits because another account has one of the child under way, the store has failed or a list could not be read.
    private var blocked: [Owner: Duration] = [:]
    /// What a server itself asked for; nobody insists against it.
    private var floor: Duration = .zero
    private var random: JitterNumbers
    /// What this run has sent: of others the wall clock alone says when that was, and it may have been set since.
    private var sentHere: Set<IntentRow.ID> = []
    private var endedScans: [EndedScan] = []
    /// The store is being asked what is to be sent.
    private var isLoading = false
    /// Something has happened since the store was asked: what it says may be of before.
    private var isStale = false
    /// The store could not say what is to be sent.
    private var isOwed = false
    /// It was not asked yet since the start.
    private var isUnasked = false
    /// What to add to this machine's time to get the server's.
    var serverOffset: Duration = .zero

    /// - Parameters:
    ///   - seed: of the delays' jitter.
    ///   - telling: of what the lists show that are read for orders.
    ///   - conflicts: what decides where somebody else has changed what was ordered; asked each time.
    ///   - isSent: orders for which there is no sender wait.
    init(
        timings: SyncTimings, seed: UInt64, telling: RecordTelling = .nobody,
        conflicts: @escaping @Sendable () -> ConflictRules = { ConflictRules() },
        isSent: @escaping @Sendable (IntentRow) -> Bool
    ) {
        self.telling = telling
        self.timings = timings
        self.isSent = isSent
        self.conflicts = conflicts
        random = JitterNumbers(seed: seed)
    }

    // MARK: What is wanted

    /// When a scan has to read the lists next; `nil` for never, and while the lists of the last one are taken up.
    var listDue: Duration? { endedScans.isEmpty ? lanes.values.compactMap(\.listDue).min() : nil }

    /// When a list has to be read that no scan reads.
    var ownListDue: Duration? { endedScans.isEmpty ? lanes.values.compactMap(\.ownListDue).min() : nil }

    /// Children of whom something is sent or looked for now.
    func busyLanes(at elapsed: Duration) -> Int {
        lanes.values.count { lane in (lane.listDue ?? lane.ownListDue).map { $0 <= elapsed } ?? true }
    }

    /// The orders that the lists of a scan which begins then decide about.
    func settled(by scope: ScanScope, from began: Duration) -> Set<IntentRow.ID> {
        guard scope.isFull else { return [] }
        return Set(lanes.values.compactMap { $0.settled(byListFrom: began) })
    }

    /// The same order in each run.
    private var inOrder: [(key: Owner, value: IntentLane)] {
        lanes.sorted { ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "") }
    }

    // MARK: What happened

    /// The program has started.
    mutating func resume(_ account: AccountRow.ID) { (self.account, isUnasked) = (account, true) }

    /// A person has entered, changed or given up something, or something of the account is at its end.
    mutating func changed() -> [OrderEffect] {
        guard let account else { return [] }
        isUnasked = false
        guard !isLoading else {
            isStale = true
            return []
        }
        (isLoading, isStale) = (true, false)
        return [.store(.load(account), of: nil)]
    }

    /// The link is up again, or a person wants a scan.
    mutating func hurry(at elapsed: Duration) {
        blocked = [:]
        for owner in lanes.keys { lanes[owner]?.hurry(at: max(elapsed, floor)) }
    }

    /// Somebody else is signed in: what the former person entered waits for that person. What was sent is written down all the same.
    mutating func startOver() -> [OrderEffect] {
        (lanes, retries, blocked, endedScans) = ([:], [:], [:], [])
        return changed()
    }

    /// Its lists are in the store, with what they have made of orders.
    ///
    /// - Parameter read: the children whose lists were read to the end; of a failed scan none.
    mutating func scanEnded(_ scope: ScanScope, read: Set<ChildRow.ID>, began: Duration) -> [OrderEffect] {
        guard !lanes.isEmpty || isOwed else { return [] }
        endedScans.append(EndedScan(scope: scope, read: read, began: began))
        return changed()
    }

    /// Has lists read that are due.
    mutating func timePassed(at now: SyncMoment) -> [OrderEffect] {
        if isUnasked { return changed() }
        guard endedScans.isEmpty else { return [] }
        return inOrder.flatMap { owner, _ in
            lanes[owner]?.checkDue(at: now.elapsed).map { begin($0, at: now) } ?? []
        }
    }

    mutating func take(_ event: OrderEvent, at now: SyncMoment) -> [OrderEffect] {
        switch event {
        case .stored(nil, let result): return loaded(result, at: now)
        case .stored(let id?, let result):
            guard let work = works.removeValue(forKey: id) else { return [] }
            return stored(id, work, try? result.get(), at: now)
        case .sent(let id, let outcome):
            guard case .sending(let intent) = works[id] else { return [] }
            return sent(intent, outcome, at: now)
        case .looked(let id, let result):
            guard case .looking(let intent, let order, let asked) = works[id] else { return [] }
            return looked(intent, order, asked, result, at: now)
        }
    }

    private mutating func loaded(
        _ result: Result<OrderTask.Answer, StoreError>, at now: SyncMoment
    ) -> [OrderEffect] {
        guard isLoading else { return [] }
        isLoading = false
        guard !isStale else { return changed() }
        defer { endedScans = [] }
        guard case .success(.waiting(let rows)) = result else {
            // The next scan that works takes them up.
            isOwed = true
            return endedScans.filter(\.scope.isFull).flatMap { takeUp([], began: $0.began, at: now) }
        }
        isOwed = false
        takeHeads(rows, at: now)
        return endedScans.filter(\.scope.isFull).flatMap { takeUp($0.read, began: $0.began, at: now) }
    }

    private mutating func takeHeads(_ rows: [IntentRow], at now: SyncMoment) {
        sentHere.formIntersection(rows.lazy.map(\.id))
        let heads = Dictionary(grouping: rows.filter(isSent), by: \.child).compactMapValues(IntentRow.next)
        for owner in Set(heads.keys).union(lanes.keys) {
            var lane = lanes[owner] ?? IntentLane()
            lane.take(heads[owner].map { head(of: $0, at: now) }, at: now.elapsed)
            lanes[owner] = lane.phase == .idle ? nil : lane
        }
    }

    private func head(of intent: IntentRow, at now: SyncMoment) -> IntentLane.Head {
        let isDoubtful = intent.state != .accepted
        let free = max(now.elapsed, blocked[intent.child] ?? .zero)
        let earliest = isDoubtful ? free : max(free, floor)
        // A clock that was set back must not freeze it.
        let asked = min(
            intent.dueAt.duration(since: now.wall), isDoubtful ? timings.settle : timings.retryAfterCap)
        // One that is marked here was sent, and what came of it could not be written down.
        let wait = intent.state == .sending ? timings.settle : asked
        let least = intent.state == .unknown && !sentHere.contains(intent.id) ? timings.settle : .zero
        return IntentLane.Head(
            intent.id, isDoubtful: isDoubtful, due: max(earliest, now.elapsed + wait, least),
            hasOwnList: intent.order.record != nil)
    }

    /// - Parameter read: the children whose lists a full scan has read to the end.
    private mutating func takeUp(
        _ read: Set<ChildRow.ID>, began: Duration, at now: SyncMoment
    ) -> [OrderEffect] {
        var actions: [IntentLane.Action] = []
        for (owner, lane) in inOrder {
            var lane = lane
            if let owner, read.contains(owner) {
                if let action = lane.listRead(began: began) {
                    // What kept the one before from being read keeps none that comes after it.
                    blocked[owner] = nil
                    actions.append(action)
                }
            } else {
                let next = now.elapsed + delay(owner)
                // What the store says of it next must not make it due before.
                if let due = lane.listDue, began >= due { blocked[owner] = next }
                lane.listMissed(began: began, next: next)
            }
            lanes[owner] = lane
        }
        return actions.flatMap { begin($0, at: now) }
    }

    // MARK: One order

    private mutating func begin(_ action: IntentLane.Action, at now: SyncMoment) -> [OrderEffect] {
        switch action {
        // What still goes on for it from before ends its lane's wait: ``IntentLane/finished(_:)``.
        case .push(let id) where works[id] != nil, .judge(let id) where works[id] != nil: return []
        case .push(let id):
            works[id] = .marking
            let serverNow = now.wall.advanced(by: serverOffset)
            let settled = serverNow.advanced(by: .zero - timings.settle * 2)
            return [.store(.mark(id, serverNow: serverNow, settled: settled), of: id)]
        case .judge(let id):
            works[id] = .examining
            return [.store(.examine(id), of: id)]
        }
    }

    /// - Parameter answer: `nil`: the store has failed.
    private mutating func stored(
        _ id: IntentRow.ID, _ work: Work, _ answer: OrderTask.Answer?, at now: SyncMoment
    ) -> [OrderEffect] {
        switch (work, answer) {
        case (.marking, .marked(let marked?)):
            works[id] = .sending(marked.intent)
            sentHere.insert(id)
            return [.send(marked.intent, over: marked.current)]
        case (.marking, let answer):
            // A person has taken it in hand, another account has one of the child under way, or the store has failed.
            for (owner, lane) in inOrder where lane.phase == .pushing(id) {
                blocked[owner] = now.elapsed + (answer == nil ? timings.storeRetry : delay(owner))
            }
            return finished(id)
        case (.recording, _): return finished(id)
        case (.examining, .examined(let found)): return examined(id, found, at: now)
        case (.judging(let intent), .judged(let verdict)):
            // Listed as it was: no repetition changes what the server says.
            if verdict != .lookAgain, let reason = missed.removeValue(forKey: id), verdict == .sendAgain {
                return park(intent, "the server says that it is not there, and its list shows it: \(reason)", at: now)
            }
            let effects = judged(verdict, intent, at: now)
            guard case .park(let reason) = verdict else { return effects }
            return [.tell(.orderParked(id, reason))] + effects
        case (.parking(let intent), .done): return judged(.park(""), intent, at: now)
        case (.judging(let intent), _), (.parking(let intent), _): return judged(.lookAgain, intent, at: now)
        // Whatever fails here is tried again: a lane that waits for ever holds all others of the child up.
        case (.examining, _), (.sending, _), (.looking, _):
            return judged(.lookAgain, of: id, next: now.elapsed + timings.storeRetry, at: now)
        }
    }

    private mutating func sent(_ intent: IntentRow, _ outcome: PushOutcome, at now: SyncMoment) -> [OrderEffect] {
        let wait: Duration
        switch outcome {
        case .missing(let reason):
            missed[intent.id] = reason
            fallthrough
        case .made, .done, .refused, .disputed:
            retries[intent.child] = nil
            wait = .zero
        case .unclear: wait = timings.settle
        case .notMade(_, let asked?):
            wait = min(max(asked, .zero), timings.retryAfterCap)
            floor = max(floor, now.elapsed + wait)
        case .notMade(_, nil): wait = delay(intent.child)
        }
        works[intent.id] = .recording
        let due = now.wall.advanced(by: wait)
        return [
            .tell(.orderSent(intent.id, outcome)),
            .store(.record(outcome, of: intent, due: due, now: now.wall), of: intent.id),
        ]
    }

    private mutating func finished(_ id: IntentRow.ID) -> [OrderEffect] {
        for owner in lanes.keys { lanes[owner]?.finished(id) }
        return changed()
    }

    // MARK: After a list that began when the server had had time enough

    private mutating func examined(
        _ id: IntentRow.ID, _ found: OrderTask.Examined, at now: SyncMoment
    ) -> [OrderEffect] {
        guard let intent = found.intent, let order = intent.order.record else {
            let match = IntentMatch(settle: timings.settle)
            let stranger = found.intent.flatMap { match.stranger(to: $0, among: found.unclaimed) }
            let verdict = match.verdict(
                on: found.intent, unexplained: found.unexplained, stranger: stranger, now: now.wall)
            if case .park(let reason) = verdict, let intent = found.intent { return park(intent, reason, at: now) }
            return judged(verdict, of: id, next: now.elapsed + timings.lookAgain, at: now)
        }
        guard let account = found.account else { return judged(.ended, intent, at: now) }
        works[id] = .looking(intent, order, account)
        // Money that moved is in the record as well.
        let also =
            order.deed.shownIn == nil ? intent.child.map { RecordPlan.Key(order.deed.kind, of: $0.rawValue) } : nil
        return [.look(intent, order, also: also)]
    }

    /// What the list says of an order about a record is committed with the list.
    private mutating func looked(
        _ intent: IntentRow, _ order: RecordOrder, _ asked: AccountRow, _ result: Result<OrderEvidence, FactError>,
        at now: SyncMoment
    ) -> [OrderEffect] {
        switch result {
        case .failure(let error) where error.kind == .notFound || error.kind == .refused:
            return park(intent, error.description, at: now)
        case .failure(let error):
            works[intent.id] = nil
            return judged(.lookAgain, intent, retryAfter: error.retryAfter, at: now)
        case .success(let evidence):
            guard let shown = evidence.shown else {
                return park(intent, "the family server has no list that could show it", at: now)
            }
            works[intent.id] = .judging(intent)
            let own = order.deed.shownIn.map {
                OrderLookCommit.List(key: RecordPlan.Key($0, of: order.owner), reply: shown)
            }
            let also = evidence.also.flatMap { reply in
                intent.child.map {
                    OrderLookCommit.List(key: RecordPlan.Key(order.deed.kind, of: $0.rawValue), reply: reply)
                }
            }
            let commit = OrderLookCommit(
                asked: asked, intent: intent.id, answer: shown.value, serverOffset: serverOffset,
                lists: [own, also].compactMap(\.self), match: OrderMatch(settle: timings.settle), rules: conflicts(),
                now: now.wall, telling: telling)
            return [.store(.judge(commit), of: intent.id)]
        }
    }

    private mutating func park(_ intent: IntentRow, _ reason: String, at now: SyncMoment) -> [OrderEffect] {
        works[intent.id] = .parking(intent)
        return [
            .tell(.orderParked(intent.id, reason)),
            .store(.park(intent.id, because: reason, at: now.wall), of: intent.id),
        ]
    }

    private mutating func judged(
        _ verdict: IntentMatch.Verdict, _ intent: IntentRow, retryAfter: Duration? = nil, at now: SyncMoment
    ) -> [OrderEffect] {
        let isUnread = verdict == .lookAgain && intent.state != .acked
        let asked = min(max(retryAfter ?? .zero, .zero), timings.retryAfterCap)
        let wait = max(asked, isUnread ? delay(intent.child) : timings.lookAgain)
        return judged(verdict, of: intent.id, isDoubtful: intent.isDoubtful, next: now.elapsed + wait, at: now)
    }

    private mutating func judged(
        _ verdict: IntentMatch.Verdict, of id: IntentRow.ID, isDoubtful: Bool = true, next: Duration,
        at now: SyncMoment
    ) -> [OrderEffect] {
        var actions: [IntentLane.Action] = []
        for (owner, lane) in inOrder where lane.phase == .judging(id) || lane.phase == .checking(id) {
            // What the store says of it next must not make it due before.
            blocked[owner] = verdict == .lookAgain ? next : nil
            if let action = lanes[owner]?.judged(verdict, of: id, isDoubtful: isDoubtful, next: next) {
                actions.append(action)
            }
        }
        return actions.flatMap { begin($0, at: now) } + changed()
    }

    private mutating func delay(_ owner: ChildRow.ID?) -> Duration {
        let new = RetrySchedule(base: timings.retryBase, cap: timings.retryCap)
        // Never at once: it is for what has just failed.
        return timings.retryBase / 2 + retries[owner, default: new].failed(random: random.fraction())
    }
}
