package import Runtime

/// What a person or the service manager asks of the running process: to stop, or to read the configuration again.
///
/// There is one process, so there is one of these. Commands that end by themselves never take the signals over and end at once.
package enum Stop {
    private struct State {
        /// Whoever heeds them at the moment.
        var listener: AsyncStream<ProcessSignals.Signal>.Continuation?
        /// What came while nobody did.
        var waiting: [ProcessSignals.Signal] = []
    }

    private final class Source: Sendable {
        let state = Lock(State())
    }

    private static let source = Source()

    /// Hands the signals over; called once, before any command runs.
    package static func take(from signals: ProcessSignals) {
        // Loose: it lives as long as the process. A stream ends with its first reader, and here one may follow another.
        Task {
            for await signal in signals.signals { pass(signal) }
        }
    }

    private static func pass(_ signal: ProcessSignals.Signal) {
        source.state.withLock { state in
            if case .terminated? = state.listener?.yield(signal) { state.listener = nil }
            guard state.listener == nil, state.waiting.count < 16 else { return }
            state.waiting.append(signal)
        }
    }

    /// The requests from now on, and those that nobody has heard; for one reader, who follows the one before. Without `take(from:)`
    /// there never is one.
    static var requests: AsyncStream<ProcessSignals.Signal> {
        let (stream, listener) = AsyncStream.makeStream(
            of: ProcessSignals.Signal.self, bufferingPolicy: .bufferingNewest(16))
        source.state.withLock { state in
            for signal in state.waiting { listener.yield(signal) }
            state.waiting = []
            state.listener = listener
        }
        return stream
    }

    /// Returns when somebody asks for the end, or when the task is cancelled.
    static func requested() async {
        for await signal in requests where signal != .hangUp { return }
    }

    /// The same for a conversation, which is over when its terminal is closed.
    static func requestedOrHungUp() async {
        for await _ in requests { return }
    }
}
