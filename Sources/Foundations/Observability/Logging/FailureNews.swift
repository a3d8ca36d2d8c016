/// Tells a failure that is news from one that only repeats the last: what is tried again and again warns once.
package struct FailureNews: Sendable {
    private var last: String?

    /// Nothing has failed yet.
    package init() {}

    /// A warning the first time; until another failure or ``end()`` the same one is for debugging.
    package mutating func level(of failure: String) -> LogLevel {
        defer { last = failure }
        return failure == last ? .debug : .warning
    }

    /// It works: the next failure is news, whatever it says. Returns whether one had been told.
    @discardableResult
    package mutating func end() -> Bool {
        defer { last = nil }
        return last != nil
    }
}
