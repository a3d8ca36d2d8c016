import SQLite
package import Values

/// One alert on its way to one target.
package struct DeliveryRow: Sendable, Equatable {
    /// Counts up in the order in which deliveries were caused.
    package struct Number: RawRepresentable, Hashable, Comparable, Sendable, DatabaseValue, CustomStringConvertible {
        package let rawValue: Int64

        package init(rawValue: Int64) { self.rawValue = rawValue }

        package static func < (left: Number, right: Number) -> Bool { left.rawValue < right.rawValue }
        package var description: String { "\(rawValue)" }
    }

    /// Where it stands. The last four are ends; a person can put all but `delivered` back in the queue.
    package enum State: String, Sendable, Hashable, CaseIterable, DatabaseValue {
        case queued
        /// Marked before the first byte; after a crash it becomes `inDoubt`.
        case attempting
        /// It may have arrived. Its target's policy decides whether it is sent again.
        case inDoubt = "in-doubt"
        case delivered
        /// In doubt, and by the target's policy not sent again.
        case skipped
        /// Refused for good, or retried for as long as is sensible.
        case dead
        /// Given up by a person.
        case discarded
    }

    package let number: Number
    package let alert: AlertRow.Key
    package let target: String
    package let rule: String?
    package let template: String?
    package let state: State
    /// Not to be tried again before; what was never tried is due at once.
    package let dueAt: Timestamp
    /// Attempts since it was queued or put back.
    package let attempts: Int
    /// When the first of these began.
    package let firstAttemptAt: Timestamp?
    /// How long it has been tried: the time between these attempts, of which more than six hours at a time count as six.
    /// A machine that was off or asleep has not tried.
    package let triedFor: Duration
    /// Whether an earlier attempt may have arrived.
    package let isRepeat: Bool
    /// The bytes of the last attempt, which the next one repeats.
    package let body: [UInt8]?
    /// Why the last attempt failed: a word from a closed set, and a sentence.
    package let reason: String?
    package let detail: String?
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
}
