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

    /// One case for each event, and nothing for the rest: a problem that is told and has none here does not compile.
    ///
    /// - Parameter since: when the problem began, as it was told.
    func proof(of key: ProblemWatch.Key, since: Timestamp) -> Proof {
        guard let live = facts.live else { return .none }
        return switch key.event {
        case .signInNeeded: ofAccount(key, live) { answers($0, since, live, "\(key.subject) is signed in again") }
        case .connectionLost:
            ofAccount(key, live) { answers($0, since, live, "the server of \(key.subject) answers again") }
        case .targetSuspended, .targetSilent: takes(key, live)
        // A store that cannot say proves nothing.
        case .accountingBroken:
            facts.accounting != nil && facts.isBalanced ? .works("the counts of the store add up again") : .none
        case .diskFull:
            live.room == .ok && live.refusedChange == nil ? .works("there is room on the disk again") : .none
        // Nothing brings back what was lost: after a while nobody is reminded. Before the store was asked nobody knows of it.
        case .historyShorter: ofAccount(key, live) { $0.lastScan == nil ? .none : .gone }
        case .hubDeaf:
            ofAccount(key, live) { account in
                later(account.doubts.heardAt, since, "the hub of \(key.subject) announces what happens again")
            }
        case .balanceUnexplained:
            ofAccount(key, live) { account in
                later(
                    account.doubts.agreedAt, since, "what the server of \(key.subject) says fits together again")
            }
        case .conflict:
            ofAccount(key, live) { account in
                facts.conflicts.fields[account.name] == nil
                    ? .works("nothing waits for a decision of \(account.name) any more") : .none
            }
        case .transaction, .withdrawn, .edited, .balanceLow, .balanceRecovered, .allowancePaid, .allowanceMissing,
            .allowancePaused, .allowanceResumed, .choreWaiting, .choreApproved, .choreRejected, .goalReached,
            .wishAffordable, .giftWaiting, .summary, .drill:
            .gone
        }
    }

    // MARK: What proves it

    /// What is said of an account is over with the account.
    private func ofAccount(
        _ key: ProblemWatch.Key, _ live: LiveStatus, _ proof: (LiveStatus.Account) -> Proof
    ) -> Proof {
        live.accounts.first { $0.name == key.subject }.map(proof) ?? .gone
    }

    /// What was stored by an earlier run proves nothing about this one.
    private func answers(
        _ account: LiveStatus.Account, _ since: Timestamp, _ live: LiveStatus, _ sentence: String
    ) -> Proof {
        guard let scan = account.lastScan, scan > max(since, live.startedAt), account.failingSince == nil,
            account.state == .live || account.state == .polling
        else { return .none }
        return .works(sentence)
    }

    private func takes(_ key: ProblemWatch.Key, _ live: LiveStatus) -> Proof {
        guard let target = live.targets.first(where: { $0.name == key.subject }) else { return .gone }
        // What an earlier run was shown since then proves it too: nothing new may come for days. The store takes it back with the
        // first failure after it.
        let isProven = told.contains { $0.isProven && $0.event == key.event && $0.subject == key.subject }
        guard target.state == .working, isProven else { return .none }
        return .works("target \(key.subject) takes alerts again")
    }

    private func later(_ moment: Timestamp?, _ since: Timestamp, _ sentence: String) -> Proof {
        guard let moment, moment > since else { return .none }
        return .works(sentence)
    }
}

extension AlertRow.Event {
    /// What a problem is told as; `nil` for those that are shown, and not told.
    init?(_ kind: Problem.Kind) {
        switch kind {
        case .signInNeeded: self = .signInNeeded
        case .cannotScan, .scanOverdue, .hubLost: self = .connectionLost
        case .targetSuspended: self = .targetSuspended
        case .targetSilent: self = .targetSilent
        case .accountingBroken: self = .accountingBroken
        case .historyShorter: self = .historyShorter
        case .hubDeaf: self = .hubDeaf
        case .balanceUnexplained: self = .balanceUnexplained
        case .diskLow: self = .diskFull
        case .openConflicts: self = .conflict
        case .notRunning, .noAccount, .noTarget, .hubMissing, .targetFailing, .desktopWithoutToken, .deadDeliveries,
            .strandedDeliveries,
            .parkedIntents, .unreadableRows, .storeRefuses, .outcomesUnrecorded, .storeUnsafe, .storeRecovered,
            .partWaiting,
            .metricsNotServed, .reloadRefused, .reloadPending, .unknownChild:
            return nil
        }
    }
}
