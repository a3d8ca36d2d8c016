import Testing

@testable import SignalRClient

@Suite("Link liveness")
struct LinkLivenessTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
    private var liveness: LinkLiveness {
        LinkLiveness(pingInterval: .seconds(15), serverTimeout: .seconds(30), now: start)
    }

    @Test("pings after silence of its own, whatever arrives")
    func ping() {
        var liveness = liveness
        liveness.received(now: at(10))
        #expect(liveness.verdict(now: at(14), lastSent: start) == .wait(until: at(15)))
        #expect(liveness.verdict(now: at(15), lastSent: start) == .ping)
        #expect(liveness.verdict(now: at(15), lastSent: at(15)) == .wait(until: at(30)))
    }

    @Test("takes the hub for dead after its silence, also when this side was asleep meanwhile")
    func timeout() {
        var liveness = liveness
        #expect(liveness.verdict(now: at(29), lastSent: at(29)) == .wait(until: at(30)))
        #expect(liveness.verdict(now: at(30), lastSent: at(29)) == .timeout)
        #expect(liveness.verdict(now: at(5_000), lastSent: at(29)) == .timeout)
        liveness.received(now: at(30))
        #expect(liveness.verdict(now: at(31), lastSent: at(29)) == .wait(until: at(44)))
    }

    @Test("does not blame the hub while this side holds reading back")
    func heldBack() {
        var liveness = liveness
        liveness.heldBack(true, now: at(20))
        #expect(liveness.verdict(now: at(100), lastSent: at(100)) == .wait(until: at(115)))
        liveness.heldBack(false, now: at(101))
        #expect(liveness.verdict(now: at(130), lastSent: at(100)) == .ping)
        #expect(liveness.verdict(now: at(131), lastSent: at(100)) == .timeout)
    }
}
