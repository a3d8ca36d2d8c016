import Observability
import Store
import Values

/// What has to be done to the store now and then, after scans that worked. Lives on its engine's actor.
final class StoreUpkeep {
    private let store: Store
    private let logger: Logger
    private let timings: SyncTimings
    private var purgeAt: Duration = .zero
    private var recountAt: Duration

    init(_ store: Store, _ logger: Logger, timings: SyncTimings) {
        self.store = store
        self.logger = logger
        self.timings = timings
        recountAt = timings.recountInterval
    }

    /// Forgets what is too old to explain anything, and counts what is kept as a count, each if it is due.
    ///
    /// - Parameter elapsed: since the engine was made; what is due depends on it, and what is old on the time of day.
    func tidy(_ now: Timestamp, at elapsed: () -> Duration) async throws(StoreError) {
        if elapsed() >= purgeAt {
            purgeAt = elapsed() + timings.purgeInterval
            try await store.purge(keeping: timings.keeping, now: now)
        }
        guard elapsed() >= recountAt else { return }
        recountAt = elapsed() + timings.recountInterval
        do {
            for miscount in try await store.recount() {
                logger.error(
                    "a count in the store was wrong and has been put right",
                    [
                        .count: .text(miscount.name), .kept: .integer(miscount.kept),
                        .counted: .integer(miscount.counted),
                    ])
            }
        } catch  where error.kind == .overloaded {
            // A check that takes too long on this machine spoils no scan.
            logger.warning("the counts in the store could not be checked", [.reason: .text(error.description)])
        }
    }
}
