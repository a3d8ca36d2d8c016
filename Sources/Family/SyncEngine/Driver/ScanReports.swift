import AllowanceAPI
import Observability
import Store
import Values

/// What scans tell people through the log; what stays as it is they tell once.
struct ScanReports: Sendable {
    private let logger: Logger
    private let metrics: SyncMetrics
    /// Children of whom it was said that their lists are not this login's to read, or longer than what is read.
    private var children: Set<ChildRow.ID> = []
    private var failures = FailureNews()
    /// Of the store: what is tried again and again is told once.
    private var storeNews = FailureNews()

    init(_ logger: Logger, _ metrics: SyncMetrics) {
        self.logger = logger
        self.metrics = metrics
    }

    mutating func tell(_ news: ScanNews) {
        switch news {
        case .hintsArrived(let count): metrics.hints.increment(by: UInt64(count))
        case .hintsDropped(let count, let isFirst):
            metrics.droppedHints.increment(by: UInt64(count))
            if isFirst {
                logger.warning("too many hints, scanning everything instead", [.hints: .integer(count)])
            }
        case .hintsJournalled: metrics.hintCommits.increment()
        case .scanFailed(let failure, let count, let duration): failed(failure, count: count, after: duration)
        case .scanCompleted(let scope, let result, let duration): completed(scope, result, after: duration)
        case .personChanged: personChanged()
        case .lost(let gone, let withdrawn): lost(gone: gone, withdrawn: withdrawn)
        case .withdrew(let outcome, let replaced): withdrew(outcome, replaced: replaced)
        case .contradicted(let sentences):
            for sentence in sentences {
                logger.warning("what the server says does not fit together", [.reason: .text(sentence)])
            }
        case .clockStepped(let step): logger.info("the clock was set", [.step: .duration(step)])
        case .settled(let settlements): missed(settlements)
        case .found(let added, let changed, let alerts, let child):
            found(added, changed: changed, alerts: alerts, of: child)
        case .moved(let breaks, let child): moved(breaks, of: child)
        case .stateChanged(let state): logger.info("state changed", [.state: .text(state.rawValue)])
        case .storeFailed(let error): storeFailed(error)
        case .storeWorks: if storeNews.end() { logger.info("the store takes changes again") }
        case .recounted(let miscounts): recounted(miscounts)
        case .recountFailed(let error):
            logger.warning("the counts in the store could not be checked", [.reason: .text(error.description)])
        case .orderSent(let id, let outcome):
            logger.info(
                "sent an entry to the server", [.intent: .text(id.rawValue), .outcome: .text(outcome.word)])
        case .orderParked(let id, let reason):
            logger.warning("an entry needs a person", [.intent: .text(id.rawValue), .reason: .text(reason)])
        }
    }

    private mutating func storeFailed(_ error: StoreError) {
        let level: LogLevel = storeNews.level(of: error.description) == .warning ? .error : .debug
        logger.log(
            level, "the store failed", [.reason: .text(error.detail.isEmpty ? error.description : error.detail)])
    }

    private func recounted(_ miscounts: [Miscount]) {
        for miscount in miscounts {
            logger.error(
                "a count in the store was wrong and has been put right",
                [.count: .text(miscount.name), .kept: .integer(miscount.kept), .counted: .integer(miscount.counted)])
        }
    }

    private mutating func failed(_ failure: FactError, count: Int, after duration: Duration) {
        metrics.scanDurations.record(duration)
        metrics.scans[.failed].increment()
        logger.log(
            failures.level(of: failure.message), "scan failed",
            [.reason: .text(failure.description), .failures: .integer(count), .duration: .duration(duration)])
    }

    private mutating func completed(_ scope: ScanScope, _ result: Scan.Result, after duration: Duration) {
        metrics.scanDurations.record(duration)
        metrics.scans[.complete].increment()
        if failures.end() { logger.info("scans work again") }
        for child in result.unreadable where children.insert(child).inserted {
            logger.info(
                "a child is listed, and its transactions are not this login's to read", [.child: .text(child.rawValue)])
        }
        for child in result.cut where children.insert(child).inserted {
            logger.warning(
                "a child's history is longer than what is read of it: the oldest transactions are not known",
                [.child: .text(child.rawValue), .rows: .integer(ChildScan.ceiling)])
        }
        logger.debug("scan complete", [.scope: .text(scope.text), .duration: .duration(duration)])
    }

    /// What was told of the former person's children is news to the next.
    private mutating func personChanged() {
        logger.info("somebody else is signed in under this account; it starts over, and history is no news")
        (children, failures) = ([], FailureNews())
    }

    private mutating func lost(gone: [ChildRow.ID], withdrawn: Set<ChildRow.ID>) {
        for child in gone { logger.warning("a child is gone", [.child: .text(child.rawValue)]) }
        for child in withdrawn {
            children.insert(child)
            logger.warning(
                "a child's transactions are this login's to read no longer; it is watched without them",
                [.child: .text(child.rawValue)])
        }
    }

    private func withdrew(_ outcome: WithdrawalCommit.Outcome, replaced: Int) {
        if outcome.isRestored {
            logger.error(
                "the server knows less than it did: it may have been restored from a backup",
                [.rows: .integer(outcome.rows.count), .changed: .integer(replaced)])
        }
        for row in outcome.rows.prefix(Disappearance.many) {
            logger.warning(
                "a transaction is withdrawn: the server lists it no longer",
                [.child: .text(row.child.rawValue), .transaction: .text(row.id.rawValue)])
        }
    }

    /// Says what was announced and not found.
    private func missed(_ settlements: [HintBook.Settlement]) {
        for settlement in settlements where settlement.ending == .reported {
            logger.warning(
                "announced but not found",
                [
                    .transaction: .text(settlement.subject.transaction?.rawValue ?? ""),
                    .hints: .integer(settlement.ids.count),
                ])
        }
    }

    private func found(_ added: [TransactionRow], changed: Int, alerts: Int, of child: ChildRow.ID) {
        for row in added { metrics.facts[SyncMetrics.Detection(row.source)].increment() }
        guard !added.isEmpty || changed > 0 else { return }
        logger.info(
            "transactions found",
            [
                .child: .text(child.rawValue), .added: .integer(added.count), .changed: .integer(changed),
                .alerts: .integer(alerts),
            ])
    }

    private func moved(_ breaks: [ChainCheck.Break], of child: ChildRow.ID) {
        for link in breaks {
            logger.debug(
                "a balance moved without a row",
                [
                    .child: .text(child.rawValue), .transaction: .text(link.transaction.rawValue),
                    .difference: .text(link.difference.description),
                ])
        }
    }
}

extension SyncMetrics.Detection {
    fileprivate init(_ source: TransactionRow.Source) {
        self =
            switch source {
            case .baseline: .baseline
            case .hint: .hint
            case .scan: .scan
            }
    }
}

extension PushOutcome {
    fileprivate var word: String {
        switch self {
        case .made: "made"
        case .done: "done"
        case .disputed: "disputed"
        case .missing: "missing"
        case .unclear: "unclear"
        case .refused: "refused"
        case .notMade: "not made"
        }
    }
}
