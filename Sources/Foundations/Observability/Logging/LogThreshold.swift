import Synchronization

/// The least level that is written; may change while the program runs.
package final class LogThreshold: Sendable {
    private let rawLevel: Atomic<Int>

    package init(_ level: LogLevel) {
        rawLevel = Atomic(level.rawValue)
    }

    /// Holds for all loggers with this threshold at once.
    package func set(_ level: LogLevel) {
        rawLevel.store(level.rawValue, ordering: .relaxed)
    }

    /// Whether records of a level are wanted.
    package func admits(_ level: LogLevel) -> Bool {
        level.rawValue >= rawLevel.load(ordering: .relaxed)
    }
}
