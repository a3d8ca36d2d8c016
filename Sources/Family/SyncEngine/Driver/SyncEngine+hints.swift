import Observability
import Store
import Values

extension SyncEngine {
    /// Journals the hints that wait, a burst in one commit, and notes what they ask for.
    func takeHints(_ hints: [Hint], dropped: Int) async {
        waitingHints += hints
        metrics.hints.increment(by: UInt64(hints.count + dropped))
        if dropped > 0 {
            metrics.droppedHints.increment(by: UInt64(dropped))
            logger.warning("too many hints, scanning everything instead", [.hints: .integer(dropped)])
        }
        guard !waitingHints.isEmpty, elapsed >= hintsAt, let accountID, let serverID else { return }
        let batch = waitingHints
        waitingHints = []
        hintsAt = elapsed + timings.hintSpacing
        do throws(StoreError) {
            let commit = HintCommit(account: accountID, server: serverID, hints: batch, now: now())
            let taken = try await store.write("hints") { try commit.run(in: $0) }
            metrics.hintCommits.increment()
            for hint in taken { book.take(hint.id, hint.subject, receivedAt: hint.receivedAt, at: elapsed) }
            report(batch)
        } catch {
            lost(error)
            // They only said that a scan is worth while.
            machine.scanRequested(at: elapsed)
        }
    }

    /// Says once for each kind of message that it could not be read.
    private func report(_ hints: [Hint]) {
        for hint in hints where hint.subject == .undecodable && reportedTargets.count < 100 {
            if reportedTargets.insert(hint.target).inserted {
                logger.warning("a hub message could not be read; it is in the journal", [.target: .text(hint.target)])
            }
        }
    }

    /// Notes a failure of the store; some end the engine.
    func lost(_ error: StoreError) {
        switch error.kind {
        case .inputOutput, .corrupted, .closed, .unexpected, .unusable, .newerVersion: fatal = error
        case .full, .readOnly, .overloaded, .inUse, .cancelled: break
        }
        current.message = error.description
        logger.error("the store failed", [.reason: .text(error.detail.isEmpty ? error.description : error.detail)])
    }
}
