import Observability
import Store
import Values

extension SyncEngine {
    /// Journals the hints that wait, a burst in one commit, and notes what they ask for.
    func takeHints(_ hints: [Hint], dropped: Int) async {
        let room = max(HintBook.openLimit - book.count - waitingHints.count, 0)
        waitingHints += hints.prefix(room)
        metrics.hints.increment(by: UInt64(hints.count + dropped))
        noteDropped(dropped + max(hints.count - room, 0))
        guard !waitingHints.isEmpty, elapsed >= hintsAt, let accountID, let serverID else { return }
        let batch = waitingHints
        waitingHints = []
        // Taken before the early question: only what was asked after a hint arrived may answer it.
        let arrivedAt = elapsed
        hintsAt = arrivedAt + timings.hintSpacing
        readEarly(for: batch)
        do throws(StoreError) {
            let commit = HintCommit(
                account: accountID, server: serverID, hints: batch, limits: timings.keeping, now: now())
            let taken = try await store.write("hints") { try commit.run(in: $0) }
            metrics.hintCommits.increment()
            if !taken.open.isEmpty { machine.hintArrived(at: elapsed) }
            for hint in taken.open { book.take(hint.id, hint.subject, receivedAt: hint.receivedAt, at: arrivedAt) }
            report(batch)
            if taken.isOverfull { try await store.purge(keeping: timings.keeping, now: commit.now) }
        } catch {
            lost(error)
            // They only said that a scan is worth while.
            machine.scanRequested(at: elapsed)
        }
    }

    /// Asks for the lists of children that were read before, if the hints alone decide about the next scan and it can begin now.
    private func readEarly(for hints: [Hint]) {
        guard let rows = HintBook.childrenToRead(hints), rows.count <= Self.readers,
            rows.keys.allSatisfy({ sufficient[$0] != nil })
        else { return }
        var next = machine
        let scope = ScanScope.children(Set(rows.keys))
        guard next.nextOrder(hints: scope.union(book.due(at: elapsed)), at: elapsed)?.scope == scope else { return }
        early = EarlyReading(rows, from: source, began: elapsed)
    }

    /// What the dropped ones announced is found by a full scan, which waits like any other.
    private func noteDropped(_ count: Int) {
        guard count > 0 else {
            if book.count < HintBook.openLimit / 2 { isDropping = false }
            return
        }
        metrics.droppedHints.increment(by: UInt64(count))
        machine.hintsDropped()
        if !isDropping { logger.warning("too many hints, scanning everything instead", [.hints: .integer(count)]) }
        isDropping = true
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
        if error.isFatal || error.kind == .closed { fatal = error }
        current.message = error.description
        logger.error("the store failed", [.reason: .text(error.detail.isEmpty ? error.description : error.detail)])
    }
}
