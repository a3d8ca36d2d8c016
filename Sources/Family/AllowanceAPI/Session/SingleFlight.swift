import Runtime

/// Lets one task do what several need, and hands its outcome to the others.
///
/// Who is cancelled while it waits leaves at once; the flight goes on.
final class SingleFlight<Outcome: Sendable>: Sendable {
    enum Entry: Sendable {
        /// Do it, then call ``SingleFlight/land(_:)``, whatever happens.
        case lead
        case outcome(Outcome)
        case cancelled
    }

    private let flight = Lock(Promise<Outcome, Never>?.none)

    /// How many wait for the flight's end.
    var waitingCount: Int { flight.withLock { $0?.waiterCount ?? 0 } }

    /// Begins the flight, or waits for the end of the one under way.
    func enter() async -> Entry {
        if Task.isCancelled { return .cancelled }
        let underWay = flight.withLock { flight in
            defer { flight = flight ?? Promise() }
            return flight
        }
        guard let underWay else { return .lead }
        guard case .success(let outcome)? = await underWay.outcomeUnlessCancelled() else { return .cancelled }
        return .outcome(outcome)
    }

    /// Ends the flight that the caller leads.
    func land(_ outcome: Outcome) { flight.withLock { $0.take() }?.keep(.success(outcome)) }
}
