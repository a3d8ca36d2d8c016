import Control
import Store
import Values

/// What of one moment says whether the program has a problem to tell, and whether a told one is over.
struct ProblemEvidence: Sendable {
    /// Whether what was told to be wrong works.
    enum Proof: Sendable, Equatable {
        /// Nothing has shown it yet.
        case none
        /// With a sentence that says so.
        case works(String)
        /// What it was about is configured no longer.
        case gone
    }

    let facts: HealthFacts
    /// What people know of, by the store.
    let told: [ToldProblem]
    let now: Timestamp

    /// What needs a person and can be told, the first of each kind and subject.
    var troubles: [ProblemWatch.Key: Problem] {
        let found = facts.problems(at: now).filter { $0.severity == .needsPerson }.compactMap { problem in
            AlertRow.Event(problem.kind).map { (ProblemWatch.Key(event: $0, subject: problem.subject ?? ""), problem) }
        }
        return Dictionary(found) { first, _ in first }
    }

    /// - Parameter since: when the problem began, as it was told.
    func proof(of key: ProblemWatch.Key, since: Timestamp) -> Proof {
        guard let live = facts.live else { return .none }
        switch key.event {
        case .signInNeeded, .connectionLost:
            guard let account = live.accounts.first(where: { $0.name == key.subject }) else { return .gone }
            // What was stored by an earlier run proves nothing about this one.
            guard let scan = account.lastScan, scan > max(since, live.startedAt), account.failingSince == nil,
                account.state == .live || account.state == .polling
            else { return .none }
            return .works(
                key.event == .signInNeeded
                    ? "\(key.subject) is signed in again" : "the server of \(key.subject) answers again")
        case .targetSuspended:
            guard let target = live.targets.first(where: { $0.name == key.subject }) else { return .gone }
            // What an earlier run was shown since then proves it too: nothing new may come for days. The store takes it back with the
            // first failure after it.
            let isProven = told.contains { $0.isProven && $0.event == key.event && $0.subject == key.subject }
            guard target.state == .working, isProven else { return .none }
            return .works("target \(key.subject) takes alerts again")
        case .accountingBroken:
            // A store that cannot say proves nothing.
            guard facts.accounting != nil, facts.isBalanced else { return .none }
            return .works("the counts of the store add up again")
        case .transaction, .balanceLow: return .gone
        }
    }
}

extension AlertRow.Event {
    /// What a problem is told as; `nil` for those that are shown, and not told.
    init?(_ kind: Problem.Kind) {
        switch kind {
        case .signInNeeded: self = .signInNeeded
        case .cannotScan, .scanOverdue, .hubLost: self = .connectionLost
        case .targetSuspended: self = .targetSuspended
        case .accountingBroken: self = .accountingBroken
        case .notRunning, .noAccount, .noTarget, .hubMissing, .targetFailing, .deadDeliveries, .strandedDeliveries,
            .parkedIntents, .unreadableRows, .storeRefuses, .outcomesUnrecorded, .storeUnsafe, .partWaiting,
            .metricsNotServed, .reloadRefused, .reloadPending:
            return nil
        }
    }
}
