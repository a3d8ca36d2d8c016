import Observability
import Relay
import Runtime
import Store
import Values

/// Plans what is told at set times, summaries and drills: carries out what ``OccasionOutlook`` says, and rests until the next.
///
/// The alert, its deliveries and how far the schedule has come are one commit, so that no occasion is told twice, however the program
/// ends.
actor OccasionTeller: Service {
    /// What the configuration in force wants.
    struct Wish: Sendable {
        let rules: RuleSet
        let drill: Schedule?
    }

    nonisolated let name = "occasions"
    /// A store that takes nothing is asked again after this.
    private static let retry: Duration = .seconds(30)
    /// At the latest, for a clock that was set where the system tells nobody of it.
    private static let longest: Duration = .seconds(86_400)

    private let store: Store
    private let logger: Logger
    private let wish: @Sendable () -> Wish
    private let now: @Sendable () -> Timestamp
    private let clock: any Clock<Duration>
    private let bell = Bell()
    private var isStopping = false

    /// - Parameter wish: asked again after each ``look()``.
    init(
        store: Store, logger: Logger, now: @escaping @Sendable () -> Timestamp = { WallClock.system.now },
        clock: any Clock<Duration> = ContinuousClock(), wish: @escaping @Sendable () -> Wish
    ) {
        self.store = store
        self.logger = logger
        self.wish = wish
        self.now = now
        self.clock = clock
    }

    /// The configuration may be another one, or the clock was set.
    nonisolated func look() { bell.ring() }

    /// Works until ``stop()``.
    func run() async throws {
        while !isStopping, !Task.isCancelled {
            var pause = Self.retry
            do throws(StoreError) {
                let next = try await deal()
                pause = min(max(next?.duration(since: now()) ?? Self.longest, .zero), Self.longest)
            } catch {
                if error.kind == .closed { return }
                logger.debug("nothing can be told at its time now", [.reason: .text(error.description)])
            }
            await bell.wait(atMost: pause, clock: clock)
        }
    }

    func stop() {
        isStopping = true
        bell.ring()
    }

    /// Tells what is due.
    ///
    /// - Returns: When something is due next; `nil` if nothing is wanted at any time.
    private func deal() async throws(StoreError) -> Timestamp? {
        let (wish, now) = (wish(), now())
        let entries = OccasionEntry.all(of: wish)
        let known = try await store.read { try $0.schedules() }
        for row in known where !entries.contains(where: { $0.name == row.name }) {
            try await store.write("schedule.forget") { try $0.forgetSchedule(row.name) }
        }
        var next: Timestamp?
        for entry in entries {
            let row = known.first { $0.name == entry.name && $0.spec == entry.schedule.stored }
            // What came before somebody wanted it is nobody's loss.
            let former = row?.reckonedAt ?? now
            let outlook = OccasionOutlook(
                of: entry.schedule, in: wish.rules.clock, reckonedAt: former, now: now)
            if row == nil || outlook.changes(former) { try await carryOut(outlook, entry, wish.rules, at: now) }
            next = min(next ?? outlook.next.at, outlook.next.at)
        }
        return next
    }

    private func carryOut(
        _ outlook: OccasionOutlook, _ entry: OccasionEntry, _ rules: RuleSet, at now: Timestamp
    ) async throws(StoreError) {
        try await store.writeAlerts("occasion.tell") { transaction in
            var born: [BornDelivery] = []
            if let missed = outlook.missed, let alert = try entry.alert(missed, rules, transaction, at: now) {
                try transaction.record(
                    missed: alert, dueAt: missed.at, why: "PocketBell did not run when it was to be told", at: now)
            }
            if let due = outlook.due, let alert = try entry.alert(due, rules, transaction, at: now) {
                let alert = try entry.anew(alert, due, rules, transaction, at: now) ?? alert
                born = try transaction.insert(alert, dueAt: due.at, isLate: outlook.isLate, at: now) ?? []
            }
            try transaction.reckon(
                ScheduleRow(name: entry.name, spec: entry.schedule.stored, reckonedAt: outlook.reckonedAt))
            return ((), born)
        }
        guard let due = outlook.due else { return }
        logger.info("told at its time", [.occasion: .text("\(entry.name) \(due.date)")])
    }
}

/// One thing that is told at set times.
private struct OccasionEntry: Sendable {
    /// The store's name for it.
    let name: String
    let schedule: Schedule
    /// `nil` for the drill.
    let rule: String?

    static func all(of wish: OccasionTeller.Wish) -> [OccasionEntry] {
        let summaries = wish.rules.summaries.map {
            OccasionEntry(name: "summary|\($0.rule)", schedule: $0.when, rule: $0.rule)
        }
        return summaries + (wish.drill.map { [OccasionEntry(name: "drill", schedule: $0, rule: nil)] } ?? [])
    }

    /// What was told of an occasion before its time, told as it is now; `nil` if nothing was, or nothing else is to be told.
    ///
    /// A clock that is ahead tells of a week that is not over. Once it is right the occasion comes again: not to be told twice, and not
    /// without what came in between.
    func anew(
        _ alert: PlannedAlert, _ occasion: Schedule.Occasion, _ rules: RuleSet,
        _ transaction: borrowing StoreTransaction, at now: Timestamp
    ) throws -> PlannedAlert? {
        guard let details = alert.details, let told = try transaction.told(alert.key, dueAt: occasion.at),
            WeekSummary.isOutdated(told, by: details)
        else { return nil }
        return try self.alert(occasion, rules, transaction, isAnew: true, at: now)
    }

    /// What is told of an occasion; `nil` for nothing, as a summary of no child.
    func alert(
        _ occasion: Schedule.Occasion, _ rules: RuleSet, _ transaction: borrowing StoreTransaction,
        isAnew: Bool = false, at now: Timestamp
    ) throws -> PlannedAlert? {
        guard let rule else {
            let drill = rules.drill("\(occasion.date)", at: now, waits: true)
            return drill.deliveries.isEmpty ? nil : drill
        }
        let period = WeekSummary.period(endingAt: occasion.at, in: rules.clock)
        return rules.summary(
            of: rule, on: occasion, of: try transaction.weeks(period, at: now), isAnew: isAnew, at: now)
    }
}

extension StoreTransaction {
    /// More rows of a child in a week are no family's.
    private static var rowLimit: Int { 100_000 }

    /// Every child's week, but of those of whose money somebody wants nothing told.
    fileprivate borrowing func weeks(_ period: Range<Timestamp>, at now: Timestamp) throws -> [WeekSummary.Child] {
        let silent = try silences(at: now).map(\.subject)
        var weeks: [WeekSummary.Child] = []
        for child in try children() where !child.isGone && !silent.contains(.child(child.server, child.id)) {
            let filter = TransactionFilter(child: child, period: period, limit: Self.rowLimit)
            let goals = try records(.goal, of: child.id).filter { $0.server == child.server }
            weeks.append(WeekSummary.Child(child, try transactions(matching: filter), goals: goals, in: period))
        }
        return weeks
    }
}

extension LogKey {
    fileprivate static let occasion = LogKey("relay.occasion")
}
