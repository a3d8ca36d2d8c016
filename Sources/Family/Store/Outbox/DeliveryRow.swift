import SQLite
package import Values

/// One alert on its way to one target.
package struct DeliveryRow: Sendable, Equatable {
    /// Counts up in the order in which deliveries were caused.
    package struct Number: RawRepresentable, Hashable, Comparable, Sendable, DatabaseValue, CustomStringConvertible {
        /// From 1; never used twice.
        package let rawValue: Int64

        /// For rows and for what a person typed; there need not be such a delivery.
        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// The one that was caused first is the smaller.
        package static func < (left: Number, right: Number) -> Bool { left.rawValue < right.rawValue }
        /// The digits alone, as commands take them.
        package var description: String { "\(rawValue)" }
    }

    /// Where it stands. The last four are ends; a person can put all but `delivered` back in the queue.
    package enum State: String, Sendable, Hashable, CaseIterable, DatabaseValue {
        /// Waits for its first attempt, or for the next one.
        case queued
        /// Marked before the first byte; after a crash it becomes `inDoubt`.
        case attempting
        /// It may have arrived. Its target's policy decides whether it is sent again.
        case inDoubt = "in-doubt"
        /// The target has said so.
        case delivered
        /// In doubt, and by the target's policy not sent again; or never sent, because somebody wanted silence.
        case skipped
        /// Refused for good, or retried for as long as is sensible.
        case dead
        /// Given up by a person.
        case discarded

        /// Whether something of it may be on its readers' screens, however it ended: what counts as told there.
        ///
        /// - Parameter isRepeat: an earlier attempt may have arrived.
        static func mayHaveArrived(_ state: State, isRepeat: Bool) -> Bool {
            switch state {
            case .attempting, .inDoubt, .delivered: true
            case .queued, .skipped, .dead, .discarded: isRepeat
            }
        }
    }

    /// Whether it counts as told at its target.
    package var mayHaveArrived: Bool { State.mayHaveArrived(state, isRepeat: isRepeat) }

    /// By which people and commands name it.
    package let number: Number
    /// What is to be told.
    package let alert: AlertRow.Key
    /// The target's name in the configuration when it was caused.
    package let target: String
    /// The rule that chose the target; `nil` where none was needed.
    package let rule: String?
    /// The rule's words as they were then; `nil` for the target's own.
    package let template: String?
    /// How the rule wanted it to look, as the relay wrote it down; `nil` for the target's own looks.
    package let style: String?
    /// Changes only by marks, outcomes, the recovery at a start, and a person's order.
    package let state: State
    /// Nobody is told of it before, for whoever's target it is has quiet hours, or its rule gathers; `nil` of all others.
    package let heldUntil: Timestamp?
    /// It is held to be told with what else comes close after another message, and not for quiet hours.
    package let isGathered: Bool
    /// Not to be tried again before; what was never tried is due at once.
    package let dueAt: Timestamp
    /// Attempts since it was queued or put back.
    package let attempts: Int
    /// When the first of these began.
    package let firstAttemptAt: Timestamp?
    /// What a flipped bit may have made of ``attempts``, as a number that can be counted on with.
    static func counted(_ attempts: Int) -> Int { min(max(attempts, 0), 1_000_000) }

    /// How long it has been tried: the time between these attempts, of which more than six hours at a time count as six.
    /// A machine that was off or asleep has not tried.
    package let triedFor: Duration
    /// Whether an earlier attempt may have arrived.
    package let isRepeat: Bool
    /// The bytes of the last attempt, which the next one repeats.
    package let body: [UInt8]?
    /// Why the last attempt failed: a word from a closed set, and a sentence.
    package let reason: FailureReason?
    /// For people; without secrets.
    package let detail: String?
    /// Wall time of the commit that caused it.
    package let createdAt: Timestamp
    /// Wall time of the state's last change.
    package let updatedAt: Timestamp
    /// The digest in which it is or was told together with others; `nil` for one told by itself.
    package let digest: DigestRow.Number?
}
