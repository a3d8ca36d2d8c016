import Store

/// What one attempt came to.
struct Verdict: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case delivered
        /// It did not arrive; the target may want to be left alone for a while.
        case retry(after: Duration?)
        /// This message will never be taken; others may be.
        case refused
        /// No message will be taken until somebody changes something; this one may have been.
        case endpointDead(mayHaveArrived: Bool)
        /// It may have arrived.
        case inDoubt
        /// Nobody was there to be told, or went away meanwhile, as people do: that says nothing against the target.
        case away(mayHaveArrived: Bool)
    }

    let kind: Kind
    /// `nil` for what was delivered, and where nobody was there.
    let reason: FailureReason?
    /// A sentence for people; holds no secret.
    let detail: String

    var isEndpointDead: Bool { if case .endpointDead = kind { true } else { false } }

    /// Whether nobody can say that it did not arrive, though nobody has said that it did.
    var mayHaveArrived: Bool {
        switch kind {
        case .inDoubt, .endpointDead(mayHaveArrived: true), .away(mayHaveArrived: true): true
        case .delivered, .retry, .refused, .endpointDead, .away: false
        }
    }

    static func delivered(_ detail: String) -> Verdict { Verdict(kind: .delivered, reason: nil, detail: detail) }

    static func retry(_ reason: FailureReason, after pause: Duration? = nil, _ detail: String) -> Verdict {
        Verdict(kind: .retry(after: pause), reason: reason, detail: detail)
    }

    static func refused(_ reason: FailureReason, _ detail: String) -> Verdict {
        Verdict(kind: .refused, reason: reason, detail: detail)
    }

    static func endpointDead(_ reason: FailureReason, _ detail: String, mayHaveArrived: Bool = false) -> Verdict {
        Verdict(kind: .endpointDead(mayHaveArrived: mayHaveArrived), reason: reason, detail: detail)
    }

    static func away(_ detail: String) -> Verdict {
        Verdict(kind: .away(mayHaveArrived: false), reason: nil, detail: detail)
    }

    /// Whoever was there went away with it.
    static func lost(_ detail: String) -> Verdict {
        Verdict(kind: .away(mayHaveArrived: true), reason: .interrupted, detail: detail)
    }

    static func inDoubt(_ reason: FailureReason, _ detail: String) -> Verdict {
        Verdict(kind: .inDoubt, reason: reason, detail: detail)
    }
}
