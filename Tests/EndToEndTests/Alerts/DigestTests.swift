import Glibc
import HTTPServer
import JSON
import Runtime
import TestSupport
import Testing

/// What a family hears when the program, or a target, was away for long.
@Suite("What waited", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct DigestTests {
    private static let digest = #""type":"digest""#

    @Test("a program that was off tells all of it in one message; killed in the middle, it is the same message again")
    func killed() async throws {
        let gate = Promise<Void, Never>()
        let isFirst = Lock(true)
        let family = try await Family { request in
            let isHeld = isFirst.withLock { isFirst in
                guard isFirst, request.target.hasPrefix("/house"), request.text.contains(Self.digest) else {
                    return false
                }
                isFirst = false
                return true
            }
            if isHeld { _ = await gate.outcomeUnlessCancelled() }
            return WebhookReceiver.success(request)
        }
        let before = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "Before")
        try await family.expectEverywhere("Before")
        try await family.end(before)

        for number in 1...25 { try await family.hub.createTransaction(description: "Away \(number)") }
        let killed = try family.installation.start("run")
        try await family.receiver.wait(for: Self.digest, at: "/house")
        killed.signal(SIGKILL)
        _ = try await killed.waitForExit()
        gate.keep()

        let after = try await family.start(until: "live")
        try await family.installation.waitForStatus { status in
            Family.targets.allSatisfy { status.deliveries("delivered", of: $0) == 26 }
        }
        let house = family.receiver.received(at: "/house").filter { $0.text.contains(Self.digest) }
        #expect(house.count == 2 && house[0].headers["webhook-id"] == house[1].headers["webhook-id"])
        let bodies = try house.map { try JSONValue(parsing: $0.text) }
        #expect(bodies.map { $0["data"]?["repeat"] } == [false, true])
        #expect(bodies.allSatisfy { $0["data"]?["count"] == 25 })
        // A chat that was not under way has it once, one that was may have it twice, marked.
        for target in ["slack", "discord", "phone"] {
            let all = family.receiver.received(at: "/\(target)").filter { $0.text.contains("25 alerts since") }
            #expect(all.count == 1 || all.count == 2 && (target == "phone" || all[1].text.contains("may be a repeat")))
        }
        let away = family.receiver.received.filter { $0.text.contains("Away 7") && !$0.text.contains(Self.digest) }
        #expect(away.isEmpty, "nothing of it came by itself as well")
        let told = try await family.installation.json("deliveries", "--target", "house").first {
            $0["description"] == "Away 7"
        }
        let explained = try await family.installation.run("deliveries", "explain", "\(told?["number"] ?? nil)")
        #expect(explained.output.contains("told in a digest with 24 others"), "\(explained)")
        #expect(try await family.installation.json("status").first?["balanced"] == true)
        try await family.end(after)
    }
}
