import Control
import Observability
import Runtime
import Store
import Values

/// Plans alerts about the program itself: carries out what ``ProblemWatch`` decides.
///
/// The alert, its deliveries and the note that it was told are one commit, so that nobody is told twice, however the program ends.
actor ProblemTeller: Service {
    nonisolated let name = "problems"
    /// From one look to the next: what is told has lasted longer.
    private static let interval: Duration = .seconds(10)

    private let store: Store
    private let facts: @Sendable () async -> HealthFacts
    private let plan: Plan
    private let logger: Logger
    private let bell = Bell()
    private var isStopping = false
    /// What the log has of children that there are not: known once the children are, and again after a reload.
    private var strangers: [String] = []

    /// To whom a problem goes, or that it is over; and which targets' readers may not know.
    typealias Plan =
        @Sendable (AlertRow.Event, _ troubled: String?, _ isOver: Bool) -> (
            deliveries: [PlannedDelivery], barred: Set<String>
        )

    /// - Parameters:
    ///   - facts: as everything stands now.
    ///   - plan: by the configuration in force, and not through the target that is in trouble.
    init(
        store: Store, logger: Logger, facts: @escaping @Sendable () async -> HealthFacts,
        plan: @escaping Plan
    ) {
        self.store = store
        self.logger = logger
        self.facts = facts
        self.plan = plan
    }

    /// Works until ``stop()``. A store that takes nothing is asked again with the next look.
    func run() async throws {
        var watch: ProblemWatch?
        while !isStopping, !Task.isCancelled {
            do throws(StoreError) {
                let told = try await store.read { try $0.toldProblems() }
                var known = watch ?? ProblemWatch(told: told)
                try await look(&known, told)
                watch = known
            } catch {
                // What the watch knew may be half of it: the store has the rest.
                watch = nil
                if error.kind == .closed { return }
                logger.debug("problems can't be told now", [.reason: .text(error.description)])
            }
            await bell.wait(atMost: Self.interval)
        }
    }

    func stop() {
        isStopping = true
        bell.ring()
    }

    private func look(_ watch: inout ProblemWatch, _ told: [ToldProblem]) async throws(StoreError) {
        let facts = await facts()
        for sentence in facts.file.unknown where !strangers.contains(sentence) {
            logger.warning("the configuration may not be what is wanted", [.reason: .text(sentence)])
        }
        strangers = facts.file.unknown
        let evidence = ProblemEvidence(facts: facts, told: told, now: WallClock.system.now)
        for action in watch.look(at: evidence, wall: evidence.now, running: BootTime.now) {
            try await carryOut(action, at: evidence.now)
            watch.done(action, running: BootTime.now)
        }
    }

    private func carryOut(_ action: ProblemWatch.Action, at now: Timestamp) async throws(StoreError) {
        switch action {
        case .tell(let notice, let key), .tellOver(let notice, let key):
            let isOfTarget = key.event == .targetSuspended || key.event == .targetSilent
            let troubled = isOfTarget && !notice.isOver ? key.subject : nil
            let (deliveries, barred) = plan(key.event, troubled, notice.isOver)
            try await store.writeAlerts("problem.tell") { transaction in
                ((), try transaction.tell(notice, as: key.event, to: deliveries, barred: barred, at: now) ?? [])
            }
        case .forget(let key):
            try await store.write("problem.forget") { try $0.forgetProblem(key.event, of: key.subject) }
        }
    }
}
