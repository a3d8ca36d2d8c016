/// How much a record matters.
package enum LogLevel: Int, Sendable, Comparable, CaseIterable {
    /// Every frame.
    case trace
    /// Decisions.
    case debug
    /// Changes of state that an operator asks about.
    case info
    /// Degraded; it is tried again.
    case warning
    /// Needs a person.
    case error

    /// As it is written in records and settings.
    package var name: String { "\(self)" }

    /// The one that matters more is the greater.
    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// The least level that is written.
package struct LogThreshold: Sendable {
    private let level: LogLevel

    package init(_ level: LogLevel) { self.level = level }

    /// Whether records of a level are wanted.
    package func admits(_ level: LogLevel) -> Bool { level.rawValue >= self.level.rawValue }
}
