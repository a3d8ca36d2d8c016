import JSON
import TestSupport
import Testing

/// What a hub should never say: the program runs on, and each of it is at most a reason to look.
@Suite("What a hub should never say", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct HubMessageTests {
    @Test("unknown events, wrong argument counts and wrong types only make it look, and the next row is told once")
    func oddEvents() async throws {
        let family = try await Family()
        let watcher = try await family.start(until: "live")
        try await family.hub.control("settings", ["silent": true])
        try await family.hub.createTransaction(description: "Never announced")
        let odd: [(String, JSONValue)] = [
            ("NobodyKnowsThis", [1, "two", nil]), ("TransactionCreated", []), ("TransactionCreated", [5, true]),
            ("TransactionCreated", [["id": ["deep": []]]]), ("BalanceUpdated", ["not-an-id", "not-money"]),
            ("BalanceUpdated", [nil, nil, nil, nil]), ("TransactionCreated", ["\u{202E}hostile\u{1B}[31m"]),
            ("ReceiveNotification", [[]]),
        ]
        for (target, arguments) in odd {
            try await family.hub.control("emit", ["target": .string(target), "args": arguments])
        }
        // Nothing else announces it, and the next periodic scan is a minute away.
        try await family.expectEverywhere("Never announced")
        let status = try await family.installation.waitForStatus { ($0.count("hints") ?? 0) >= odd.count - 1 }
        #expect(status["balanced"] == true)
        #expect(status.accountState("watched") == "live")
        try await family.hub.control("settings", ["silent": false])
        try await family.hub.createTransaction(description: "After the noise")
        try await family.expectEverywhere("After the noise")
        #expect(family.receiver.received(at: "/house").count == 2)
        #expect(!watcher.errors.contains("\u{1B}"))
        try await family.end(watcher)
    }

    enum Noise: String, CaseIterable, Sendable {
        case notJSON, tenMegabytes, binary, unknownType, reservedBits, invocationWithoutTarget

        var bytes: [UInt8] {
            switch self {
            case .notJSON: WireTap.frame("this is not JSON\u{1E}")
            case .tenMegabytes:
                WireTap.frame(
                    #"{"type":1,"target":"X","arguments":[""# + String(repeating: "x", count: 10_000_000) + "\"]}\u{1E}"
                )
            case .binary: WireTap.frame("\u{0}\u{1}\u{2}\u{1E}", opcode: 2)
            case .unknownType: WireTap.frame("{\"type\":99}\u{1E}")
            case .reservedBits: [0xF1, 0x01, 0x41]
            case .invocationWithoutTarget: WireTap.frame("{\"type\":1,\"arguments\":[]}\u{1E}")
            }
        }
    }

    @Test(
        "a frame that no hub may send costs the connection at most: what comes next is told", arguments: Noise.allCases)
    func noise(_ noise: Noise) async throws {
        let family = try await Family(isTapped: true)
        let watcher = try await family.start(until: "live")
        let tap = try #require(family.tap)
        #expect(tap.inject(noise.bytes) == 1)
        try await family.hub.control("settings", ["silent": true])
        try await family.hub.createTransaction(description: "Behind the noise")
        if noise == .unknownType {
            // The protocol asks to pass over it, so nothing is scanned for it; the hub is still heard.
            try await family.hub.control("emit", ["target": "Look", "args": []])
        }
        try await family.expectEverywhere("Behind the noise")
        let status = try await family.installation.waitForStatus { $0.accountState("watched") == "live" }
        #expect(status["balanced"] == true)
        try await family.end(watcher)
    }
}
