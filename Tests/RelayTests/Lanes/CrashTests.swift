import JSON
import Store
import Testing
import Values

@testable import Relay

@Suite("After a crash", Receiver.trait, .timeLimit(.minutes(1)))
struct CrashTests {
    private let receiver = Receiver.shared

    /// A store as a killed process leaves it: one delivered, one marked, one still waiting.
    private func crashed(to target: String, body: [UInt8]? = nil) async throws -> String {
        let relay = try await RelayFixture()
        try await relay.alert(1...3, to: [target])
        let now = RelayClock.system.now()
        try await relay.store.turn(
            finish: [], begin: [1, 2].map { AttemptStart(.init(rawValue: $0), body: body) }, now: now)
        try await relay.store.turn(
            finish: [AttemptEnd(.init(rawValue: 1), .delivered)], begin: [], now: now)
        await relay.store.close()
        return relay.folder
    }

    @Test("only what was marked is repeated, with the same id and marked as a repeat")
    func webhook() async throws {
        let name = "crash-webhook"
        try await receiver.script(name, ["status": 200])
        let relay = try await RelayFixture(in: try await crashed(to: name))
        try await relay.withRelay([.webhook(name)]) { _ in
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.map { $0.json?["data"]?["transaction"]?["id"] } == ["t2", "t3"])
        #expect(seen.map { $0.json?["data"]?["repeat"] } == [true, false])
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("stored bytes are repeated as they are, but for the mark")
    func storedBytes() async throws {
        let name = "crash-bytes"
        try await receiver.script(name, ["status": 200])
        let stored = Array(#"{"type":"old","data":{"child":"Before","repeat":false}}"#.utf8)
        let relay = try await RelayFixture(in: try await crashed(to: name, body: stored))
        try await relay.withRelay([.webhook(name)]) { _ in
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(
            try await receiver.seen(name, isOfToday: false).first?.body
                == #"{"type":"old","data":{"child":"Before","repeat":true}}"#)
        await relay.end()
    }

    @Test("a chat that can't tell repeats is told that it may be one")
    func slackRepeats() async throws {
        let name = "crash-slack"
        try await receiver.script(name, ["status": 200, "body": "ok"])
        let relay = try await RelayFixture(in: try await crashed(to: name))
        try await relay.withRelay([.slack(name)]) { _ in
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.map { $0.body.contains("may be a repeat") } == [true, false])
        await relay.end()
    }

    @Test("or is not told twice, if that is its policy")
    func slackSkips() async throws {
        let name = "crash-skip"
        try await receiver.script(name, ["status": 200, "body": "ok"])
        let relay = try await RelayFixture(in: try await crashed(to: name))
        try await relay.withRelay([.slack(name, inDoubt: .skip)]) { _ in
            try await relay.wait { $0.map(\.state) == [.delivered, .skipped, .delivered] }
        }
        #expect(try await receiver.seen(name).count == 1)
        #expect(try await relay.deliveries()[1].reason == .notRepeated)
        await relay.end()
    }
}
