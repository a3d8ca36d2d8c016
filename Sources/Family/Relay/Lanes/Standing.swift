import Store
import Values

/// How a target stands, as far as its answers show it: all that is known of whether it is alive. What happens to it moves it from
/// phase to phase here and nowhere else; of one that is down, ``Outage`` says who asks next and when.
///
/// Each phase knows when the target last `answered` as one that works; `nil` before that.
enum Standing: Sendable, Equatable {
    case working(answered: Timestamp?)
    /// It works, but a delivery that had failed before has failed again; what fails next takes the target to be down, and
    /// proves it if it was never tried before.
    case doubted(answered: Timestamp?)
    /// The last attempt failed; it is tried again.
    case failing(Outage)
    /// It refuses, and probably will until somebody changes something; it is asked again seldom.
    case suspended(Outage)

    /// Whether nothing speaks against it.
    var isWorking: Bool { if case .working = self { true } else { false } }

    /// `nil` while it is taken to work.
    var outage: Outage? {
        switch self {
        case .working, .doubted: nil
        case .failing(let outage), .suspended(let outage): outage
        }
    }

    private var answered: Timestamp? {
        switch self {
        case .working(let answered), .doubted(let answered): answered
        case .failing(let outage), .suspended(let outage): outage.answered
        }
    }

    /// Of a lane that begins anew while deliveries wait that have failed before. In an outage these keep their place: the oldest
    /// asks, and whatever the target said before, no other one does first. Who knew nothing of the outage would take the
    /// oldest, when it fails again, to be to blame itself, and let the others pass.
    func anew(at now: Timestamp) -> Standing {
        outage.map { .failing($0.anew(at: now)) } ?? .working(answered: nil)
    }

    // MARK: What happened

    /// It took a message, or refused that one only: whatever it said, it works.
    mutating func hasAnswered(at now: Timestamp) { self = .working(answered: now) }

    /// Somebody says that it works now. Until it has taken something nobody knows: an outage goes on, and is asked at once.
    mutating func resume(at now: Timestamp) {
        if let outage { self = .failing(outage.resumed(at: now, answered: answered)) }
    }

    /// An attempt failed, and its message may or may not be to blame.
    mutating func hasFailed(_ failure: Failure, at now: Timestamp, backoff: Backoff, jitter: Double) {
        let isSameKind: Bool
        switch self {
        case .working(let answered) where !failure.provesOutage:
            self = .doubted(answered: answered)
            return
        case .working, .doubted: isSameKind = false
        case .failing: isSameKind = !failure.isRefusal
        case .suspended: isSameKind = failure.isRefusal
        }
        let next = Outage(
            failure, after: outage, isSameKind: isSameKind, answered: answered, at: now, backoff: backoff,
            jitter: jitter)
        self = failure.isRefusal ? .suspended(next) : .failing(next)
    }

    /// The wall clock was set, and all times that are waited for were moved along.
    mutating func clockMoved(by step: Duration) {
        switch self {
        case .working(let answered): self = .working(answered: answered?.advanced(by: step))
        case .doubted(let answered): self = .doubted(answered: answered?.advanced(by: step))
        case .failing(let outage): self = .failing(outage.moved(by: step))
        case .suspended(let outage): self = .suspended(outage.moved(by: step))
        }
    }
}

extension Standing {
    /// What a failed attempt says of its target.
    struct Failure: Sendable, Equatable {
        let delivery: DeliveryRow.Number
        let reason: FailureReason
        /// No message will be taken until somebody changes something.
        let isRefusal: Bool
        /// For how long the target wants to be left alone.
        let wish: Duration?
        /// Whether it was a first attempt, or the target named its rate. What had failed before may be to blame itself.
        let provesOutage: Bool

        init(_ verdict: Verdict, of attempt: LaneAttempt) {
            delivery = attempt.number
            reason = verdict.reason ?? .unexpectedAnswer
            isRefusal = verdict.isEndpointDead
            wish = if case .retry(let wish) = verdict.kind { wish } else { nil }
            provesOutage = attempt.attempts <= 1 || reason == .rateLimited
        }
    }
}
