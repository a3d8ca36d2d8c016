import Testing

@testable import SignalRClient

@Suite("Pace of polling")
struct PollPacingTests {
    @Test("is the server's as long as it answers with something, or takes its time")
    func free() {
        var pacing = PollPacing()
        for _ in 0..<100 { #expect(pacing.pause(afterBytes: 1, took: .zero) == .zero) }
        for _ in 0..<100 { #expect(pacing.pause(afterBytes: 0, took: .seconds(1)) == .zero) }
    }

    @Test("slows down where every poll comes back empty at once")
    func empty() {
        var pacing = PollPacing()
        let pauses = (0..<20).map { _ in pacing.pause(afterBytes: 0, took: .milliseconds(1)) }
        #expect(pauses.prefix(5).allSatisfy { $0 == .zero })
        #expect(pauses[5...7] == [.milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(pauses.last == .seconds(2))
        #expect(pacing.pause(afterBytes: 9, took: .zero) == .zero)
        #expect(pacing.pause(afterBytes: 0, took: .zero) == .zero)
    }
}
