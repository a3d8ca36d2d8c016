package import Runtime

/// What a person or the service manager asks of the running process: to stop, or to read the configuration again.
///
/// There is one process, so there is one of these. Commands that end by themselves never take the signals over and end at once.
package enum Stop {
    private final class Source: Sendable {
        let signals = Lock(AsyncStream<ProcessSignals.Signal>?.none)
    }

    private static let source = Source()

    /// Hands the signals over; called once, before any command runs.
    package static func take(from signals: ProcessSignals) {
        source.signals.withLock { $0 = signals.signals }
    }

    /// The requests; without `take(from:)` there never is one.
    static var requests: AsyncStream<ProcessSignals.Signal> {
        source.signals.withLock { $0 } ?? AsyncStream { _ in }
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
