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

    init(_ logger: Logger, _ metrics: SyncMetrics) {
        self.logger = logger
        self.metrics = metrics
    }

    /// - Parameter count: scans that failed in a row.
    mutating func failed(_ failure: FactError, count: Int, after duration: Duration) {
        metrics.scanDurations.record(duration)
        metrics.scans[.failed].increment()
        logger.log(
            failures.level(of: failure.message), "scan failed",
            [.reason: .text(failure.description), .failures: .integer(count), .duration: .duration(duration)])
    }

    mutating func completed(_ scope: ScanScope, _ result: Scan.Result, after duration: Duration) {
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
    mutating func personChanged() {
        logger.info("somebody else is signed in under this account; it starts over, and history is no news")
        (children, failures) = ([], FailureNews())
    }

    /// - Parameters:
    ///   - gone: children that nobody sees any more.
    ///   - withdrawn: those whose lists are given up.
    mutating func lost(gone: [ChildRow.ID], withdrawn: Set<ChildRow.ID>) {
        for child in gone { logger.warning("a child is gone", [.child: .text(child.rawValue)]) }
        for child in withdrawn {
            children.insert(child)
            logger.warning(
                "a child's transactions are this login's to read no longer; it is watched without them",
                [.child: .text(child.rawValue)])
        }
    }

    /// Says what was announced and not found.
    func missed(_ settlements: [HintBook.Settlement]) {
        for settlement in settlements where settlement.ending == .reported {
            logger.warning(
                "announced but not found",
                [
                    .transaction: .text(settlement.subject.transaction?.rawValue ?? ""),
                    .hints: .integer(settlement.ids.count),
                ])
        }
    }

    func found(_ outcome: ListCommit.Outcome, of child: ChildRow.ID) {
        for row in outcome.added { metrics.facts[SyncMetrics.Detection(row.source)].increment() }
        guard !outcome.added.isEmpty || outcome.changed > 0 else { return }
        logger.info(
            "transactions found",
            [
                .child: .text(child.rawValue), .added: .integer(outcome.added.count),
                .changed: .integer(outcome.changed),
                .alerts: .integer(outcome.alerts),
            ])
    }

    /// - Parameter page: newest first.
    func moved(_ page: [Transaction], of child: ChildRow.ID) {
        for link in ChainCheck.breaks(in: page.reversed()) {
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
