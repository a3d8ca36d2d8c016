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
