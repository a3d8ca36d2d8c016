import Observability
import Store
import Values

extension SyncEngine {
    /// Carries out a scan and tells the machine how it went.
    func carryOut(_ order: SyncMachine.Order, _ early: EarlyReading?) async {
        let startedAt = early?.began ?? elapsed
        // Nobody waits for what the scan has not asked for.
        defer { early?.cancel() }
        do throws(StoreError) {
            var result: Scan.Result?
            if try await isSamePerson() {
                var run = try await prepare(order)
                run.early = early
                result = try await read(&run)
                if let found = result, try await !finish(run, found, startedAt: startedAt) { result = nil }
            }
            if let result { ended(order, result, startedAt: startedAt) } else { startOver() }
        } catch {
            // Whoever is told to stop has no failure to report; what was read is read again.
            if Task.isCancelled { return }
            lost(error)
            let result = Scan.Result(failure: FactError(.unavailable, error.description))
            ended(order, result, startedAt: startedAt, isOurs: true)
        }
        inbox.ring()
    }

    private func ended(
        _ order: SyncMachine.Order, _ result: Scan.Result, startedAt: Duration, isOurs: Bool = false
    ) {
        let duration = elapsed - startedAt
        metrics.scanDurations.record(duration)
        if let failure = result.failure {
            metrics.scans[.failed].increment()
            machine.scanFailed(failure, at: elapsed, random: .random(in: 0..<1), isOurs: isOurs)
            current.message = failure.message
            current.lastScanOutcome = failure.kind.rawValue
            // The first time it is news; each further one only repeats it.
            let isNews = warnedFailure != failure.message
            warnedFailure = failure.message
            logger.log(
                isNews ? .warning : .debug, "scan failed",
                [
                    .reason: .text(failure.message), .failures: .integer(machine.failures),
                    .duration: .duration(duration),
                ])
        } else {
            if warnedFailure != nil { logger.info("scans work again") }
            warnedFailure = nil
            report(result)
            metrics.scans[.complete].increment()
            if machine.scanCompleted(at: elapsed, hasChecked: result.children != nil) { recovery.yield() }
            current.message = nil
            logger.debug("scan complete", [.scope: .text("\(order.scope)"), .duration: .duration(duration)])
        }
        publish()
    }

    /// Says once of each child what a scan could not read of it.
    private func report(_ result: Scan.Result) {
        for child in result.unreadable where reportedChildren.insert(child).inserted {
            logger.info(
                "a child is listed, and its transactions are not this login's to read", [.child: .text(child.rawValue)])
        }
        for child in result.cut where reportedChildren.insert(child).inserted {
            logger.warning(
                "a child's history is longer than what is read of it: the oldest transactions are not known",
                [.child: .text(child.rawValue), .rows: .integer(ChildScan.ceiling)])
        }
    }

    /// Notes who is signed in, which some logins only tell once they were used.
    ///
    /// A login that now belongs to somebody else sees other children: their history is a baseline again (I34), and what
    /// the scan under way has been told is not stored.
    func isSamePerson() async throws(StoreError) -> Bool {
        guard let found = await source.signedInUser(), found != user, let accountID else { return true }
        let moment = now()
        let isAnother = try await store.write("user") {
            try $0.setUser(found.id, role: found.role, of: accountID, at: moment)
        }
        user = found
        return !isAnother
    }

    /// Forgets what the former person's login remembered, and reads everything at once.
    private func startOver() {
        logger.info("somebody else is signed in under this account; it starts over, and history is no news")
        book = HintBook(timings: timings)
        refusedLists = RefusedLists(timings: timings)
        lookback = Lookback(least: timings.lookback, most: timings.lookbackCap)
        owed = []
        (sufficient, tails, reportedChildren, warnedFailure) = ([:], [:], [], nil)
        (current.lastScanAt, current.lastScanOutcome, current.message, current.unannouncedFacts) = (nil, nil, nil, 0)
        machine.personChanged(at: elapsed)
        publish()
    }

    private func prepare(_ order: SyncMachine.Order) async throws(StoreError) -> ScanRun {
        guard let accountID else { throw StoreError(.unexpected, "The engine was not started.", nextStep: "") }
        let (account, known) = try await store.read("known") { snapshot in
            let account = try snapshot.knownAccount(accountID)
            let read = try snapshot.readChildren(of: accountID)
            let children = try snapshot.children(of: accountID).map { child in
                (
                    child.id,
                    Scan.KnownChild(
                        balance: child.balance, rows: try snapshot.transactionCount(of: child.id, on: child.server),
                        isNew: child.baselineAt == nil, wasRead: read.contains(child.id))
                )
            }
            return (account, Dictionary(uniqueKeysWithValues: children))
        }
        let watermark = account.lastScanStartedAt
        let context = ScanContext(
            account: accountID, userID: account.userID, origin: origin, planner: planner,
            isAfterGap: order.isAfterGap, watermark: watermark)
        let hinted: [ChildRow.ID: Set<TransactionRow.ID>] =
            if case .children(let ids) = order.scope { book.announcedRows(of: ids) } else { [:] }
        let scan = Scan(
            scope: order.scope, known: known, horizon: watermark.map(lookback.horizon), hinted: hinted,
            sufficient: sufficient, tails: tails, leavesCheck: order.leavesCheck)
        return ScanRun(context: context, server: account.server, scan: scan)
    }

    /// Stores what the scan ends with; false if nothing was stored, for the login is another person's.
    private func finish(_ run: ScanRun, _ result: Scan.Result, startedAt: Duration) async throws(StoreError) -> Bool {
        guard !run.isSuperseded else { return false }
        let isComplete = result.failure == nil
        let settlements =
            isComplete
            ? book.settlements(
                isFull: run.scan.scope.isFull, children: result.applied, unreadable: result.unreadable,
                startedAt: startedAt, at: elapsed) : []
        tails = run.scan.tails
        if isComplete, run.listed == nil {
            leaveCheck(settlements)
            return true
        }
        let withdrawn = refusedLists.note(result.refused, applied: result.applied, at: elapsed)
        let commit = ScanCommit(
            context: run.context, listed: run.listed.map { ($0.value, $0.startedAt) },
            missing: isComplete ? result.missing : [], withdrawn: withdrawn, settlements: owed + settlements,
            watermark: isComplete && run.scan.scope.isFull ? run.startedAt : nil, isDeep: run.scan.scope == .deep,
            failure: result.failure?.kind.rawValue, now: now())
        guard let gone = try await store.writeAlerts("scan", { try commit.run(in: $0) }) else { return false }
        owed = []
        book.settle(settlements, at: elapsed)
        sufficient = run.scan.sufficient
        for child in gone { logger.warning("a child is gone", [.child: .text(child.rawValue)]) }
        for child in withdrawn {
            reportedChildren.insert(child)
            logger.warning(
                "a child's transactions are this login's to read no longer; it is watched without them",
                [.child: .text(child.rawValue)])
        }
        report(settlements)
        if commit.watermark != nil {
            current.lastScanAt = commit.now
            current.lastScanOutcome = "complete"
            try await tidy(commit.now)
        }
        return true
    }

    /// All that there is to write is which hints have had their answer, and the check that follows has a commit of its own.
    /// Until then, for ``SyncTimings/checkWithin`` at most, a crash or a stop costs another reading.
    private func leaveCheck(_ settlements: [HintBook.Settlement]) {
        owed += settlements
        book.settle(settlements, at: elapsed)
        report(settlements)
    }

    /// Says what was announced and not found.
    private func report(_ settlements: [HintBook.Settlement]) {
        for settlement in settlements where settlement.ending == .reported && settlement.subject != .undecodable {
            logger.warning(
                "announced but not found",
                [
                    .transaction: .text(settlement.subject.transaction?.rawValue ?? ""),
                    .hints: .integer(settlement.ids.count),
                ])
        }
    }

    /// Forgets what is too old to explain anything, and now and then counts what is kept as a count.
    private func tidy(_ now: Timestamp) async throws(StoreError) {
        if elapsed >= purgeAt {
            purgeAt = elapsed + timings.purgeInterval
            try await store.purge(keeping: timings.keeping, now: now)
        }
        guard elapsed >= recountAt else { return }
        recountAt = elapsed + timings.recountInterval
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
