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

    private struct State {
        var isFlying = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Entry, Never>] = [:]
    }

    private let state = Lock(State())

    /// How many wait for the flight's end.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Begins the flight, or waits for the end of the one under way.
    func enter() async -> Entry {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(number, continuation)
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: .cancelled)
        }
    }

    /// Ends the flight that the caller leads.
    func land(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            state.isFlying = false
            let waiting = state.waiting
            state.waiting = [:]
            return waiting
        }
        for continuation in waiting.values { continuation.resume(returning: .outcome(outcome)) }
    }

    private func wait(_ number: Int, _ continuation: CheckedContinuation<Entry, Never>) {
        let entry: Entry? = state.withLock { state in
            // The handler may have run before there was anybody to wake.
            if Task.isCancelled { return .cancelled }
            guard state.isFlying else {
                state.isFlying = true
                return .lead
            }
            state.waiting[number] = continuation
            return nil
        }
        if let entry { continuation.resume(returning: entry) }
    }
}
