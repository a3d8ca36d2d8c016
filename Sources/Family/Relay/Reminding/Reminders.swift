import Observability
import Runtime
import Store
import Values

/// Has told again, and told others, what nobody has seen.
///
/// The store has what is due and when, from the commit that caused the alert on. It sleeps until then: nothing is looked at while
/// nothing is due. What it carries out is deliveries in the outbox, which the lanes tell as they do all others.
actor Reminders {
    private let store: Store
    private let clock: RelayClock
    private let logger: Logger
    private let bell = Bell()
    private var time: SteadyTime
    /// As roles, targets and quiet hours are now: a reminder is told whoever may be told then.
    private var rules = RuleSet([], targets: [])
    private var hasBegun = false
    private var isStopped = false
    /// The store refused the last turn.
    private var isStoreFailing = false

    /// A rest is ended after this, in case a sleep doesn't count the time that the machine slept.
    private static let longestSleep: Duration = .seconds(60)

    init(store: Store, clock: RelayClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
        time = SteadyTime(wall: clock.now(), running: clock.running())
    }

    /// Who may be told, and when, is decided by these from now on.
    func take(_ rules: RuleSet) { self.rules = rules }

    /// Something may be due.
    nonisolated func ring() { bell.ring() }

    func stop() {
        isStopped = true
        bell.ring()
    }

    /// Works until it is stopped or its task is cancelled. A store that is lost ends it; the lanes say so.
    func run() async {
        let planned = store.newFollowUps()
        async let _: Void = ring(at: planned)
        while !isStopped, !Task.isCancelled {
            do throws(StoreError) {
                try await turn()
                isStoreFailing = false
            } catch {
                if error.kind == .closed || error.kind == .cancelled || error.isFatal { return }
                if !isStoreFailing { logger.error("the outbox can't be used", [.detail: .text(error.description)]) }
                isStoreFailing = true
                await bell.wait(atMost: .seconds(1))
            }
        }
    }

    private func ring(at planned: some AsyncSequence<Void, Never>) async {
        for await _ in planned { bell.ring() }
    }

    private func turn() async throws(StoreError) {
        // What follows answers all rings until now.
        bell.hush()
        try await followWall()
        let (now, rules) = (time.now(running: clock.running()), rules)
        if let next = try await store.read("followUp.next", { try $0.nextFollowUp() }), next <= now {
            let count = try await store.writeAlerts("followUp.carryOut") { transaction in
                let count = try transaction.carryOutFollowUps(at: now, counts: rules.onlookers.counting) {
                    row, subject in
                    rules.leave(to: row.target, stored: row.style, subject, at: now)
                }
                return (count, [])
            }
            return logger.debug("what nobody has seen is looked at", [.count: .integer(count)])
        }
        let next = try await store.read("followUp.next") { try $0.nextFollowUp() }
        await bell.wait(atMost: next.map { min(max($0.duration(since: now), .milliseconds(1)), Self.longestSleep) })
    }

    /// Moves what is stored along with a wall clock that was set, also while no process ran.
    private func followWall() async throws(StoreError) {
        let wall = clock.now()
        if !hasBegun {
            try await store.write("followUp.shorten") { try $0.shortenFollowUps(at: wall) }
            time = SteadyTime(wall: wall, running: clock.running())
            hasBegun = true
        }
        guard let step = time.step(wall: wall, running: clock.running()) else { return }
        try await store.write("followUp.move") { try $0.moveFollowUps(by: step, now: wall) }
        time.take(step: step)
    }
}
