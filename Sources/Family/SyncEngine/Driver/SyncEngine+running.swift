import Observability
import Runtime
import Store
import Values

extension SyncEngine {
    /// Finds the account in the store, or makes it, and takes up what was open when the program ended.
    package func start() async throws {
        let (name, origin, moment) = (account.name, origin, now())
        let settled = moment.advanced(by: timings.settle)
        let known = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: origin)
            let account = try transaction.ensureAccount(named: name, on: server, at: moment)
            // Nobody knows any more whether it arrived.
            try transaction.doubtInterruptedIntents(of: account.id, due: settled)
            return (
                account: account, hints: try transaction.openHints(of: account.id),
                memory: try ScanMemory(of: account.id, in: transaction)
            )
        }
        let sinceDeep = known.memory.deepScanAt.map { now().duration(since: $0) } ?? timings.deepInterval
        machine = SyncMachine(
            interval: account.scanInterval, deepAt: max(.zero, timings.deepInterval - max(sinceDeep, .zero)),
            timings: timings)
        scanner.resume(known.account, known.hints, known.memory)
        try await pusher.load(known.account.id, at: elapsed)
        current.openHints = book.count
    }

    /// Scans and takes hints until it is stopped.
    ///
    /// - Throws: `StoreError` when the store is lost: another try could only do harm.
    package func run() async throws {
        // Discarding: another group keeps each ended scan until somebody asks for it.
        await withDiscardingTaskGroup { scans in
            while !Task.isCancelled, fatal == nil, await turn(&scans) {}
            machine.stop()
            scans.cancelAll()
        }
        current.state = .stopped
        if let fatal { throw fatal }
    }

    /// ``run()`` returns once the hints that wait are journalled; a scan under way is cancelled.
    package func stop() async { inbox.requestStop() }

    /// Does what is due, then waits for something to happen. Returns whether to go on.
    private func turn(_ scans: inout DiscardingTaskGroup) async -> Bool {
        let contents = inbox.take()
        if contents.isStopRequested {
            await drain(contents.hints)
            return false
        }
        for isUp in contents.links { machine.linkChanged(isUp: isUp, at: elapsed) }
        if contents.isScanRequested { machine.scanRequested(at: elapsed) }
        if contents.isScanRequested || contents.links.last == true { pusher.hurry(at: elapsed) }
        if contents.areIntentsChanged { await loadIntents() }
        let early = await takeHints(contents.hints, dropped: contents.dropped)
        let order = machine.nextOrder(hints: wanted, at: elapsed)
        // What the scan that begins now does not take over would be old for the next.
        let isWanted = order?.scope == early?.scope
        if !isWanted { early?.cancel() }
        if let order { scans.addTask { [self] in await carryOut(order, isWanted ? early : nil) } }
        for job in pusher.takeJobs() { scans.addTask { [self] in await carryOut(job) } }
        publish()
        await wait(until: nextDue)
        return true
    }

    /// What hints and intents want to have read now.
    private var wanted: ScanScope? {
        let hinted = book.due(at: elapsed)
        return pusher.wanted(at: elapsed)?.union(hinted) ?? hinted
    }

    /// What arrived is journalled also by a program that ends: the next start answers it.
    private func drain(_ hints: [Hint]) async {
        intake.hurry()
        // Nothing is asked any more, early neither.
        machine.stop()
        _ = await takeHints(hints, dropped: 0)
    }

    private var nextDue: Duration? {
        let scan = machine.nextDue(hints: [book.nextDue, pusher.nextDue].compactMap { $0 }.min())
        return intake.due.map { min(scan ?? $0, $0) } ?? scan
    }

    private func wait(until due: Duration?) async {
        guard let due else { return await inbox.wait() }
        let limit = due - elapsed
        guard limit > .zero else { return await Task.yield() }
        await inbox.wait(atMost: limit)
    }

    // MARK: Hints

    /// Journals the hints that wait, a burst in one commit, and notes what they ask for. Returns what was asked meanwhile.
    private func takeHints(_ hints: [Hint], dropped: Int) async -> EarlyReading? {
        if intake.add(hints, dropped: dropped, open: book.count) { machine.hintsDropped() }
        // Taken before the early question: only what was asked after a hint arrived may answer it.
        let arrivedAt = elapsed
        guard let place = scanner.place, let batch = intake.batch(at: arrivedAt) else { return nil }
        let early = readEarly(for: batch)
        do throws(StoreError) {
            let commit = HintCommit(
                account: place.account, server: place.server, hints: batch, limits: timings.keeping, now: now())
            let taken = try await store.write("hints") { try commit.run(in: $0) }
            metrics.hintCommits.increment()
            if !taken.open.isEmpty { machine.hintArrived(at: elapsed) }
            for hint in taken.open {
                scanner.memory.book.take(hint.id, hint.subject, receivedAt: hint.receivedAt, at: arrivedAt)
            }
            if taken.isOverfull { try await store.purge(keeping: timings.keeping, now: commit.now) }
        } catch {
            lost(error)
            // They only said that a scan is worth while.
            machine.scanRequested(at: elapsed)
        }
        return early
    }

    /// Asks for the lists of children that were read before, if the hints alone decide about the next scan and it can begin now.
    private func readEarly(for hints: [Hint]) -> EarlyReading? {
        guard let rows = HintBook.childrenToRead(hints), rows.count <= ScanQuestions.limit,
            rows.keys.allSatisfy({ scanner.memory.sufficient[$0] != nil })
        else { return nil }
        var next = machine
        let scope = ScanScope.children(Set(rows.keys))
        guard next.nextOrder(hints: scope.union(book.due(at: elapsed)), at: elapsed)?.scope == scope else { return nil }
        return EarlyReading(rows, from: source, began: elapsed)
    }

    // MARK: Scans

    /// Has a scan carried out and tells the machine how it went.
    private func carryOut(_ order: SyncMachine.Order, _ early: EarlyReading?) async {
        let startedAt = early?.began ?? elapsed
        // Nobody waits for what the scan has not asked for.
        defer { early?.cancel() }
        do throws(StoreError) {
            let settled = pusher.settled(by: order.scope, from: startedAt)
            let result = try await scanner.scan(
                order, early, startedAt: startedAt, settledIntents: settled, on: self)
            if let result {
                ended(order, result, startedAt: startedAt)
                try await takeUpIntents(order, result, startedAt: startedAt)
            } else {
                startOver()
            }
        } catch {
            // Whoever is told to stop has no failure to report; what was read is read again.
            if Task.isCancelled { return }
            lost(error)
            let result = Scan.Result(failure: FactError(.unavailable, error.sentence, nextStep: error.nextStep))
            ended(order, result, startedAt: startedAt, isOurs: true)
        }
        inbox.ring()
    }

    // MARK: Intents

    private func takeUpIntents(
        _ order: SyncMachine.Order, _ result: Scan.Result, startedAt: Duration
    ) async throws(StoreError) {
        guard let account = scanner.place?.account, pusher.isWaiting || owesIntents else { return }
        // What a list has made of them is in the store already.
        try await pusher.load(account, at: elapsed)
        owesIntents = false
        guard order.scope.isFull else { return }
        pusher.scanEnded(result.failure == nil ? result.applied : [], began: startedAt, at: elapsed)
    }

    private func loadIntents() async {
        guard let account = scanner.place?.account else { return }
        do throws(StoreError) {
            try await pusher.load(account, at: elapsed)
        } catch {
            lost(error)
            // The next scan that works takes them up.
            owesIntents = true
        }
    }

    /// Carries out what a lane has decided, and takes up what is next.
    private func carryOut(_ job: Pusher.Job) async {
        do throws(StoreError) {
            try await pusher.carryOut(job, serverOffset: scanner.serverOffset) { elapsed }
        } catch {
            if !Task.isCancelled { lost(error) }
        }
        inbox.postIntents()
    }

    private func ended(
        _ order: SyncMachine.Order, _ result: Scan.Result, startedAt: Duration, isOurs: Bool = false
    ) {
        let duration = elapsed - startedAt
        if let failure = result.failure {
            machine.scanFailed(failure, at: elapsed, random: .random(in: 0..<1), isOurs: isOurs)
            scanner.findings.outcome = failure.kind.rawValue
            scanner.reports.failed(failure, count: machine.failures, after: duration)
        } else {
            if machine.scanCompleted(at: elapsed, hasChecked: result.children != nil) { recoveries.ring() }
            scanner.reports.completed(order.scope, result, after: duration)
        }
        if !isOurs, storeNews.end() { logger.info("the store takes changes again") }
        note(result.failure)
        publish()
    }

    /// What people are told of scans: since when they fail, and what is wrong with the last one.
    private func note(_ failure: FactError?) {
        current.failingSince = failure == nil ? nil : current.failingSince ?? now()
        current.message = failure?.message
        current.nextStep = failure.flatMap { $0.nextStep.isEmpty ? nil : $0.nextStep }
    }

    /// Somebody else is signed in: reads everything at once.
    private func startOver() {
        scanner.startOver()
        pusher.startOver()
        inbox.postIntents()
        note(nil)
        machine.personChanged(at: elapsed)
        publish()
    }

    /// Notes a failure of the store; some end the engine.
    private func lost(_ error: StoreError) {
        if error.isFatal || error.kind == .closed { fatal = error }
        (current.message, current.nextStep) = (error.sentence, error.nextStep)
        let level: LogLevel = storeNews.level(of: error.description) == .warning ? .error : .debug
        logger.log(
            level, "the store failed", [.reason: .text(error.detail.isEmpty ? error.description : error.detail)])
    }

    private func publish() {
        if current.state != machine.state {
            logger.info("state changed", [.state: .text(machine.state.rawValue)])
        }
        current.state = machine.state
        current.isLinkUp = machine.link == .up
        current.isScanning = machine.isScanning
        current.openHints = book.count
    }
}
