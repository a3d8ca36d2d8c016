import Testing

@testable import SignalRServer

@Suite("Liveness of a client")
struct PeerLivenessTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
    private var liveness: PeerLiveness {
        PeerLiveness(keepAliveInterval: .seconds(15), clientTimeout: .seconds(30), now: start)
    }

    private func verdict(_ liveness: PeerLiveness, _ now: Int, next: Int = 0, lastSent: Int) -> PeerLiveness.Verdict {
        liveness.verdict(now: at(now), next: at(now + next), lastSent: at(lastSent))
    }

    @Test("pings early rather than late")
    func early() {
        #expect(verdict(liveness, 13, next: 1, lastSent: 0) == .fine)
        #expect(verdict(liveness, 14, next: 2, lastSent: 0) == .ping)
    }

    @Test("pings after silence of its own and not before")
    func ping() {
        #expect(verdict(liveness, 24, lastSent: 10) == .fine)
        #expect(verdict(liveness, 25, lastSent: 10) == .ping)
        #expect(verdict(liveness, 39, lastSent: 25) == .fine)
    }

    @Test("gives up a silent client only if it has ever pinged")
    func silence() {
        var liveness = liveness
        #expect(verdict(liveness, 40, lastSent: 40) == .fine)
        liveness.pinged()
        #expect(verdict(liveness, 40, lastSent: 40) == .timeout)
        liveness.received(now: at(20))
        #expect(verdict(liveness, 49, lastSent: 40) == .fine)
        #expect(verdict(liveness, 50, lastSent: 40) == .timeout)
    }
}
