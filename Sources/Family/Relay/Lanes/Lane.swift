import Observability
import Runtime
import Store
import Values

/// Carries out what ``LaneMachine`` decides for one target: takes what is handed over, or looks at the outbox and marks; sends,
/// records.
///
/// Nothing of a delivery is sent before its mark is on the disk. Outcomes and the next marks share a commit.
///
/// A target's name has one lane for as long as the program runs: what an attempt under way comes to is recorded in the lane that
/// began it, whatever a reload has changed meanwhile.
actor Lane {
    /// What it is there for.
    private enum Duty: Equatable {
        case carry
        /// The target is configured no longer.
        case pause
        case end
    }

    nonisolated let name: String
    private let store: Store
    private let clock: RelayClock
    private let logger: Logger
    private let metrics: RelayMetrics
    private let bell = Bell()
    private var assignment: LaneAssignment
    /// Takes the place of ``assignment`` at the next turn; at first it is the same.
    private var next: LaneAssignment?
    private var duty = Duty.carry
    private var isSending = false
    private var machine: LaneMachine
    private var time: SteadyTime
    private var templates = TemplateCache()
    /// What is known of its failing, as the store keeps it.
    private var failure: TargetFailure? { didSet { isFailureKnown = true } }
    /// The store was asked, or something has shown it since.
    private var isFailureKnown = false
    /// How the target does, as the log has it.
    private var log: LaneLog
    private var outcomes = LaneOutcomes()
    /// The store refused the last outcomes.
    private var isStoreFailing = false
    /// What all that was put into words for the target before is known to hide: of what an earlier process did, nothing.
    private var hidden: Set<HiddenFact> = []

    /// A rest is ended after this, in case a sleep doesn't count the time that the machine slept.
    private static let longestSleep: Duration = .seconds(60)

    /// - Parameter testCommand: has the target tried, for people.
    init(
        _ assignment: LaneAssignment, store: Store, clock: RelayClock, logger: Logger, metrics: RelayMetrics,
        testCommand: String
    ) {
        name = assignment.target.name
        self.store = store
        self.clock = clock
        self.logger = logger.with(.target, .text(name))
        log = LaneLog(logger: self.logger, testCommand: testCommand)
        self.metrics = metrics
        self.assignment = assignment
        next = assignment
        machine = LaneMachine(assignment.policy)
        time = SteadyTime(wall: clock.now(), running: clock.running())
    }

    var status: LaneStatus {
        LaneStatus(
            target: name, machine, failure, unrecorded: isStoreFailing ? outcomes.ends.count : 0,
            isOutdated: isSending && next != nil)
    }

    /// As the configuration in force says.
    var upcoming: LaneAssignment { next ?? assignment }

    /// Carries this from now on. An attempt under way is not broken off: it may arrive, and ends as what it began with.
    func take(_ new: LaneAssignment) async {
        let unused = next
        next = new
        if duty == .pause { duty = .carry }
        assignment.door.shut()
        bell.ring()
        await unused?.close(unless: assignment)
    }

    /// No new attempt before ``take(_:)``.
    func pause() {
        if duty == .carry { duty = .pause }
        assignment.door.shut()
        bell.ring()
    }

    /// Something may be due.
    nonisolated func ring() { bell.ring() }

    /// No new attempt from now on; ``run()`` returns when the one under way has its outcome.
    func stop() {
        duty = .end
        assignment.door.shut()
        bell.ring()
    }

    /// The target works again, or somebody says so: what failed before is due at once.
    ///
    /// - Parameter isProven: it has just taken something.
    func targetIsBack(isProven: Bool = false) async {
        if isProven {
            failure = nil
            log.works()
        }
        await wake(isProven: isProven) { [store, name, now] () async throws(StoreError) in
            try await store.wake(name, isProven: isProven, now: now)
        }
    }

    /// This machine's network has come back. Only what could not be reached is tried at once: what the target said, or what may
    /// have arrived, was no fault of the network.
    func networkCameUp() async {
        guard failure?.reason == .unreachable else { return }
        await wake(isProven: false) { [store, name, now] () async throws(StoreError) in
            try await store.write("delivery.wakeUnreached") { try $0.wakeUnreached(name, now: now) }
        }
    }

    /// It did not take a sample, for a reason that is not the sample's.
    func sampleFailed(_ reason: FailureReason?, _ detail: String) async {
        let (name, now) = (name, now)
        failure = TargetFailure(since: failure?.since ?? now, reason: reason, detail: detail)
        do {
            try await store.write("target.failed") {
                try $0.note(.failed, of: name, reason: reason, detail: detail, now: now)
            }
        } catch {
            logger.warning("the outbox can't be written", [.detail: .text(error.description)])
        }
    }

    private func wake(isProven: Bool, _ write: () async throws(StoreError) -> Int) async {
        let before = machine.standing
        do {
            _ = try await write()
        } catch {
            logger.warning("the outbox can't be written", [.detail: .text(error.description)])
        }
        // Not sooner: until the older ones are due again, a look would send those that were never tried past them. And not if an
        // attempt has shown something else meanwhile.
        if machine.standing == before { machine.resume(isProven: isProven, at: now) }
        bell.ring()
    }

    /// What a person has seen, as these news prove; to be stored before ``take(_:)``.
    func seen(by news: TargetNews) async -> [AlertRow.Key] { await assignment.target.seen(by: news) }

    /// Has the target do what is to be done about something that has happened outside.
    func take(_ news: TargetNews) async {
        if await assignment.target.take(news) { await targetIsBack() }
    }

    /// A person has seen these elsewhere.
    func wasSeen(_ alerts: Set<String>) async { await assignment.target.wasSeen(alerts) }

    /// Works until it is stopped, or its task is cancelled: then what is under way stays marked, and is in doubt.
    ///
    /// - Throws: `StoreError` when the store is lost: after a failed sync no later mark would be safe.
    func run() async throws(StoreError) {
        defer { assignment.door.shut() }
        while !Task.isCancelled {
            do throws(StoreError) {
                guard try await turn() else { return }
                isStoreFailing = false
            } catch {
                if error.kind == .closed || error.kind == .cancelled { return }
                // Said once: each further line would go onto the disk that is full.
                if !isStoreFailing { logger.error("the outbox can't be used", [.detail: .text(error.description)]) }
                isStoreFailing = true
                if error.isFatal { throw error }
                await bell.wait(atMost: .seconds(1))
            }
        }
    }

    /// The moment in the time in which the lane counts what is due.
    private var now: Timestamp { time.now(running: clock.running()) }

    /// One step; `false` when the lane is at its end.
    ///
    /// The simulation has the order of this and of what it calls by hand, in `World+lanes.swift`: what changes here changes there.
    private func turn() async throws(StoreError) -> Bool {
        // What follows answers all rings until now; one that is left over would cost a second look.
        bell.hush()
        guard duty == .carry else { return try await standBack() }
        if let next { try await begin(next) }
        setDoor()
        // The look must see what waits again because of these: it may be all that there is to wake for.
        // And what ends a matter changes the message that one of these has made.
        if isStoreFailing || outcomes.changeMessages { try await record() }
        try await followWall()
        let moment = now
        guard let (step, jobs) = try await self.step(at: moment) else { return true }
        switch step {
        case .send: try await send(jobs)
        case .carryOut: try await carryOut(jobs)
        case .takeBack: try await takeBack()
        case .gather:
            try await record()
            let (name, policy) = (name, machine.policy.digest)
            let count = try await store.write("digest.gather") { try $0.gather(name, policy, now: moment) }
            logger.info("what waited is told together", [.count: .integer(count)])
        case .release:
            try await record()
            let (name, policy) = (name, machine.policy.digest)
            let count = try await store.write("held.release") { try $0.release(name, policy, now: moment) }
            logger.info("what was held is let go", [.count: .integer(count)])
        case .skip(let numbers):
            try await record()
            try await store.skip(
                numbers, detail: "it may have arrived, and this target is not told twice", now: clock.now())
        case .rest(let due): try await rest(until: due.map { $0.duration(since: moment) })
        }
        return true
    }

    /// What is next: what was handed over; else what a look at the outbox finds. `nil` if some of that is not told any more: the next
    /// turn sees what is left.
    private func step(at now: Timestamp) async throws(StoreError) -> (LaneMachine.Step, [LaneJob])? {
        // Nothing has failed: the target is spared what it would refuse.
        let pause = assignment.pause(at: clock.running())
        guard pause == .zero else { return (.rest(until: now.advanced(by: pause)), []) }
        // Nothing waits before these, and the lane works: else the door would have kept them out. But what a failure of the
        // store has left marked goes first.
        let born = isStoreFailing ? [] : assignment.door.take()
        guard born.isEmpty else {
            let barred = try await assignment.bar(born, in: store, logger, at: clock.now())
            let told = born.filter { !barred.contains($0.delivery.number) }
            guard !told.isEmpty else { return nil }
            return (.carryOut(told.map(\.delivery.number)), jobs(told, []))
        }
        let (machine, isAway) = (machine, assignment.target.isAway)
        let look = LaneLook(
            target: name, patience: machine.policy.patience, limit: max(machine.policy.window, 2),
            ended: Set(outcomes.ends.map(\.delivery)), digest: machine.policy.digest)
        let (step, works, digests, unreadable) = try await store.lane(look, now: now) { queue in
            let step = machine.step(queue, now: now, isAway: isAway)
            return (step, step.sent)
        }
        guard unreadable.isEmpty else {
            try await giveUp(unreadable)
            return try await self.step(at: now)
        }
        // Before the door knows of them: until the next look has found what is left, nothing may pass that.
        guard try await assignment.bar(works, digests, in: store, logger, at: clock.now()).isEmpty else { return nil }
        if let newest = step.sent.max() { assignment.door.claim(upTo: newest) }
        return (step, jobs(works, digests))
    }

    private func jobs(_ works: [DeliveryWork], _ digests: [DigestWork]) -> [LaneJob] {
        works.withoutEnds.map { LaneJob($0, in: digests, for: assignment, &templates, now: clock.now()) }
    }

    /// Ends what cannot be read, so that it holds up nobody.
    private func giveUp(_ deliveries: [UnreadableDelivery]) async throws(StoreError) {
        try await store.giveUp(deliveries, now: clock.now())
        for delivery in deliveries {
            logger.error(
                "a delivery cannot be read and needs a person",
                [.delivery: .integer(Int(delivery.number.rawValue)), .detail: .text(delivery.fault)])
        }
    }

    private func takeBack() async throws(StoreError) {
        try await store.endLane(name, finish: outcomes.ends, now: clock.now())
        outcomes = LaneOutcomes()
    }

    /// Leaves nothing marked; `false` at the end.
    private func standBack() async throws(StoreError) -> Bool {
        try await takeBack()
        if duty == .pause {
            await bell.wait(atMost: nil)
            return true
        }
        return duty != .end
    }

    /// Begins anew with this, and with everything due that waits: the time in which that was counted may be another process's.
    private func begin(_ new: LaneAssignment) async throws(StoreError) {
        let wall = clock.now()
        let (old, time) = (assignment, SteadyTime(wall: wall, running: clock.running()))
        let isWaiting = try await store.beginLane(
            name, finish: outcomes.ends, forgetsBodies: !new.hides.isSubset(of: hidden), now: wall)
        hidden = new.hides
        outcomes = LaneOutcomes()
        machine = isWaiting ? LaneMachine(new.policy, after: machine, now: wall) : LaneMachine(new.policy)
        if !isFailureKnown {
            let stored = try await store.read { [name] in try $0.failure(of: name) }
            // Not over what was seen while the store was read.
            if !isFailureKnown { failure = stored }
        }
        (assignment, self.time) = (new, time)
        // While the store wrote another one may have come.
        if next?.door == new.door { next = nil }
        await old.close(unless: new)
    }

    private func setDoor() {
        guard machine.isOpen, duty == .carry, next == nil, !assignment.target.isAway,
            assignment.pause(at: clock.running()) == .zero
        else {
            return assignment.door.shut()
        }
        assignment.door.open { [bell] in bell.ring() }
    }

    /// Ends what the lane has of its own, after ``run()``.
    func close() async {
        await assignment.close()
        await next?.close(unless: assignment)
    }

    /// Moves what is stored along with a wall clock that was set, so that nothing is due later or sooner for it.
    private func followWall() async throws(StoreError) {
        let wall = clock.now()
        guard let step = time.step(wall: wall, running: clock.running()) else { return }
        logger.info("the clock was set", [.step: .duration(step)])
        // Outcomes that are due again are in the time before the step, and move with the rest.
        try await record()
        try await store.moveDueTimes(name, by: step, now: wall)
        time.take(step: step)
        machine.clockMoved(by: step)
        failure = failure?.moved(by: step)
    }

    /// Sleeps until something is due or new. Outcomes are written down first; those of a target that can tell repeats may
    /// wait for others for a moment, because what comes in that moment shares their commit.
    private func rest(until due: Duration?) async throws(StoreError) {
        var limit = due.map { min(max($0, .milliseconds(1)), Self.longestSleep) }
        if !outcomes.ends.isEmpty {
            let left = outcomes.patience
            if machine.policy.deduplicates, left > .zero {
                limit = min(limit ?? left, left)
            } else {
                try await record()
            }
        }
        await bell.wait(atMost: limit)
    }

    private func record() async throws(StoreError) {
        guard !outcomes.ends.isEmpty else { return }
        try await store.turn(finish: outcomes.ends, begin: [], now: clock.now())
        outcomes = LaneOutcomes()
    }

    // MARK: Sending

    private func send(_ jobs: [LaneJob]) async throws(StoreError) {
        let room = assignment.gate?.room(at: clock.running()) ?? jobs.count
        let starts = jobs.prefix(room).map { $0.start(storesBody: assignment.target.repeatsBytes) }
        let begun = try await store.turn(finish: outcomes.ends, begin: starts, now: clock.now())
        outcomes = LaneOutcomes()
        try await carryOut(jobs.filter { begun.contains($0.lead.number) })
    }

    /// Sends what is marked. When the store fails in between, the rest stays marked, and the next look finds it.
    private func carryOut(_ jobs: [LaneJob]) async throws(StoreError) {
        let start = ContinuousClock.now
        var (goesOn, isWhole) = (true, true)
        for job in jobs {
            let isWanted = goesOn && duty == .carry && next == nil && !Task.isCancelled
            guard isWanted, assignment.gate?.take(at: clock.running()) ?? true else {
                outcomes.append(job.unsent)
                isWhole = false
                continue
            }
            goesOn = await attempt(job)
            // Of a digest at once: until then any of its members stands for it.
            if job.digest != nil || outcomes.patience < .zero { try await record() }
        }
        guard goesOn, isWhole else {
            // The next look must see what failed or was put back, or it would take the one behind it for the head; and so would
            // what has come in by the door.
            assignment.door.shut()
            return try await record()
        }
        machine.batchEnded(took: start.duration(to: .now))
    }

    /// - Returns: Whether the next one may be sent.
    private func attempt(_ job: LaneJob) async -> Bool {
        let start = ContinuousClock.now
        isSending = true
        let met = await assignment.target.deliver(job.alert, body: job.body)
        isSending = false
        let attempt = job.attempt
        let settlement = machine.settle(met.verdict, of: attempt, now: now, jitter: clock.jitter())
        var end = settlement.end
        if job.keepsMessage { end.message = met.message }
        outcomes.append(end)
        setDoor()
        metrics.record(met.verdict, settlement, took: start.duration(to: .now))
        failure = settlement.end.failure(after: failure, now: now)
        log.report(settlement, attempt, machine.standing.state)
        if settlement.targetIsBack { await targetIsBack(isProven: settlement.end.outcome == .delivered) }
        return settlement.goesOn
    }
}

extension [DeliveryWork] {
    /// Up to where one ends a matter that one before it tells of: what that one's message is nobody knows yet.
    var withoutEnds: ArraySlice<DeliveryWork> {
        var begun: Set<String> = []
        return prefix { work in
            guard let thread = work.alert.thread else { return true }
            if work.alert.closesThread { return !begun.contains(thread) }
            begun.insert(thread)
            return true
        }
    }
}

extension LaneMachine.Step {
    /// What is loaded whole for it.
    fileprivate var sent: [DeliveryRow.Number] {
        switch self {
        case .send(let numbers), .carryOut(let numbers): numbers
        case .takeBack, .skip, .gather, .release, .rest: []
        }
    }
}
