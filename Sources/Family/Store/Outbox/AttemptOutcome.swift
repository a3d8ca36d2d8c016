package import Values

/// How an attempt ended, as the store keeps it.
package enum AttemptOutcome: Sendable, Equatable {
    /// The target said that it has it.
    case delivered
    /// It did not arrive; try again from then on.
    case retry(at: Timestamp)
    /// It may have arrived; try again from then on, as a repeat.
    case inDoubt(retryAt: Timestamp)
    /// It may have arrived, and isn't tried again.
    case skipped
    /// Not tried again; a person has to look.
    case dead
    /// Nothing was sent after all: the mark is taken back, and no attempt has been.
    case notSent

    var word: String {
        switch self {
        case .delivered: "delivered"
        case .retry: "retry"
        case .inDoubt: "in-doubt"
        case .skipped: "skipped"
        case .dead: "dead"
        case .notSent: "not-sent"
        }
    }

    var state: DeliveryRow.State {
        switch self {
        case .delivered: .delivered
        case .retry, .notSent: .queued
        case .inDoubt: .inDoubt
        case .skipped: .skipped
        case .dead: .dead
        }
    }

    /// When the delivery is due again; `nil` if never.
    var dueAt: Timestamp? {
        switch self {
        case .retry(let moment), .inDoubt(let moment): moment
        case .delivered, .skipped, .dead, .notSent: nil
        }
    }

    var mayHaveArrived: Bool {
        switch self {
        case .inDoubt, .skipped: true
        case .delivered, .retry, .dead, .notSent: false
        }
    }
}

/// The mark of an attempt that is about to begin.
package struct AttemptStart: Sendable {
    /// Must be queued or in doubt; of any other nothing is marked.
    package let delivery: DeliveryRow.Number
    /// What will be sent; `nil` for targets without a body.
    package let body: [UInt8]?
    /// Marks all its members, and has the body; `nil` for a delivery that goes by itself.
    package let digest: DigestRow.Number?

    /// The bytes are stored with the mark, so that a repeat sends the same.
    package init(_ delivery: DeliveryRow.Number, body: [UInt8]?, digest: DigestRow.Number? = nil) {
        self.delivery = delivery
        self.body = body
        self.digest = digest
    }
}

/// An attempt's end.
package struct AttemptEnd: Sendable, Equatable {
    /// Whose attempt it was; a delivery that isn't under way stays as it is.
    package let delivery: DeliveryRow.Number
    /// Decides the delivery's next state and when it is due.
    package let outcome: AttemptOutcome
    /// `nil` for one that has arrived.
    package let reason: FailureReason?
    /// A sentence for people, without secrets.
    package let detail: String?
    /// Settles all its members that are under way; `nil` for a delivery that went by itself.
    package let digest: DigestRow.Number?
    /// The digest is no more: each member goes by itself from now on.
    package let dissolves: Bool
    /// The target's own id of the message that was made or changed; `nil` where it can't be changed, and of what stands alone.
    package var message: String?

    /// - Parameter detail: cleaned, and without secrets: it is shown as it is.
    package init(
        _ delivery: DeliveryRow.Number, _ outcome: AttemptOutcome, reason: FailureReason? = nil, detail: String? = nil,
        digest: DigestRow.Number? = nil, dissolves: Bool = false
    ) {
        self.delivery = delivery
        self.outcome = outcome
        self.reason = reason
        self.detail = detail
        self.digest = digest
        self.dissolves = dissolves
    }
}

extension AttemptEnd {
    /// What an attempt's end shows of its target.
    package enum Sign: Sendable, Equatable {
        /// It has taken something.
        case took
        /// It refused this message only, as one that works does.
        case answered
        case failed
        /// Nothing was sent, or the program itself ended it.
        case none
    }

    /// Of one that was given up, that of its last attempt.
    package var sign: Sign {
        switch outcome {
        case .delivered: .took
        case .notSent: .none
        case .dead where reason != .gaveUp: .answered
        case .retry where dissolves || reason == .messageGone: .answered
        case .retry, .inDoubt, .skipped, .dead: reason == .interrupted ? .none : .failed
        }
    }
}
