import AllowanceAPI
import Store
import SyncEngine
import TestNumbers
import Values

@testable import SyncEngine

/// What the daemon's actor does for a core: asks, commits, waits.
extension World {
    func tell(_ index: Int, _ event: SyncEvent) async throws {
        guard let engine = program?.engines[index] else { return }
        if case .linkChanged(isUp: true) = event, !engine.core.status.isLinkUp {
            program?.engines[index].owesFullScan = true
        }
        let effects = program?.engines[index].core.step(event, at: moment(engine)) ?? []
        for effect in effects { try await carryOut(effect, index) }
        // At the end of this moment, after whatever else comes in it.
        agenda.add(.tick(engine: index, life: life), at: now)
    }

    func tick(_ index: Int) async throws {
        guard let engine = program?.engines[index] else { return }
        if engine.tickAt == now { program?.engines[index].tickAt = nil }
        let at = moment(engine)
        let effects = program?.engines[index].core.step(.timePassed, at: at) ?? []
        for effect in effects { try await carryOut(effect, index) }
        try showProgress(index)
        try await plan(index)
    }

    /// What people are shown never goes back within a run.
    private func showProgress(_ index: Int) throws {
        guard var progress = program?.engines[index].progress, let engine = program?.engines[index] else { return }
        let (before, runs) = (progress.hundredths, progress.runs)
        progress.update(engine.core.work(at: moment(engine).elapsed))
        if progress.runs == runs, progress.hundredths < before {
            try violate(.progress, "\(before) hundredths, then \(progress.hundredths)")
        }
        program?.engines[index].progress = progress
    }

    /// Puts the next tick down.
    private func plan(_ index: Int) async throws {
        guard let engine = program?.engines[index], let due = engine.core.nextDue else { return }
        let at = max(engine.began + due.microseconds, now + 1)
        if due.microseconds - (now - engine.began) > 3_600_000_000 {
            try violate(.delays, "\(engine.name) waits for \(due)")
        }
        guard engine.tickAt.map({ $0 > at || $0 <= now }) ?? true else { return }
        program?.engines[index].tickAt = at
        agenda.add(.tick(engine: index, life: life), at: at)
    }

    private func carryOut(_ effect: SyncEffect, _ index: Int) async throws {
        guard let engine = program?.engines[index] else { return }
        switch effect {
        case .ask(let question):
            agenda.add(.question(question, askedAt: wall, engine: index, life: life), at: now + latency(80_000))
        case .prepare(let scope, let began):
            trace.note(now, "\(engine.name) scans \(scope.text)")
            tally.scans += 1
            if scope == .deep { memory.deepScans.append((index, now)) }
            // Subscribe, then scan: what was said before nobody has heard.
            if engine.owesFullScan, !scope.isFull { try violate(.facts, "no full scan after the link came up") }
            program?.engines[index].owesFullScan = false
            program?.engines[index].balancesRead = 0
            program?.engines[index].refused = []
            program?.engines[index].scanBegan = server.time(at: engine.began + began.microseconds)
            agenda.add(.event(.prepared(user: user), engine: index, life: life), at: now)
        case .store(let lane, let task): try await carryOut(task, lane, index)
        case .order(let effect): try await carryOut(effect, index)
        case .tell(let news): note(news, engine)
        case .announceRecovery, .announceAnswers, .renewLink, .end: break
        case .fail: throw Crash(isExit: true)
        }
    }

    /// Who is signed in; `nil` for nobody.
    var user: FactUser? { person > 0 ? FactUser(id: "user-\(person)", role: "Parent") : nil }

    // MARK: The store

    private func carryOut(_ task: StoreTask, _ lane: StoreTask.Lane, _ index: Int) async throws {
        guard let store = program?.store else { return }
        try before(task.name)
        let result: Result<StoreTask.Answer, StoreError>
        do throws(StoreError) { result = .success(try await task.run(in: store)) } catch { result = .failure(error) }
        try await watch(task, result, index)
        try await after(task.name)
        agenda.add(
            .event(.stored(lane, result), engine: index, life: life), at: now + Int.random(in: 0...3_000, using: &dice))
    }

    /// What a commit may do, looked at when it is done.
    private func watch(_ task: StoreTask, _ result: Result<StoreTask.Answer, StoreError>, _ index: Int) async throws {
        switch (task, result) {
        case (.list(let commit), .success(.listed(let outcome?))):
            trace.note(now, "list of \(commit.child.rawValue): \(outcome.added.count) new, \(outcome.changed) changed")
            noteDetection(outcome.added)
            if dice.chance(3), let store = program?.store { try await repeatCommit(commit, store) }
            ringLanes()
        case (.scan(let commit), .success(.scanned(_?))):
            if let watermark = commit.watermark {
                if commit.failure != nil { try violate(.watermark, "moved by a scan that failed") }
                if let began = program?.engines[index].scanBegan, watermark > began {
                    try violate(.watermark, "\(watermark) is after the scan's begin \(began)")
                }
            }
            // What moves on after so many looks is the next scan's.
            if commit.watermark != nil, let engine = program?.engines[index], engine.balancesRead <= Scan.maximumRounds
            {
                try await auditScan(engine.balancesAt, without: engine.refused)
            }
            ringLanes()
        case (_, .failure(let error)):
            trace.note(now, "store: \(error.kind.rawValue)")
        default: break
        }
    }

    /// A list that is stored twice changes nothing.
    private func repeatCommit(_ commit: ListCommit, _ store: Store) async throws {
        guard let again = try? await store.writeAlerts("again", { try commit.run(in: $0) }) else { return }
        tally.repeatedCommits += 1
        if !again.added.isEmpty || again.changed > 0 || again.alerts > 0 {
            try violate(.idempotence, "a list stored twice brought \(again.added.count) rows, \(again.alerts) alerts")
        }
    }

    private func noteDetection(_ added: [TransactionRow]) {
        for row in added where row.source != .baseline {
            guard let true_ = server.rows.first(where: { $0.listed.rowID == row.id }) else { continue }
            let delay = now - true_.visibleAt
            // What nobody was awake for is no matter of the program.
            if true_.isHintLost, true_.visibleAt > sleepsUntil { tally.lostHintDelays.append(delay) }
        }
    }

    private func note(_ news: ScanNews, _ engine: Engine) {
        switch news {
        case .scanFailed(let failure, _, _): trace.note(now, "\(engine.name) failed: \(failure.kind.rawValue)")
        case .stateChanged(let state): trace.note(now, "\(engine.name) is \(state.rawValue)")
        case .settled(let settlements): tally.settledHints += settlements.reduce(0) { $0 + $1.ids.count }
        case .recounted(let miscounts):
            memory.violation =
                memory.violation
                ?? Violation(invariant: .accounting, detail: "counts were wrong: \(miscounts.map(\.name))")
        case .hintsArrived, .hintsDropped, .hintsJournalled, .scanCompleted, .personChanged, .lost, .found, .moved,
            .withdrew, .contradicted, .clockStepped, .storeFailed, .storeWorks, .recountFailed, .orderSent,
            .orderParked:
            break
        }
    }
}

extension RunProgress {
    fileprivate var hundredths: Int { if case .running(_, let hundredths) = phase { hundredths } else { 100 } }
}

extension Duration {
    var microseconds: Int { Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000) }
}

extension StoreTask {
    /// By which kills name it.
    fileprivate var name: String {
        switch self {
        case .journal: "hints"
        case .purge: "purge"
        case .noteUser: "user"
        case .lookUpAccount: "look at the account"
        case .lookUpPage: "look at a page"
        case .list: "list"
        case .scan: "scan"
        case .remember: "lateness"
        case .tidy: "tidy"
        }
    }
}
