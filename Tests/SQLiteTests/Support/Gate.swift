import Runtime
import Testing

/// Holds a database thread inside a closure until the test lets it go on, for a minute at most.
final class Gate: Sendable {
    private let parker = Parker()

    func open() { parker.unpark() }
    func wait() { #expect(parker.park(for: .seconds(60)), "nobody opened the gate") }
}
