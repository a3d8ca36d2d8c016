/// Tells a failure that is news from one that only repeats: what is tried again and again warns once for each reason, however its
/// reasons take turns.
package struct FailureNews: Sendable {
    private var told: Set<String> = []

    /// Of one outage. With more than these, reasons hold something that changes by itself.
    private static let limit = 16

    /// Nothing has failed yet.
    package init() {}

    /// A warning the first time; until ``end()`` the same one is for debugging.
    package mutating func level(of failure: String) -> LogLevel {
        guard told.count < Self.limit else { return .debug }
        return told.insert(failure).inserted ? .warning : .debug
    }

    /// It works: the next failure is news, whatever it says. Returns whether one had been told.
    @discardableResult
    package mutating func end() -> Bool {
        defer { told = [] }
        return !told.isEmpty
    }
}
