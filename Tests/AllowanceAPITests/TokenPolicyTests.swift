import Testing
import Values

@testable import AllowanceAPI

@Suite struct TokenPolicyTests {
    private let start = Timestamp(seconds: 1_000_000)
    private func at(_ seconds: Int64) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    @Test("no token needs a sign-in, one without an end is used until it is refused")
    func simple() {
        var policy = TokenPolicy()
        #expect(policy.decision(serverNow: start) == .signIn)
        policy.tokenReceived(expiresAt: nil, isFresh: true, serverNow: start)
        #expect(policy.decision(serverNow: at(1 << 40)) == .use)
        policy.tokenDropped()
        #expect(policy.decision(serverNow: start) == .signIn)
    }

    @Test("a token is renewed from 300 s before its end, and given up at its end")
    func margins() {
        var policy = TokenPolicy()
        policy.tokenReceived(expiresAt: at(86_400), isFresh: true, serverNow: start)
        #expect(policy.decision(serverNow: at(86_099)) == .use)
        #expect(policy.decision(serverNow: at(86_100)) == .refresh)
        #expect(policy.decision(serverNow: at(86_399)) == .refresh)
        #expect(policy.decision(serverNow: at(86_400)) == .signIn)
    }

    @Test("a renewal that failed is tried again after 30 s while the token is good")
    func pause() {
        var policy = TokenPolicy()
        policy.tokenReceived(expiresAt: at(1_000), isFresh: false, serverNow: start)
        policy.refreshTried(serverNow: at(700))
        #expect(policy.decision(serverNow: at(729)) == .use)
        #expect(policy.decision(serverNow: at(730)) == .refresh)
        policy.refreshTried(serverNow: at(990))
        #expect(policy.decision(serverNow: at(999)) == .use)
        #expect(policy.decision(serverNow: at(1_000)) == .signIn)
    }

    @Test("a token that lives for a minute is renewed at half its life, not at every question")
    func shortLived() {
        var policy = TokenPolicy()
        policy.tokenReceived(expiresAt: at(60), isFresh: true, serverNow: start)
        #expect(policy.decision(serverNow: at(29)) == .use)
        #expect(policy.decision(serverNow: at(30)) == .refresh)
        policy.tokenReceived(expiresAt: at(-5), isFresh: true, serverNow: start)
        #expect(policy.decision(serverNow: start) == .signIn)
    }

    @Test("clocks that can be equal are equal, others differ by the middle of what is possible")
    func clock() throws {
        var clock = ServerClock()
        let local = Timestamp(seconds: 1_000, nanoseconds: 900_000_000)
        clock.note(
            serverDate: Timestamp(seconds: 1_000), startedAt: local, endedAt: local.advanced(by: .milliseconds(50)))
        #expect(clock.offset == .zero)
        clock.note(serverDate: Timestamp(seconds: 4_600), startedAt: local, endedAt: local)
        #expect(clock.offset == .milliseconds(3_599_600))
        #expect(clock.serverTime(at: local) == Timestamp(seconds: 4_600, nanoseconds: 500_000_000))
        clock.note(serverDate: Timestamp(seconds: 1_000), startedAt: local, endedAt: local)
        #expect(clock.offset == .zero)
    }

    @Test("a header's date is read in its one form")
    func dates() {
        #expect(HTTPDate.read("Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp(seconds: 784_111_777))
        for text in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, ６ Nov 1994 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
        ] { #expect(HTTPDate.read(text) == nil, "\(text)") }
    }
}
