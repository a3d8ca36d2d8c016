/// The least level that is written.
package struct LogThreshold: Sendable {
    private let level: LogLevel

    package init(_ level: LogLevel) { self.level = level }

    /// Whether records of a level are wanted.
    package func admits(_ level: LogLevel) -> Bool { level.rawValue >= self.level.rawValue }
}
