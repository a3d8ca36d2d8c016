import JSON

/// What somebody who has ordered a synchronisation hears of one account: how far it is, and at the end what it came to.
package struct SyncNews: Sendable, Equatable {
    /// How it ended; decides how the command ends.
    package enum Outcome: String, Sendable, CaseIterable {
        /// Everything was read anew.
        case complete
        /// The children's money was read anew, and some other lists were not.
        case incomplete
        /// Nobody answers, or not what this program understands.
        case unreachable
        /// A person has to sign in.
        case signInNeeded = "sign-in-needed"
        /// The server refuses, and a person has to change something.
        case refused
        /// The server asks to come back later.
        case postponed
        /// The program ends, or the account is watched no longer.
        case stopped
    }

    /// The account's name.
    package let account: String
    /// What is going on; `nil` at the end.
    package let work: RunState.Work?
    /// `nil` before the end.
    package let outcome: Outcome?
    /// Why it is not complete; for people.
    package let reason: String?
    /// What a person can do about it; `nil` where that is nothing.
    package let nextStep: String?
    /// Lists beside the children's money that could not be read.
    package let failures: [String]

    /// How far it is.
    package init(_ account: String, _ work: RunState.Work) {
        self.init(account, work: work, outcome: nil)
    }

    /// What it came to.
    package init(
        _ account: String, _ outcome: Outcome, reason: String? = nil, nextStep: String? = nil, failures: [String] = []
    ) {
        self.init(account, work: nil, outcome: outcome, reason: reason, nextStep: nextStep, failures: failures)
    }

    private init(
        _ account: String, work: RunState.Work?, outcome: Outcome?, reason: String? = nil, nextStep: String? = nil,
        failures: [String] = []
    ) {
        self.account = account
        self.work = work
        self.outcome = outcome
        self.reason = reason
        self.nextStep = nextStep
        self.failures = failures
    }

    /// As `--json` has it.
    var json: JSONValue {
        [
            "account": .string(account), "operation": .word(work?.operation.rawValue),
            "progress": work.map(\.progress) ?? (outcome == nil ? nil : 1), "outcome": .word(outcome?.rawValue),
            "reason": .text(reason), "nextStep": .text(nextStep), "failures": .array(failures.map { .string($0) }),
        ]
    }
}
