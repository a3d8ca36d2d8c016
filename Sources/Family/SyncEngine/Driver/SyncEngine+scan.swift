import Observability
import Store
import Values

extension SyncEngine {
    /// Carries out a scan and tells the machine how it went.
    func carryOut(_ order: SyncMachine.Order) async {
        let startedAt = elapsed
        do throws(StoreError) {
            try await noteUser()
            var run = try await prepare(order)
            let result = try await read(&run)
            try await finish(run, result, startedAt: startedAt)
            ended(order, result.failure, startedAt: startedAt)
        } catch {
            // Whoever is told to stop has no failure to report; what was read is read again.
            if Task.isCancelled { return }
            lost(error)
            ended(order, FactError(.unavailable, error.description), startedAt: startedAt)
        }
        inbox.ring()
    }

    private func ended(_ order: SyncMachine.Order, _ failure: FactError?, startedAt: Duration) {
        let duration = elapsed - startedAt
        metrics.scanDurations.record(duration)
        if let failure {
            metrics.scans[.failed].increment()
            machine.scanFailed(failure, at: elapsed, random: .random(in: 0..<1))
            current.message = failure.message
            current.lastScanOutcome = failure.kind.rawValue
            logger.warning(
                "scan failed",
                [
                    .reason: .text(failure.message), .failures: .integer(machine.failures),
                    .duration: .duration(duration),
                ])
        } else {
            metrics.scans[.complete].increment()
            machine.scanCompleted(at: elapsed)
            current.message = nil
            logger.debug("scan complete", [.scope: .text("\(order.scope)"), .duration: .duration(duration)])
        }
        publish()
    }

    /// A login that now belongs to somebody else sees other children: its history is a baseline again (I34).
    private func noteUser() async throws(StoreError) {
        guard let found = await source.signedInUser(), found != user, let accountID else { return }
        try await store.write("user") { try $0.setUser(found.id, role: found.role, of: accountID) }
        user = found
    }

    private func prepare(_ order: SyncMachine.Order) async throws(StoreError) -> ScanRun {
        guard let accountID else { throw StoreError(.unexpected, "The engine was not started.", nextStep: "") }
        let (account, known) = try await store.read("known") { snapshot in
            let account = try snapshot.knownAccount(accountID)
            let children = try snapshot.children(of: accountID).map { child in
                let rows = try snapshot.transactionCount(of: child.id, on: child.server)
                return (
                    child.id, Scan.KnownChild(balance: child.balance, rows: rows, isNew: child.baselineAt == nil)
                )
            }
            return (account, Dictionary(uniqueKeysWithValues: children))
        }
        let watermark = account.lastScanStartedAt
        let context = ScanContext(
            account: accountID, origin: origin, planner: planner, isAfterGap: order.isAfterGap,
            watermark: watermark)
        let scan = Scan(scope: order.scope, known: known, horizon: watermark.map(lookback.horizon))
        return ScanRun(context: context, server: account.server, scan: scan)
    }

    /// Stores what the scan ends with.
    private func finish(_ run: ScanRun, _ result: Scan.Result, startedAt: Duration) async throws(StoreError) {
        let isComplete = result.failure == nil
        let settlements =
            isComplete
            ? book.settlements(
                isFull: run.scan.scope.isFull, children: result.applied, startedAt: startedAt, at: elapsed) : []
        let commit = ScanCommit(
            context: run.context, listed: run.listed.map { ($0.value, $0.startedAt) },
            missing: isComplete ? result.missing : [], settlements: settlements,
            watermark: isComplete && run.scan.scope.isFull ? run.startedAt : nil, isDeep: run.scan.scope == .deep,
            failure: result.failure?.kind.rawValue, now: now())
        let gone = try await store.write("scan") { try commit.run(in: $0) }
        book.settle(settlements, at: elapsed)
        for child in gone { logger.warning("a child is gone", [.child: .text(child.rawValue)]) }
        for settlement in settlements where settlement.ending == .reported && settlement.subject != .undecodable {
            logger.warning(
                "announced but not found",
                [
                    .transaction: .text(settlement.subject.transaction?.rawValue ?? ""),
                    .hints: .integer(settlement.ids.count),
                ])
        }
        if commit.watermark != nil {
            current.lastScanAt = commit.now
            current.lastScanOutcome = "complete"
        }
        if commit.isDeep, isComplete { try await purge(commit.now) }
    }

    /// Forgets raw bytes that are too old to explain anything.
    private func purge(_ now: Timestamp) async throws(StoreError) {
        let limit = now.advanced(by: .zero - timings.journalRetention)
        while try await store.write("purge", { try $0.purgeJournal(before: limit) }) >= 1_000 {}
    }
}
