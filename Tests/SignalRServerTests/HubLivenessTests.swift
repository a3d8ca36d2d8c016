import Testing

@testable import SignalRServer

@Suite("Hub liveness")
struct HubLivenessTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
    private var liveness: HubLiveness { HubLiveness(HubConfiguration(), now: start) }

    private func verdict(_ liveness: HubLiveness, _ seconds: Int, next: Int = 0) -> HubLiveness.Verdict {
        liveness.verdict(now: at(seconds), next: at(seconds + next))
    }

    @Test("pings early rather than late, and on long polling never")
    func early() {
        var liveness = liveness
        liveness.handshakeCompleted(now: at(0))
        #expect(verdict(liveness, 13, next: 1) == .fine)
        #expect(verdict(liveness, 14, next: 2) == .ping)
        var polling = HubLiveness(HubConfiguration(), usesPings: false, now: start)
        polling.handshakeCompleted(now: at(0))
        polling.pinged()
        #expect(verdict(polling, 1000) == .fine)
    }

    @Test("waits for the handshake and no longer")
    func handshake() {
        #expect(verdict(liveness, 14) == .fine)
        #expect(verdict(liveness, 15) == .handshakeTimeout)
        var configuration = HubConfiguration()
        configuration.handshakeTimeout = .seconds(2)
        var waiting = HubLiveness(configuration, hasTransport: false, now: start)
        #expect(verdict(waiting, 14) == .fine)
        #expect(verdict(waiting, 15) == .handshakeTimeout)
        waiting.attached(now: at(5))
        #expect(verdict(waiting, 6) == .fine)
        #expect(verdict(waiting, 7) == .handshakeTimeout)
    }

    @Test("pings after silence of its own and not before")
    func ping() {
        var liveness = liveness
        liveness.handshakeCompleted(now: at(1))
        liveness.sent(now: at(10))
        #expect(verdict(liveness, 24) == .fine)
        #expect(verdict(liveness, 25) == .ping)
        liveness.sent(now: at(25))
        #expect(verdict(liveness, 39) == .fine)
    }

    @Test("gives up a silent client only if it has ever pinged")
    func silence() {
        var liveness = liveness
        liveness.handshakeCompleted(now: at(0))
        liveness.sent(now: at(40))
        #expect(verdict(liveness, 40) == .fine)
        liveness.pinged()
        #expect(verdict(liveness, 40) == .clientTimeout)
        liveness.received(now: at(20))
        #expect(verdict(liveness, 49) == .fine)
        #expect(verdict(liveness, 50) == .clientTimeout)
    }
}
