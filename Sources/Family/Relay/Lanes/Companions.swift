import Observability
import Runtime
import Store

/// Runs what targets do beside their alerts, one companion for each target that has one.
actor Companions {
    private final class Running: Sendable {
        let companion: any TargetCompanion
        /// Begins when that one has said its last.
        let predecessor: Promise<Void, Never>?
        let ended = Promise<Void, Never>()

        init(_ companion: any TargetCompanion, after predecessor: Promise<Void, Never>?) {
            (self.companion, self.predecessor) = (companion, predecessor)
        }
    }

    private var running: [String: Running] = [:]
    /// Who said the last for a target that may come back.
    private var farewells: [String: Promise<Void, Never>] = [:]
    /// As many as there are targets.
    private let arrivals = BoundedChannel<Running>(limit: 1)

    /// These are to run from now on, by the names of their targets, and no others.
    func take(_ wanted: [String: any TargetCompanion]) {
        for (name, former) in running {
            guard let new = wanted[name] else {
                former.companion.end(.replaced(by: nil))
                (running[name], farewells[name]) = (nil, former.ended)
                continue
            }
            if !new.isSame(as: former.companion) { former.companion.end(.replaced(by: new)) }
        }
        for (name, companion) in wanted {
            let former = running[name]
            if let former, companion.isSame(as: former.companion) { continue }
            let new = Running(companion, after: former?.ended ?? farewells[name])
            running[name] = new
            arrivals.push(new)
        }
    }

    /// Works until ``stop()``.
    func run(beside store: Store, _ logger: Logger) async {
        try? await runTasks(forEach: arrivals) { running in
            // One that was never begun has nothing to say.
            await running.predecessor?.outcomeUnlessCancelled()
            await running.companion.run(beside: store, logger)
            running.ended.keep()
        }
    }

    /// The program ends.
    func stop() {
        arrivals.finish()
        for former in running.values { former.companion.end(.programEnds) }
    }
}
