import Testing

@testable import SignalRServer

@Suite("Hub liveness")
struct HubLivenessTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
    private var liveness: HubLiveness { HubLiveness(HubConfiguration(), now: start) }

    @Test("waits for the handshake and no longer")
    func handshake() {
        #expect(liveness.verdict(now: at(14)) == .wait(until: at(15)))
        #expect(liveness.verdict(now: at(15)) == .handshakeTimeout)
    }

    @Test("pings after silence of its own and not before")
    func ping() {
        var liveness = liveness
        liveness.handshakeCompleted(now: at(1))
        liveness.sent(now: at(10))
        #expect(liveness.verdict(now: at(24)) == .wait(until: at(25)))
        #expect(liveness.verdict(now: at(25)) == .ping)
        liveness.sent(now: at(25))
        #expect(liveness.verdict(now: at(25)) == .wait(until: at(40)))
    }

    @Test("gives up a silent client only if it has ever pinged")
    func silence() {
        var liveness = liveness
        liveness.handshakeCompleted(now: at(0))
        liveness.sent(now: at(40))
        #expect(liveness.verdict(now: at(40)) == .wait(until: at(55)))
        liveness.pinged()
        #expect(liveness.verdict(now: at(40)) == .clientTimeout)
        liveness.received(now: at(20))
        #expect(liveness.verdict(now: at(49)) == .wait(until: at(50)))
        #expect(liveness.verdict(now: at(50)) == .clientTimeout)
    }
}
