import Testing

@testable import SignalRClient

@Suite("Reconnect policy")
struct ReconnectPolicyTests {
    private func pause(
        _ policy: ReconnectPolicy, _ retries: Int, _ failure: HubError = .lost("x"), random: UInt64 = .max
    ) -> Duration? {
        policy.pause(.init(retries: retries, failure: failure, random: random))
    }

    @Test("with jitter never ends, doubles its bound up to the cap, and uses the whole range")
    func jitter() throws {
        let policy = ReconnectPolicy.jittered(base: .seconds(1), cap: .seconds(60))
        for (retries, bound) in [(0, 1), (1, 2), (5, 32), (6, 60), (100, 60), (10_000, 60)] {
            let longest = try #require(pause(policy, retries))
            #expect(longest <= .seconds(bound) && longest > .seconds(bound) * 0.99, "\(retries)")
            #expect(pause(policy, retries, random: 0) == .zero)
        }
    }

    @Test("waits as long as the server asks, within an hour")
    func retryAfter() {
        let busy = HubError(.httpStatus, "busy", retryAfter: .seconds(90), status: 503)
        #expect(pause(.jittered(), 0, busy, random: 0) == .seconds(90))
        #expect(pause(.standard, 0, busy) == .seconds(90))
        #expect(pause(.standard, 4, busy) == nil)
        let endless = HubError(.httpStatus, "busy", retryAfter: .seconds(1_000_000), status: 503)
        #expect(pause(.jittered(), 0, endless, random: 0) == .seconds(3600))
    }

    @Test("does not hammer where waiting won't help")
    func notRetryable() {
        let refused = HubError.status(401, at: "h")
        #expect(pause(.jittered(base: .seconds(1), cap: .seconds(60)), 0, refused, random: 0) == .seconds(60))
    }

    @Test("one odd message is no reason to stay away, a second one is")
    func violation() {
        let odd = HubError(.protocolViolation, "odd")
        #expect(pause(.jittered(base: .seconds(1), cap: .seconds(60)), 0, odd, random: 0) == .zero)
        #expect(pause(.jittered(base: .seconds(1), cap: .seconds(60)), 1, odd, random: 0) == .seconds(60))
    }

    @Test("never means never")
    func never() {
        #expect(pause(.never, 0) == nil)
    }
}
