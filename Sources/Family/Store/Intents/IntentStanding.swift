/// How far an order has come, and whether something may have come of it already: all that says what may follow.
///
/// The statements that move an intent say the same in SQL, where whoever comes first counts; a test runs each of them in each of these.
package enum IntentStanding: Sendable, Hashable, CaseIterable {
    /// - Parameter isTried: it was sent before, and nobody knows what came of that.
    case accepted(isTried: Bool)
    /// - Parameter isTried: before this attempt.
    case sending(isTried: Bool)
    /// - Parameter isSent: since a person has taken it up, or a store was taken up that may be an older copy. Until then that person
    ///   can also give it up.
    case unknown(isSent: Bool)
    case acked
    case confirmed
    case superseded
    /// - Parameter isTried: something may have come of it.
    case parked(isTried: Bool)
    case discarded

    /// What happens to an order.
    package enum Event: Sendable, CaseIterable {
        /// An attempt to enter money is marked.
        case marked
        /// The same of an order about a record, which may be given once more where no record shows it.
        case orderMarked
        case done
        case unclear
        case refused
        case notMade
        /// The program ended.
        case interrupted
        /// A row is it, or a record shows it.
        case shown
        /// What it was about is gone.
        case superseded
        /// A person has to decide.
        case parked
        case retried
        case edited
        case discarded
        /// A person has decided in a conflict: what was entered here counts.
        case takenUp
        /// The server's counts.
        case yielded
    }

    package static var allCases: [IntentStanding] {
        [
            .accepted(isTried: false), .accepted(isTried: true), .sending(isTried: false), .sending(isTried: true),
            .unknown(isSent: false), .unknown(isSent: true), .acked, .confirmed, .superseded, .parked(isTried: false),
            .parked(isTried: true), .discarded,
        ]
    }

    /// In the table's words.
    package var state: IntentRow.State {
        switch self {
        case .accepted: .accepted
        case .sending: .sending
        case .unknown: .unknown
        case .acked: .acked
        case .confirmed: .confirmed
        case .superseded: .superseded
        case .parked: .parked
        case .discarded: .discarded
        }
    }

    // MARK: What follows

    /// What an event makes of it; the same where it makes nothing.
    package func after(_ event: Event) -> IntentStanding {
        switch self {
        case .accepted(let isTried): waiting(event) ?? byPerson(event, isTried: isTried)
        case .sending(let isTried): sent(event, isTried: isTried) ?? waiting(event) ?? self
        case .unknown(isSent: false): event == .discarded ? .discarded : waiting(event) ?? self
        case .unknown(isSent: true), .acked: waiting(event) ?? self
        case .parked(let isTried): decided(event) ?? byPerson(event, isTried: isTried)
        case .confirmed, .superseded, .discarded: self
        }
    }

    /// While somebody still does something about it; `nil` for what says nothing then.
    private func waiting(_ event: Event) -> IntentStanding? {
        switch event {
        // What the server says that it made is money twice if it is sent again.
        case .marked: self == .acked ? self : .sending(isTried: isTried)
        case .orderMarked: .sending(isTried: isTried)
        case .shown: .confirmed
        case .superseded: .superseded
        case .parked: .parked(isTried: state == .sending || isTried)
        case .done, .unclear, .refused, .notMade, .interrupted, .retried, .edited, .discarded, .takenUp, .yielded: nil
        }
    }

    /// What became of the attempt that is under way. One that certainly made nothing leaves what an earlier one may have made.
    private func sent(_ event: Event, isTried: Bool) -> IntentStanding? {
        switch event {
        case .done: .acked
        case .unclear, .interrupted: .unknown(isSent: true)
        case .refused: .parked(isTried: isTried)
        case .notMade: .accepted(isTried: isTried)
        // Marked once more it is two attempts, and the first is in doubt.
        case .marked, .orderMarked: .sending(isTried: true)
        case .shown, .superseded, .parked, .retried, .edited, .discarded, .takenUp, .yielded: nil
        }
    }

    /// What a person does with what nothing is under way of.
    private func byPerson(_ event: Event, isTried: Bool) -> IntentStanding {
        let isHeld = state == .parked
        return switch event {
        case .retried: isTried ? .unknown(isSent: false) : .accepted(isTried: false)
        case .edited where isHeld || !isTried: .accepted(isTried: false)
        case .discarded where isHeld || !isTried: .discarded
        case .marked, .orderMarked, .done, .unclear, .refused, .notMade, .interrupted, .shown, .superseded, .parked,
            .edited, .discarded, .takenUp, .yielded:
            self
        }
    }

    /// How a conflict ends.
    private func decided(_ event: Event) -> IntentStanding? {
        switch event {
        case .takenUp: after(.retried)
        case .yielded: .superseded
        case .marked, .orderMarked, .done, .unclear, .refused, .notMade, .interrupted, .shown, .superseded, .parked,
            .retried, .edited, .discarded:
            nil
        }
    }

    private var isTried: Bool {
        switch self {
        case .accepted(let isTried), .sending(let isTried), .parked(let isTried): isTried
        case .unknown, .acked: true
        case .confirmed, .superseded, .discarded: false
        }
    }
}

extension IntentRow {
    /// How far it has come, and what may have come of it.
    package var standing: IntentStanding {
        switch state {
        case .accepted: .accepted(isTried: firstSentAt != nil)
        case .sending: .sending(isTried: firstSentAt != lastAttemptAt)
        case .unknown: .unknown(isSent: attempts > 0)
        case .acked: .acked
        case .confirmed: .confirmed
        case .superseded: .superseded
        case .parked: .parked(isTried: firstSentAt != nil)
        case .discarded: .discarded
        }
    }
}
