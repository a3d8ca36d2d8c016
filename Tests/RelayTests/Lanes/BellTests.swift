import Testing

@testable import Relay

@Suite("The bell", .timeLimit(.minutes(1)))
struct BellTests {
    @Test("a ring before the wait is remembered, once")
    func remembered() async {
        let bell = Bell()
        bell.ring()
        bell.ring()
        await bell.wait(upTo: nil)
        await bell.wait(upTo: .milliseconds(1))
    }

    @Test("a hushed ring is forgotten")
    func hushed() async {
        let bell = Bell()
        bell.ring()
        bell.hush()
        let start = ContinuousClock.now
        await bell.wait(upTo: .milliseconds(500))
        #expect(start.duration(to: .now) >= .milliseconds(500))
    }

    @Test("a ring wakes, and so does a cancellation")
    func wakes() async {
        let bell = Bell()
        async let waiting: Void = bell.wait(upTo: nil)
        bell.ring()
        await waiting
        let task = Task { await bell.wait(upTo: nil) }
        task.cancel()
        await task.value
    }
}
