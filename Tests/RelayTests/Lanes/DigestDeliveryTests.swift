import HTTPServer
import JSON
import Store
import TestSupport
import Testing
import Values

@testable import Relay

@Suite("Digests over a real network", Receiver.trait, .timeLimit(.minutes(1)))
struct DigestDeliveryTests {
    private let receiver = Receiver.shared
    private static var night: Timestamp { RelayClock.system.now().advanced(by: .seconds(-8 * 3_600)) }

    /// A webhook that takes so many together; its bodies are those of the receiver's `name`.
    private func target(_ name: String, digest: Int = 20) -> TargetConfiguration {
        var target = TargetConfiguration.webhook(name)
        target.digest = digest
        return target
    }

    @Test("a night's alerts come as one message with all of them in it, once")
    func night() async throws {
        let relay = try await RelayFixture()
        let name = "night"
        try await receiver.script(name, ["status": 200])
        try await relay.alert(1...46, to: [name], at: Self.night)
        try await relay.withRelay([target(name)]) { _ in
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.count == 1)
        let data = try #require(seen.first?.json?["data"])
        #expect(seen.first?.json?["type"] == "digest" && data["count"] == 46 && data["repeat"] == false)
        #expect(data["alert"]?.string == seen.first?.headers["webhook-id"])
        #expect(data["text"]?.string?.contains("Alice +$575.00 (46)") == true)
        guard case .array(let alerts)? = data["alerts"] else {
            Issue.record("no alerts")
            return
        }
        #expect(alerts.compactMap { $0["transaction"]?["id"]?.string } == (1...46).map { "t\($0)" })
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test(
        "fewer, younger, or where nobody wants digests: one by one",
        arguments: [(19, 20, true), (40, 20, false), (40, 0, true)])
    func single(_ count: Int, _ digest: Int, _ isOld: Bool) async throws {
        let relay = try await RelayFixture()
        let name = "single-\(count)-\(digest)-\(isOld)"
        try await receiver.script(name, ["status": 200])
        try await relay.alert(1...count, to: [name], at: isOld ? Self.night : nil)
        try await relay.withRelay([target(name, digest: digest)]) { _ in
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        let types = try await receiver.seen(name).map { $0.json?["type"]?.string }
        #expect(types == Array(repeating: "transaction.created", count: count))
        await relay.end()
    }

    @Test("a digest that fails is sent again with its id and its bytes; new alerts pass it by themselves")
    func retried() async throws {
        let relay = try await RelayFixture()
        let house = try await WebhookReceiver { request in
            let isDigest = request.text.contains(#""type":"digest""#)
            return isDigest && !request.text.contains("\"repeat\":true")
                ? .text("no", status: .internalServerError) : .text("")
        }
        let target = TargetConfiguration.webhook("house", url: "\(house.address)/house")
        try await relay.alert(1...25, to: ["house"], at: Self.night)
        try await relay.withRelay([target]) { running in
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state == .queued }
            try await relay.alert(26...27, to: ["house"], through: running)
            try await relay.wait { $0.suffix(2).allSatisfy { $0.state == .delivered } && $0.count == 27 }
            try await relay.wait { ($0.first?.attempts ?? 0) >= 3 }
        }
        let digests = house.received(at: "/house").filter { $0.text.contains(#""type":"digest""#) }
        #expect(digests.count >= 3 && Set(digests.map(\.body)).count == 1)
        #expect(Set(digests.map { $0.headers["webhook-id"] }).count == 1)
        // Each of its members has all its attempts.
        #expect(try await relay.attempts(1).count == relay.attempts(25).count)
        #expect(try await relay.store.accounting().isBalanced)
        await house.close()
        await relay.end()
    }

    @Test("what was marked when the process ended is the same digest again, marked as a repeat")
    func crash() async throws {
        let name = "digest-crash"
        try await receiver.script(name, ["action": "hold", "status": 200], ["status": 200])
        let relay = try await RelayFixture()
        try await relay.alert(1...30, to: [name], at: Self.night)
        // Cancelled while it is sent: nothing is recorded, as if the process had been killed.
        await #expect(throws: CancellationError.self) {
            try await relay.withRelay([target(name)]) { _ in
                try await receiver.wait(for: 1, at: name)
                throw CancellationError()
            }
        }
        #expect(try await relay.deliveries().allSatisfy { $0.state == .attempting })
        try await relay.alert(31...31, to: [name])
        try await receiver.release(name)
        try await relay.withRelay([target(name)]) { _ in
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.map { $0.json?["type"] } == ["digest", "digest", "transaction.created"])
        #expect(seen.prefix(2).map { $0.json?["data"]?["repeat"] } == [false, true])
        #expect(seen[0].headers["webhook-id"] == seen[1].headers["webhook-id"])
        #expect(seen[0].body.dropLast(7) == seen[1].body.dropLast(6), "nothing else has changed")
        await relay.end()
    }

    @Test("in doubt at a chat: repeated as a whole with a remark, or skipped as a whole")
    func doubt() async throws {
        for policy in [TargetConfiguration.DoubtPolicy.repeat, .skip] {
            let relay = try await RelayFixture()
            let name = "digest-doubt-\(policy)"
            try await receiver.script(name, ["action": "reset"], ["status": 200, "body": "ok"])
            try await relay.alert(1...30, to: [name], at: Self.night)
            let end: DeliveryRow.State = policy == .skip ? .skipped : .delivered
            try await relay.withRelay([.slack(name, inDoubt: policy)]) { _ in
                try await relay.wait { $0.allSatisfy { $0.state == end } }
            }
            let seen = try await receiver.seen(name)
            #expect(seen.map { $0.body.contains("may be a repeat") } == (policy == .skip ? [false] : [false, true]))
            #expect(seen.allSatisfy { $0.body.contains("30 alerts") })
            await relay.end()
        }
    }

    @Test("a receiver that takes no digest gets each alert by itself, and none is lost")
    func refused() async throws {
        let relay = try await RelayFixture()
        let house = try await WebhookReceiver { request in
            request.text.contains(#""type":"digest""#) ? .text("what?", status: HTTPStatus(rawValue: 400)) : .text("")
        }
        let target = TargetConfiguration.webhook("house", url: "\(house.address)/house")
        try await relay.alert(1...25, to: ["house"], at: Self.night)
        try await relay.withRelay([target]) { _ in
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        let all = house.received(at: "/house")
        #expect(all.count == 26 && all.count { $0.text.contains(#""type":"digest""#) } == 1)
        #expect(Set(all.map { $0.headers["webhook-id"] }).count == 26)
        #expect(try await relay.attempts(7).map(\.outcome) == ["retry", "delivered"])
        await house.close()
        await relay.end()
    }
}
