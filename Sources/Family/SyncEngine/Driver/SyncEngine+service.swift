import Observability
import Store
import Values

extension SyncEngine {
    /// Finds the account in the store, or makes it, and takes up what was open when the program ended.
    package func start() async throws {
        let (name, origin, moment) = (account.name, origin, now())
        let known = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: origin)
            let account = try transaction.ensureAccount(named: name, on: server, at: moment)
            return (
                account: account, hints: try transaction.openHints(of: account.id),
                memory: try ScanMemory(of: account.id, in: transaction)
            )
        }
        accountID = known.account.id
        serverID = known.account.server
        if let id = known.account.userID { user = FactUser(id: id, role: known.account.role ?? "") }
        let sinceDeep = known.memory.deepScanAt.map { now().duration(since: $0) } ?? timings.deepInterval
        machine = SyncMachine(
            interval: account.scanInterval, deepAt: max(.zero, timings.deepInterval - max(sinceDeep, .zero)),
            timings: timings)
        lookback = Lookback(
            least: timings.lookback, most: timings.lookbackCap, worst: known.memory.worstLateness)
        for hint in known.hints {
            book.take(hint.id, Hint.Subject(hint), receivedAt: hint.receivedAt, isFromBefore: true, at: elapsed)
        }
        current.lastScanAt = known.account.lastScanFinishedAt
        current.lastScanOutcome = known.account.lastScanOutcome
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
            early?.cancel()
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
        if contents.isStopRequested { return await drain(contents.hints) }
        for isUp in contents.links { machine.linkChanged(isUp: isUp, at: elapsed) }
        if contents.isScanRequested { machine.scanRequested(at: elapsed) }
        await takeHints(contents.hints, dropped: contents.dropped)
        let early = early
        self.early = nil
        let order = machine.nextOrder(hints: book.due(at: elapsed), at: elapsed)
        // What the scan that begins now does not take over would be old for the next.
        let isWanted = order?.scope == early?.scope
        if !isWanted { early?.cancel() }
        if let order { scans.addTask { [self] in await carryOut(order, isWanted ? early : nil) } }
        publish()
        await wait(until: nextDue)
        return true
    }

    /// What arrived is journalled also by a program that ends: the next start answers it.
    private func drain(_ hints: [Hint]) async -> Bool {
        hintsAt = .zero
        // Nothing is asked any more.
        machine.stop()
        await takeHints(hints, dropped: 0)
        return false
    }

    private var nextDue: Duration? {
        let scan = machine.nextDue(hints: book.nextDue)
        return waitingHints.isEmpty ? scan : min(scan ?? hintsAt, hintsAt)
    }

    private func wait(until due: Duration?) async {
        guard let due else { return await inbox.wait() }
        let limit = due - elapsed
        guard limit > .zero else { return await Task.yield() }
        await withTaskGroup(of: Void.self) { [inbox] group in
            group.addTask { await inbox.wait() }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    func publish() {
        if current.state != machine.state {
            logger.info("state changed", [.state: .text(machine.state.rawValue)])
        }
        current.state = machine.state
        current.isLinkUp = machine.link == .up
        current.isScanning = machine.isScanning
        current.openHints = book.count
    }
}

extension Hint.Subject {
    /// What a hint from an earlier run was about.
    init(_ row: HintRow) {
        self =
            switch (row.transaction, row.child) {
            case (let transaction?, let child): .transaction(transaction, child: child)
            case (nil, let child?): .child(child)
            case (nil, nil): .something
            }
    }
}
