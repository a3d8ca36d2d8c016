import SQLite
package import Values

/// Something that a person should hear of; its key comes from the fact, so the same fact never gives a second one.
package struct AlertRow: Sendable, Equatable {
    /// `new|<server origin>|<transaction>` (with `|<seconds>` of its time where the id was another's before),
    /// `gone|<server origin>|<transaction>`, `edit|…|<its revision>`, `paid|…`, `low|<server origin>|<child>|<rule>|<transaction>`,
    /// `back|…`, of a record `<event>|<server origin>|<record and its state>`, or of the program itself
    /// `problem|<event>|<subject>|<moment>` and `over|…`; at a set time `summary|<rule>|<day>` (with `|anew` where a clock was ahead) and `drill|<day>`. What nobody has
    /// seen is told again as `again|<rule>|<step>|<key>`, and others as `unseen|…`.
    package struct Key: RawRepresentable, Hashable, Sendable, DatabaseValue {
        /// The text that the table keeps once. Who plans the alert makes it, and nobody takes it apart again; but what was told of a record is
        /// found by `|` and the record's id in it (`explain`).
        package let rawValue: String

        /// For reading and planning; nothing is checked.
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What alerts of one problem share: that it has begun, and that it is over.
    package static func thread(of event: Event, _ subject: String) -> String { "problem|\(event.rawValue)|\(subject)" }

    /// What happened.
    package enum Event: String, Sendable, Hashable, CaseIterable, DatabaseValue {
        /// Money came or went.
        case transaction
        /// The server lists a transaction no longer.
        case withdrawn
        /// The server describes a transaction differently than before.
        case edited
        /// A balance fell below a rule's threshold.
        case balanceLow = "balance-low"
        /// A balance that was below a rule's threshold is no longer.
        case balanceRecovered = "balance-recovered"
        /// Money of the allowance came: a transaction that is told so, not as any other.
        case allowancePaid = "allowance-paid"
        /// An allowance was due, and none came.
        case allowanceMissing = "allowance-missing"
        /// A parent paused an allowance.
        case allowancePaused = "allowance-paused"
        /// A parent lets it be paid again.
        case allowanceResumed = "allowance-resumed"
        /// A chore is said to be done, and a parent has to look.
        case choreWaiting = "chore-waiting"
        /// A parent was content with it.
        case choreApproved = "chore-approved"
        /// A parent was not.
        case choreRejected = "chore-rejected"
        /// As much is saved as a goal costs.
        case goalReached = "goal-reached"
        /// A wish costs no more than the child has.
        case wishAffordable = "wish-affordable"
        /// Somebody gives a child money, and a parent has to accept it.
        case giftWaiting = "gift-waiting"
        /// What came and went in a week, at a set time.
        case summary
        /// An account's password is needed.
        case signInNeeded = "sign-in-needed"
        /// An account's server has been gone for long.
        case connectionLost = "connection-lost"
        /// A target takes nothing until somebody changes something.
        case targetSuspended = "target-suspended"
        /// A target has not taken the last drill.
        case targetSilent = "target-silent"
        /// The books of the outbox don't balance.
        case accountingBroken = "accounting-broken"
        /// A server knows less than it did, as after its restore from a backup.
        case historyShorter = "history-shorter"
        /// A hub that is connected tells nothing of what happens.
        case hubDeaf = "hub-deaf"
        /// A server contradicts itself about a child's money.
        case balanceUnexplained = "balance-unexplained"
        /// The store's disk is full, or will be.
        case diskFull = "disk-full"
        /// Somebody else has changed what was changed here, and a person decides.
        case conflict
        /// Nothing: whoever gets it knows that alerts arrive.
        case drill
    }

    /// What an alert about the program itself says, or one at a set time; those have no subject and no sentence.
    package struct Notice: Sendable, Hashable {
        /// An account's or a target's name; empty for the program as a whole.
        package let subject: String
        /// For people, with the next step; without secrets.
        package let sentence: String
        /// Wall time at which the problem began, or at which it was to be told.
        package let since: Timestamp
        /// It is over: this is the second of its two alerts.
        package let isOver: Bool

        /// Nothing is checked; the sentence is shown as it is.
        package init(subject: String, sentence: String, since: Timestamp, isOver: Bool) {
            self.subject = subject
            self.sentence = sentence
            self.since = since
            self.isOver = isOver
        }
    }

    /// Unique in the table.
    package let key: Key
    /// Decides the words.
    package let event: Event
    /// The rule behind it, for an event that only a rule defines: a threshold, a summary.
    package let rule: String?
    /// What the balance fell below, or is no longer below; `nil` for all else.
    package let threshold: Decimal?
    /// What the child had, as of the alert, where that is told; the child's row has today's.
    package let balance: Decimal?
    /// Found afterwards, not as it happened.
    package let isLate: Bool
    /// Wall time of the commit that caused it.
    package let createdAt: Timestamp
    /// Of an alert about no single child; `nil` of any other.
    package let notice: Notice?
    /// What later alerts of the same matter share; `nil`: it stands alone.
    package let thread: String?
    /// It ends the matter that ``thread`` names.
    package let closesThread: Bool
    /// What it tells beside child and money, as one JSON object.
    package let details: String?
    /// That it tells again what was told, because nobody has seen that; `nil` of what is told for the first time.
    package var reminder: Reminder?
}
