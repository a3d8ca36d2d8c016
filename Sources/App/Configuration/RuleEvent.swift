package import Relay

/// What a rule can be about, in the words of the file.
package enum RuleEvent: String, CaseIterable, Sendable {
    /// Money came or went.
    case transaction
    /// The server lists a transaction no longer.
    case withdrawn
    /// The server describes a transaction differently than before.
    case edited
    /// A balance fell below a threshold.
    case balanceLow = "balance-low"
    /// A balance is no longer below a threshold.
    case balanceRecovered = "balance-recovered"
    /// All of those that follow: what becomes of allowances.
    case allowance
    /// Money of an allowance came; told instead of `transaction`.
    case allowancePaid = "allowance-paid"
    /// An allowance was due, and none came by noon of the next day.
    case allowanceMissing = "allowance-missing"
    /// A parent paused an allowance.
    case allowancePaused = "allowance-paused"
    /// A parent lets it be paid again.
    case allowanceResumed = "allowance-resumed"
    /// All of those that follow: what becomes of chores that are done.
    case chore
    /// A chore is said to be done.
    case choreWaiting = "chore-waiting"
    /// A parent approved it.
    case choreApproved = "chore-approved"
    /// A parent rejected it.
    case choreRejected = "chore-rejected"
    /// As much is saved as a goal costs.
    case goalReached = "goal-reached"
    /// A wish costs no more than the child has.
    case wishAffordable = "wish-affordable"
    /// A gift waits for a parent.
    case giftWaiting = "gift-waiting"
    /// What came and went in a week, at a set time.
    case summary
    /// All of those that follow: what is wrong with the program itself, and that it is over.
    case problem
    /// An account must sign in.
    case signInNeeded = "sign-in-needed"
    /// An account's server has been gone for ten minutes.
    case connectionLost = "connection-lost"
    /// A target refuses what it is sent.
    case targetSuspended = "target-suspended"
    /// A target has not taken the last drill.
    case targetSilent = "target-silent"
    /// The store's counts do not add up.
    case accountingBroken = "accounting-broken"
    /// A server knows less than it did: perhaps it was restored from a backup.
    case historyShorter = "history-shorter"
    /// A hub that is connected tells nothing of what happens.
    case hubDeaf = "hub-deaf"
    /// A server contradicts itself about a child's money.
    case balanceUnexplained = "balance-unexplained"
    /// The store's disk is full, or will be.
    case diskFull = "disk-full"
    /// Somebody else has changed what was changed here, and a person decides.
    case conflict
}

extension RuleEvent {
    /// What its alerts are about: a rule's keys mean something for some of these.
    package var topics: Set<AlertTopic> {
        switch self {
        case .transaction, .withdrawn, .edited, .allowancePaid: [.transaction]
        case .balanceLow, .balanceRecovered: [.balance]
        case .allowance: [.transaction, .allowance]
        case .allowanceMissing, .allowancePaused, .allowanceResumed: [.allowance]
        case .chore, .choreWaiting, .choreApproved, .choreRejected: [.chore]
        case .goalReached: [.goal]
        case .wishAffordable: [.wish]
        case .giftWaiting: [.gift]
        case .summary: [.summary]
        case .problem, .signInNeeded, .connectionLost, .targetSuspended, .targetSilent, .accountingBroken,
            .historyShorter, .hubDeaf,
            .balanceUnexplained, .diskFull, .conflict:
            [.problem]
        }
    }

    /// The words of those that have such a topic, for messages.
    static func naming(where has: (AlertTopic) -> Bool) -> String {
        allCases.filter { $0.topics.contains(where: has) }.map(\.rawValue).joined(separator: ", ")
    }
}
