import Runtime
import SignalRProtocol
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

    @Test("time in which a client is not read is no silence, and pings go on")
    func heldBack() {
        var liveness = liveness
        liveness.pinged()
        liveness.heldBack(true, now: at(1))
        #expect(verdict(liveness, 100, lastSent: 100) == .fine)
        #expect(verdict(liveness, 115, lastSent: 100) == .ping)
        liveness.heldBack(false, now: at(120))
        #expect(verdict(liveness, 149, lastSent: 149) == .fine)
        #expect(verdict(liveness, 150, lastSent: 149) == .timeout)
    }

    /// Why the hub does not read.
    enum Cause: CaseIterable { case calls, upload }

    @Test("a hub that does not read a client does not give it up", .timeLimit(.minutes(1)), arguments: Cause.allCases)
    func notRead(_ cause: Cause) async throws {
        var configuration = HubConfiguration()
        configuration.clientTimeout = .milliseconds(100)
        configuration.keepAliveInterval = .milliseconds(50)
        (configuration.maximumWaitingBytes, configuration.maximumWaitingItems) = (600, 4)
        let hub = Hub(configuration)
        let mayEnd = Promise<Void, Never>()
        hub.on("Hold", jsonParameters: 0) { _ in
            _ = await mayEnd.outcomeEvenIfCancelled()
            return nil
        }
        hub.on("Take", jsonParameters: 0, uploads: 1) { _ in
            _ = await mayEnd.outcomeEvenIfCancelled()
            return nil
        }
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port)
            // In one piece: from its first ping on the client's silence counts.
            try await client.send(Array(([HubMessage.ping.record] + Self.messages(cause)).joined()))
            for _ in 0..<10 { #expect(try await client.next(pings: true) == .ping) }
            mayEnd.keep()
            // Now it is read, and silent.
            var last: HubMessage?
            while let message = try await client.next() { last = message }
            #expect(last == .close(error: nil, allowReconnect: true))
        }
        mayEnd.keep()
    }

    private static func messages(_ cause: Cause) -> [[UInt8]] {
        let arguments = Array("[]".utf8)
        return switch cause {
        case .calls:
            (1...6).map { HubMessage.invocation(InvocationMessage("Hold", arguments: arguments, id: "\($0)")).record }
        case .upload:
            [
                HubMessage.invocation(InvocationMessage("Take", arguments: arguments, id: "1", streamIDs: ["u"])).record
            ] + (1...8).map { HubMessage.streamItem(id: "u", item: Array("\($0)".utf8)).record }
        }
    }
}
