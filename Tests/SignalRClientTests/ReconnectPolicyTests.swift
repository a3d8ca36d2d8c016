import Testing

@testable import SignalRClient

@Suite("Reconnect policy")
struct ReconnectPolicyTests {
    private func pause(
        _ policy: ReconnectPolicy, _ count: Int, _ reason: HubError = .lost("x"), short: Int = 0,
        random: UInt64 = .max
    ) -> Duration? {
        policy.pause(.init(count: count, reason: reason, shortConnections: short, random: random))
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

    @Test("waits longer and longer when connections do not last, whatever the policy", arguments: [0, 1])
    func storm(_ index: Int) {
        let policy = [ReconnectPolicy.listed([.zero]), .custom { _ in .seconds(-5) }][index]
        let pauses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000].map { pause(policy, 0, short: $0) }
        #expect(pauses == [0, 0, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
        #expect(pause(.jittered(base: .seconds(1), cap: .seconds(60)), 0, short: 4, random: 0) == .seconds(4))
    }

    @Test("asks the program's own policy, and gives up when it says so")
    func custom() {
        let policy = ReconnectPolicy.custom { situation in
            situation.reason.kind == .unauthorized ? nil : .milliseconds(situation.count)
        }
        #expect(pause(policy, 7) == .milliseconds(7))
        #expect(pause(policy, 7, .status(401, at: "h")) == nil)
        #expect(pause(policy, 7, HubError(.httpStatus, "busy", retryAfter: .seconds(9))) == .seconds(9))
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
