import AllowanceAPI
import Runtime
import Store
import Values

/// Everything that one account's engine decides, in one value: events and the time in, effects out.
///
/// It has no clock, no task, no log and no store: whoever drives it carries out what it says and tells what came of it. The same
/// events at the same moments give the same effects.
///
/// A hint is journalled before anything that comes of it is stored; what a scan finds is committed list by list, each with its
/// alerts and the hints that it answers.
struct SyncCore: Sendable {
    /// Hints that are being journalled.
    private struct Journalling: Sendable {
        /// Taken before the early question: only what was asked after a hint arrived may answer it.
        let arrivedAt: Duration
        /// Whether one of them is about money.
        let isOfMoney: Bool
    }

    private let account: SyncAccount
    private let timings: SyncTimings
    private var machine: SyncMachine
    private var intake: HintIntake
    private var known: AccountKnowledge
    private var run: ScanRun?
    private var early: EarlyReading?
    private var journalling: Journalling?
    private var orders: OrderCore
    private var isStopping = false
    private var random: JitterNumbers
    /// Why scans fail or the store does, for people.
    private var trouble: (since: Timestamp?, message: String?, nextStep: String?)
    private var toldState = SyncState.starting
    /// Of the last event.
    private var latest: SyncMoment?

    /// - Parameters:
    ///   - origin: the server's scheme, host and port.
    ///   - planner: makes alerts of changes, inside the commits that store them.
    ///   - seed: of the delays' jitter.
    ///   - conflicts: what decides where somebody else has changed what was ordered; asked each time.
    ///   - isSent: orders for which there is no sender wait.
    init(
        account: SyncAccount, origin: String, planner: @escaping AlertPlanner, timings: SyncTimings, seed: UInt64,
        conflicts: @escaping @Sendable () -> ConflictRules = { ConflictRules() },
        isSent: @escaping @Sendable (IntentRow) -> Bool
    ) {
        self.account = account
        self.timings = timings
        machine = SyncMachine(interval: account.scanInterval, timings: timings)
        intake = HintIntake(spacing: timings.hintSpacing)
        known = AccountKnowledge(origin: origin, planner: planner, timings: timings)
        random = JitterNumbers(seed: seed)
        orders = OrderCore(
            timings: timings, seed: random.next(),
            telling: RecordTelling(planner: planner, interval: account.scanInterval), conflicts: conflicts,
            isSent: isSent)
    }

    // MARK: What it knows

    /// How the account stands now.
    var status: SyncStatus {
        var status = SyncStatus(account: account.name)
        status.state = machine.state
        status.isLinkUp = machine.link == .up
        status.isScanning = machine.isScanning
        status.openHints = known.login.book.count
        (status.failingSince, status.message, status.nextStep) = trouble
        status.lastScanAt = known.completeAt
        status.lastScanOutcome = known.outcome
        status.unannouncedFacts = known.unannouncedFacts
        (status.fullScans, status.isCatchingUp) = (machine.fullScans, machine.isCatchingUp)
        status.openQuestions = run?.plan.remaining ?? 0
        status.restoration = known.restoration
        (status.hearing, status.doubts) = (known.hearing, known.doubts)
        return status
    }

    /// Whether the server itself has asked to be left alone: a scan that is wanted waits for that.
    func isHeldBack(at elapsed: Duration) -> Bool { machine.isHeldBack(at: elapsed) }

    /// What there is to do now, for people who wait for the end of it.
    func work(at elapsed: Duration) -> [RunProgress.Work: Int] {
        [
            .entries: orders.busyLanes(at: elapsed), .lists: run?.plan.remaining ?? 0,
            .check: machine.isScanning ? 1 : 0,
        ]
    }

    /// When ``SyncEvent/timePassed`` is to come if nothing happens before; `nil` for never.
    var nextDue: Duration? {
        guard !isStopping, journalling == nil else { return nil }
        let scan = machine.nextDue(hints: [known.login.book.nextDue, orders.listDue].compactMap(\.self).min())
        return [scan, intake.due, orders.ownListDue].compactMap(\.self).min()
    }

    // MARK: Events

    /// - Parameter now: never before that of an earlier event.
    mutating func step(_ event: SyncEvent, at now: SyncMoment) -> [SyncEffect] {
        var effects = followClock(now) + take(event, at: now)
        if machine.state != toldState {
            toldState = machine.state
            effects.append(.tell(.stateChanged(toldState)))
        }
        return effects
    }

    /// What is due counts on the clock that nobody sets; but what happened while the other one jumped is looked for.
    private mutating func followClock(_ now: SyncMoment) -> [SyncEffect] {
        defer { latest = now }
        guard let latest else { return [] }
        let step = now.wall.duration(since: latest.wall) - (now.elapsed - latest.elapsed)
        guard step > ClockChange.least || step < .zero - ClockChange.least else { return [] }
        machine.clocksChanged()
        // The server's clock has not jumped.
        known.serverOffset -= step
        return [.tell(.clockStepped(step))]
    }

    private mutating func take(_ event: SyncEvent, at now: SyncMoment) -> [SyncEffect] {
        switch event {
        case .resumed(let resumption): resume(resumption, at: now)
        case .linkChanged(let isUp):
            machine.linkChanged(isUp: isUp, at: now.elapsed)
            if isUp { orders.hurry(at: now.elapsed) }
        case .scanRequested:
            machine.scanRequested(at: now.elapsed)
            orders.hurry(at: now.elapsed)
        case .clocksChanged:
            machine.clocksChanged()
            orders.hurry(at: now.elapsed)
        case .intentsChanged: return isStopping ? [] : order { $0.changed() }
        case .hintsArrived(let hints, let dropped): return arrived(hints, dropped)
        case .stopRequested: stop()
        case .timePassed: return (isStopping ? [] : order { $0.timePassed(at: now) }) + passed(now)
        case .order(let event):
            // A look may be the first answer of a run: what is sent after it bears times of the server's clock.
            if case .looked(_, .success(let evidence)) = event, let offset = evidence.shown?.serverOffset {
                known.serverOffset = offset
            }
            let effects = order { $0.take(event, at: now) }
            guard case .stored(_, .failure(let error)) = event else { return effects }
            return effects + lost(error)
        case .prepared(let user): return proceed(at: now) { $0.prepared(user, &$1, at: now) }
        case .answered(let id, let answer, let user):
            early?.keep(answer, to: id, user: user)
            return proceed(at: now) { $0.answered(id, answer, user: user, &$1, at: now) }
        case .stored(.scan, .success(let answer)):
            return proceed(at: now) { $0.stored(answer, &$1, at: now) }
        case .stored(.scan, .failure(let error)): return scanLost(error, at: now)
        case .stored(.hints, let result): return journalled(result, at: now)
        case .stored(.upkeep, .failure(let error)): return hintsLost(error, at: now)
        case .stored(.upkeep, .success): break
        }
        return []
    }

    private mutating func resume(_ resumption: Resumption, at now: SyncMoment) {
        let sinceDeep = resumption.deepScanAt.map { now.wall.duration(since: $0) } ?? timings.deepInterval
        machine = SyncMachine(
            interval: account.scanInterval, deepAt: max(.zero, timings.deepInterval - max(sinceDeep, .zero)),
            timings: timings)
        if resumption.missingSince != nil { machine.deepWanted(at: now.elapsed) }
        known.resume(resumption, at: now.elapsed)
        orders.resume(resumption.account.id)
    }

    private mutating func stop() {
        isStopping = true
        machine.stop()
        intake.hurry()
        (run, early) = (nil, nil)
    }

    /// Journals what waits, else begins the scan that is due.
    private mutating func passed(_ now: SyncMoment) -> [SyncEffect] {
        guard journalling == nil else { return [] }
        if let place = known.place, let batch = intake.batch(at: now.elapsed) { return journal(batch, place, now) }
        guard !isStopping else { return [.end] }
        guard let order = machine.nextOrder(hints: wanted(at: now.elapsed), at: now.elapsed) else {
            early = nil
            return []
        }
        // What the scan that begins now does not take over would be old for the next.
        var scan = ScanRun(order, early: early?.scope == order.scope ? early : nil, at: now.elapsed)
        scan.settledIntents = orders.settled(by: order.scope, from: scan.began)
        (run, early) = (scan, nil)
        return [.prepare(order.scope, from: scan.began)]
    }

    /// Lets those who send orders take an event.
    private mutating func order(_ body: (inout OrderCore) -> [OrderEffect]) -> [SyncEffect] {
        orders.serverOffset = known.serverOffset
        return body(&orders).map { effect in
            if case .tell(let news) = effect { .tell(news) } else { .order(effect) }
        }
    }

    /// What hints and orders want to have read now. What orders want goes as far back as rows may appear late, and has the
    /// balances with it: a hinted reading ends at the first known rows.
    private func wanted(at elapsed: Duration) -> ScanScope? {
        let hinted = known.login.book.due(at: elapsed)
        guard let due = orders.listDue, due <= elapsed else { return hinted }
        return ScanScope.all.union(hinted)
    }

    // MARK: Hints

    private mutating func arrived(_ hints: [Hint], _ dropped: Int) -> [SyncEffect] {
        guard !isStopping, !hints.isEmpty || dropped > 0 else { return [] }
        let news = SyncEffect.tell(.hintsArrived(hints.count + dropped))
        guard let excess = intake.add(hints, dropped: dropped, open: known.login.book.count) else { return [news] }
        machine.hintsDropped()
        return [news, .tell(.hintsDropped(excess.dropped, isFirst: excess.isFirst))]
    }

    private mutating func journal(
        _ batch: [Hint], _ place: AccountKnowledge.Place, _ now: SyncMoment
    ) -> [SyncEffect] {
        journalling = Journalling(
            arrivedAt: now.elapsed, isOfMoney: batch.contains { $0.subject != .nothing })
        early = readEarly(for: batch, at: now.elapsed)
        let commit = HintCommit(
            account: place.account, server: place.server, hints: batch, limits: timings.keeping, now: now.wall)
        return (early?.questions ?? []).map(SyncEffect.ask) + [.store(.hints, .journal(commit))]
    }

    /// Asks for the lists of children that were read before, if the hints alone decide about the next scan and it can begin now.
    private mutating func readEarly(for hints: [Hint], at elapsed: Duration) -> EarlyReading? {
        guard let rows = HintBook.childrenToRead(hints), rows.count <= ScanRun.limit,
            rows.keys.allSatisfy({ known.login.sufficient[$0] != nil })
        else { return nil }
        var next = machine
        let scope = ScanScope.children(Set(rows.keys))
        let wanted = scope.union(known.login.book.due(at: elapsed))
        guard next.nextOrder(hints: wanted, at: elapsed)?.scope == scope else { return nil }
        return EarlyReading(rows, began: elapsed) { known.question(.children).id }
    }

    private mutating func journalled(
        _ result: Result<StoreTask.Answer, StoreError>, at now: SyncMoment
    ) -> [SyncEffect] {
        guard let batch = journalling else { return [] }
        journalling = nil
        switch result {
        case .failure(let error): return hintsLost(error, at: now)
        case .success(.journalled(let open, let isOverfull)):
            if !open.isEmpty { machine.hintArrived(at: now.elapsed) }
            if batch.isOfMoney { known.hearing.heard(at: now.wall) }
            for hint in open {
                known.login.book.take(hint.id, hint.subject, receivedAt: hint.receivedAt, at: batch.arrivedAt)
            }
            let purge = SyncEffect.store(.upkeep, .purge(timings.keeping, now: now.wall))
            return [.tell(.hintsJournalled)] + (isOverfull ? [purge] : [])
        case .success: return []
        }
    }

    /// They only said that a scan is worth while.
    private mutating func hintsLost(_ error: StoreError, at now: SyncMoment) -> [SyncEffect] {
        machine.scanRequested(at: now.elapsed)
        return lost(error)
    }

    // MARK: Scans

    /// Lets the scan under way take an event, and takes over how it ended.
    private mutating func proceed(
        at now: SyncMoment, _ body: (inout ScanRun, inout AccountKnowledge) -> [SyncEffect]
    ) -> [SyncEffect] {
        guard var scan = run else { return [] }
        let effects = body(&scan, &known)
        run = scan
        switch scan.outcome {
        case .running: return effects
        case .superseded: return effects + startOver(at: now)
        case .ended(let result): return effects + ended(scan, result, at: now)
        }
    }

    private mutating func ended(_ scan: ScanRun, _ result: Scan.Result, at now: SyncMoment) -> [SyncEffect] {
        run = nil
        let duration = now.elapsed - scan.began
        var effects: [SyncEffect] = [.tell(.storeWorks)]
        if let failure = result.failure {
            effects += failed(failure, isOurs: false, after: duration, at: now)
        } else {
            let isBack = machine.scanCompleted(at: now.elapsed, hasChecked: result.children != nil)
            if isBack { effects.append(.announceRecovery) }
            lookAgain(after: scan, at: now)
            effects += judgeHub(by: scan, at: now)
            effects.append(.tell(.scanCompleted(scan.order.scope, result, after: duration)))
            if trouble.since != nil { effects.append(.announceAnswers) }
            trouble = (nil, nil, nil)
        }
        // What a list from the past lacks may be there.
        let read = result.failure == nil ? result.applied.subtracting(known.login.behind) : []
        return effects + order { $0.scanEnded(scan.order.scope, read: read, began: scan.began) }
    }

    /// What a full scan has lacked, another reading of the whole history decides about; a little later, for servers cut their time
    /// to seconds.
    private mutating func lookAgain(after scan: ScanRun, at now: SyncMoment) {
        guard scan.order.scope.isFull, known.isUndecided else { return }
        machine.deepWanted(at: now.elapsed + timings.absenceWait + .seconds(5))
    }

    /// A hub that is connected and announces nothing of what it once announced is deaf.
    private mutating func judgeHub(by scan: ScanRun, at now: SyncMoment) -> [SyncEffect] {
        let offset = Duration.zero - known.serverOffset
        let missed = scan.unannounced.count { row in
            let age = now.wall.duration(since: row.createdAt.advanced(by: offset))
            return known.announced.contains(AnnouncedKind(of: row))
                && HubHearing.shouldHaveHeard(age: age, connected: machine.connected(at: now.elapsed))
        }
        return known.hearing.missed(missed, wall: now.wall, now: now.elapsed) ? [.renewLink] : []
    }

    /// The store did not take what a scan found, or could not be asked.
    private mutating func scanLost(_ error: StoreError, at now: SyncMoment) -> [SyncEffect] {
        guard let scan = run else { return [] }
        run = nil
        let failure = FactError(.unavailable, error.sentence, nextStep: error.nextStep)
        return lost(error) + failed(failure, isOurs: true, after: now.elapsed - scan.began, at: now)
    }

    private mutating func failed(
        _ failure: FactError, isOurs: Bool, after duration: Duration, at now: SyncMoment
    ) -> [SyncEffect] {
        machine.scanFailed(failure, at: now.elapsed, random: random.fraction(), isOurs: isOurs)
        known.outcome = failure.kind.rawValue
        trouble = (trouble.since ?? now.wall, failure.message, failure.nextStep.isEmpty ? nil : failure.nextStep)
        return [.tell(.scanFailed(failure, count: machine.failures, after: duration))]
    }

    /// Somebody else is signed in: reads everything at once.
    private mutating func startOver(at now: SyncMoment) -> [SyncEffect] {
        (run, early) = (nil, nil)
        known.startOver()
        trouble = (nil, nil, nil)
        machine.personChanged(at: now.elapsed)
        return [.tell(.personChanged)] + order { $0.startOver() }
    }

    /// Notes a failure of the store; some end the engine.
    private mutating func lost(_ error: StoreError) -> [SyncEffect] {
        (trouble.message, trouble.nextStep) = (error.sentence, error.nextStep)
        return [.tell(.storeFailed(error))] + (error.isFatal || error.kind == .closed ? [.fail(error)] : [])
    }
}
