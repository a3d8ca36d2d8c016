import Observability
import Store
import Values

/// Carries out what ``LaneMachine`` decides for one target: looks at the outbox, marks, sends, records.
///
/// Nothing of a delivery is sent before its mark is on the disk. Outcomes and the next marks share a commit.
actor Lane {
    nonisolated let target: any AlertTarget
    private let store: Store
    private let clock: RelayClock
    private let logger: Logger
    private let metrics: RelayMetrics
    private let bell = Bell()
    private var machine: LaneMachine
    private var templates = TemplateCache()
    private var lastDetail: String?
    private var isStopping = false
    /// Outcomes that the store doesn't have yet.
    private var ends: [AttemptEnd] = []

    /// A rest is looked at again after this, in case the wall clock was set.
    private static let longestSleep: Duration = .seconds(60)
    /// Outcomes are recorded at least this often while a batch is sent.
    private static let recordEvery: Duration = .milliseconds(100)

    init(
        _ target: any AlertTarget, policy: LanePolicy, store: Store, clock: RelayClock, logger: Logger,
        metrics: RelayMetrics
    ) {
        self.target = target
        self.store = store
        self.clock = clock
        self.logger = logger.with(.target, .text(target.name))
        self.metrics = metrics
        machine = LaneMachine(policy)
    }

    nonisolated var name: String { target.name }
    var status: LaneStatus { LaneStatus(target: name, machine, detail: lastDetail) }

    /// Something may be due.
    nonisolated func ring() { bell.ring() }

    /// No new attempt from now on; ``run()`` returns when the one under way has its outcome.
    func stop() {
        isStopping = true
        bell.ring()
    }

    /// The target works again: what never reached it is due at once.
    func targetIsBack() async {
        machine.resume()
        do {
            try await store.wake(name, now: clock.now())
        } catch {
            logger.warning("the outbox can't be written", [.detail: .text(error.description)])
        }
        bell.ring()
    }

    /// Works until it is stopped, or its task is cancelled: then what is under way stays marked, and is in doubt.
    func run() async {
        while !Task.isCancelled {
            do throws(StoreError) {
                guard try await turn() else { return }
            } catch {
                if error.kind == .closed || error.kind == .cancelled { return }
                logger.warning("the outbox can't be used", [.detail: .text(error.description)])
                await bell.wait(upTo: .seconds(1))
            }
        }
    }

    /// One look and what follows from it; `false` when the lane is at its end.
    private func turn() async throws(StoreError) -> Bool {
        if isStopping {
            try await record()
            return false
        }
        let now = clock.now()
        let machine = machine
        let (queue, works) = try await store.lane(
            of: name, patience: machine.policy.patience, limit: machine.policy.window
        ) { queue in
            if case .send(let numbers) = machine.step(queue, now: now) { numbers } else { [] }
        }
        switch machine.step(queue, now: now) {
        case .send: try await send(works, now)
        case .skip(let numbers):
            try await record()
            try await store.skip(
                numbers, reason: FailureReason.notRepeated.rawValue,
                detail: "it may have arrived, and this target is not told twice", now: now)
        case .rest where !ends.isEmpty: try await record()
        case .rest(let moment):
            let rest = moment.map { min(max($0.duration(since: now), .milliseconds(1)), Self.longestSleep) }
            await bell.wait(upTo: rest)
        }
        return true
    }

    private func record() async throws(StoreError) {
        guard !ends.isEmpty else { return }
        try await store.turn(finish: ends, begin: [], now: clock.now())
        ends = []
    }

    // MARK: Sending

    private struct Job {
        let work: DeliveryWork
        let alert: RenderedAlert
        let body: [UInt8]?
    }

    private func send(_ works: [DeliveryWork], _ now: Timestamp) async throws(StoreError) {
        let jobs = works.map(job)
        let starts = jobs.map { AttemptStart($0.work.delivery.number, body: target.repeatsBytes ? $0.body : nil) }
        let begun = try await store.turn(finish: ends, begin: starts, now: now)
        ends = []
        let start = ContinuousClock.now
        var recorded = start
        var goesOn = true
        for job in jobs where begun.contains(job.work.delivery.number) {
            guard goesOn, !isStopping, !Task.isCancelled else {
                ends.append(AttemptEnd(job.work.delivery.number, .notSent))
                continue
            }
            goesOn = await attempt(job)
            if recorded.duration(to: .now) > Self.recordEvery {
                try await record()
                recorded = .now
            }
        }
        if goesOn {
            machine.batchEnded(took: start.duration(to: .now))
        } else {
            // The next look must see what failed, or it would take the one behind it for the head.
            try await record()
        }
    }

    private func job(_ work: DeliveryWork) -> Job {
        let alert = RenderedAlert(
            AlertFacts(work), template: templates.template(work.delivery.template), target: name,
            isRepeat: work.delivery.isRepeat)
        return Job(work: work, alert: alert, body: target.body(for: alert, stored: work.delivery.body))
    }

    /// - Returns: Whether the next one may be sent.
    private func attempt(_ job: Job) async -> Bool {
        let delivery = job.work.delivery
        let start = ContinuousClock.now
        let verdict = await target.deliver(job.alert, body: job.body).verdict
        let attempt = LaneAttempt(
            number: delivery.number, attempts: delivery.attempts + 1, firstAttemptAt: delivery.firstAttemptAt)
        let before = machine.condition
        let settlement = machine.settle(verdict, of: attempt, now: clock.now(), jitter: clock.jitter())
        ends.append(settlement.end)
        metrics.record(verdict, settlement, took: start.duration(to: .now))
        lastDetail = settlement.end.detail
        report(settlement, attempt, before)
        if settlement.targetIsBack { await targetIsBack() }
        return settlement.goesOn
    }

    private func report(_ settlement: LaneSettlement, _ attempt: LaneAttempt, _ before: LaneMachine.Condition) {
        let fields: KeyValuePairs<LogKey, LogValue> = [
            .delivery: .integer(Int(attempt.number.rawValue)), .attempt: .integer(attempt.attempts),
            .reason: .text(settlement.end.reason ?? ""), .detail: .text(settlement.end.detail ?? ""),
        ]
        switch settlement.end.outcome {
        case .delivered: logger.debug("delivered", fields)
        case .dead: logger.error("a delivery needs a person", fields)
        case .skipped: logger.warning("a delivery in doubt is not repeated", fields)
        case .retry, .inDoubt, .notSent: logger.debug("an attempt failed", fields)
        }
        guard machine.condition != before else { return }
        switch machine.condition {
        case .working: logger.info("the target works again")
        case .failing: logger.warning("the target fails; it is tried again", fields)
        case .suspended: logger.error("the target takes nothing until somebody changes something", fields)
        }
    }
}
