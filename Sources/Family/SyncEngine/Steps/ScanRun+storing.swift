import AllowanceAPI
import Store
import Values

/// What a scan stores: each list as soon as it is complete, and at the end what all of them say together.
extension ScanRun {
    /// Stores a list: rows, alerts and the hints that it answers are one commit.
    mutating func apply(
        _ page: [Transaction], of child: ChildRow.ID, isWhole: Bool, _ known: inout AccountKnowledge,
        at now: SyncMoment
    ) -> [SyncEffect] {
        guard let context else { return [] }
        let offset = Duration.zero - known.serverOffset
        let book = known.login.book
        let announced = book.announced(
            among: page.lazy.map { ($0.rowID, $0.createdAt.advanced(by: offset)) }, of: child)
        let settlements = book.settlements(found: page.lazy.map(\.rowID), of: child)
        phase = .storing(child, page, settlements)
        let intents = IntentCommit(
            settled: settledIntents, match: IntentMatch(settle: known.timings.settle), now: now.wall)
        // Longer than any page is as complete as it gets.
        let isComplete = plan.scope.isFull && (isWhole || page.count >= ChildScan.ceiling)
        if isComplete, isWhole { books[child] = BooksCheck(page, total: totals[child], since: context.baseline) }
        // One that has less than the server says that there is proves nothing about the rest.
        let isCounted = totals[child].map { $0 <= page.count } ?? true
        let serverNow = startedAt ?? now.wall.advanced(by: known.serverOffset)
        let absence = AbsenceCommit(
            readAt: isComplete && isCounted ? startedAt : nil, wait: known.timings.absenceWait)
        return [
            .store(
                .scan,
                .list(
                    ListCommit(
                        context: context, child: child, listed: listed(child), page: page,
                        recent: serverNow.advanced(
                            by: .zero - known.timings.settle)...serverNow.advanced(by: IntentMatch.tolerance),
                        announced: announced, settlements: settlements, intents: intents, absence: absence,
                        now: now.wall)))
        ]
    }

    private func listed(_ id: ChildRow.ID) -> (child: Child, seenAt: Timestamp)? {
        guard let listed, let child = listed.value.first(where: { $0.rowID == id }) else { return nil }
        return (child, listed.startedAt)
    }

    /// Counts what was found, and how late.
    mutating func learn(
        _ outcome: ListCommit.Outcome, of child: ChildRow.ID, _ page: [Transaction], _ known: inout AccountKnowledge,
        at now: SyncMoment
    ) -> [SyncEffect] {
        for row in outcome.added where row.source != .baseline {
            known.unannouncedFacts = row.source == .hint ? 0 : known.unannouncedFacts + 1
        }
        let kinds = known.announced.learn(from: outcome.added)
        gone[child] = outcome.absent.gone
        if outcome.isBehind { known.login.behind.insert(child) } else { known.login.behind.remove(child) }
        unannounced += outcome.unannounced
        isUndecided = isUndecided || outcome.absent.isUndecided
        replaced += outcome.replaced
        let changed = outcome.changed + outcome.returned
        let news: [SyncEffect] = [
            .tell(.found(added: outcome.added, changed: changed, alerts: outcome.alerts, of: child)),
            .tell(.moved(breaks: ChainCheck.breaks(in: page.reversed()), of: child)),
        ]
        guard let context else { return news + advance(&known, at: now) }
        let worst = known.login.learn(from: outcome.added, after: context.watermark)
        guard worst != nil || !kinds.isEmpty else { return news + advance(&known, at: now) }
        phase = .learning
        return news + [.store(.scan, .remember(lateness: worst, announced: kinds, of: context.account))]
    }

    /// Stores what the scan ends with.
    mutating func finish(
        _ result: Scan.Result, _ known: inout AccountKnowledge, at now: SyncMoment
    ) -> [SyncEffect] {
        guard let context else { return end(result) }
        let isComplete = result.failure == nil
        // A list that is known to be from the past answers nothing that was said since.
        let settlements =
            isComplete
            ? known.login.book.settlements(
                isFull: plan.scope.isFull, children: result.applied.subtracting(known.login.behind),
                unreadable: result.unreadable,
                startedAt: began, at: now.elapsed) : []
        known.login.tails = plan.tails
        if isComplete, listed == nil {
            // All that there is to write is which hints have had their answer, and the check that follows has a commit of its own.
            // Until then, for `checkWithin` at most, a crash or a stop costs another reading.
            known.login.owed += settlements
            known.login.book.settle(settlements, at: now.elapsed)
            return [.tell(.settled(settlements))] + end(result)
        }
        let withdrawn = known.login.refusedLists.note(result.refused, applied: result.applied, at: now.elapsed)
        known.login.behind.subtract(withdrawn)
        let commit = ScanCommit(
            context: context, listed: listed.map { ($0.value, $0.startedAt) },
            missing: isComplete ? result.missing : [], compared: result.compared,
            behind: known.login.behind.intersection(result.compared), withdrawn: withdrawn,
            settlements: known.login.owed + settlements,
            withdrawals: WithdrawalCommit(
                context: context, gone: isComplete ? gone : [:], replaced: replaced, now: now.wall),
            books: BooksCommit(
                account: context.account,
                books: isComplete ? books.filter { !known.login.behind.contains($0.key) } : [:]),
            watermark: isComplete && plan.scope.isFull ? startedAt : nil, isDeep: plan.scope == .deep,
            failure: result.failure?.kind.rawValue, now: now.wall)
        phase = .finishing(commit, settlements, result)
        return [.store(.scan, .scan(commit))]
    }

    mutating func finished(
        _ commit: ScanCommit, _ settlements: [HintBook.Settlement], _ result: Scan.Result,
        _ outcome: ScanCommit.Outcome, _ known: inout AccountKnowledge, at now: SyncMoment
    ) -> [SyncEffect] {
        known.login.owed = []
        known.login.book.settle(settlements, at: now.elapsed)
        known.login.sufficient = plan.sufficient
        if let restoration = outcome.restoration { known.restoration = restoration }
        known.doubts.forget(commit.withdrawn.union(outcome.gone))
        let isNews = !outcome.books.isEmpty && known.doubts.take(outcome.books, at: now.wall)
        if plan.scope.isFull { known.isUndecided = isUndecided || isNews }
        let news: [SyncEffect] =
            (isNews ? [.tell(.contradicted(known.doubts.sentences))] : []) + [
                .tell(.lost(gone: outcome.gone, withdrawn: commit.withdrawn)),
                .tell(.withdrew(outcome.withdrawals, replaced: replaced)), .tell(.settled(settlements)),
            ]
        guard commit.watermark != nil else { return news + end(result) }
        (known.completeAt, known.outcome) = (commit.now, "complete")
        guard let task = known.tidying(at: now) else { return news + end(result) }
        phase = .tidying(result)
        return news + [.store(.scan, task)]
    }
}
