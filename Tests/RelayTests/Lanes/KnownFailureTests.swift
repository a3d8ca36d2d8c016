import Glibc
import JSON
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Relay

/// What is shown of a target, and proven, is what its last attempt came to: whoever says meanwhile that it works.
@Suite("What is known of a target that fails", Receiver.trait, .timeLimit(.minutes(1)))
struct KnownFailureTests {
    private let receiver = Receiver.shared

    /// The state, why, and whether it is known since when.
    private func shown(_ relay: Relay) async throws -> String {
        let status = try #require(await relay.status().first)
        let since = status.since == nil ? "" : ", since then"
        return "\(status.state.rawValue) \(status.reason?.rawValue ?? "")\(since)"
    }

    @Test("a wake is no proof: with all attempts failed it is never shown to work, until it takes something")
    func wakes() async throws {
        let relay = try await RelayFixture()
        let name = "wakes"
        try await receiver.script(
            name, ["action": "reset"], ["action": "reset"], ["action": "reset"], ["status": 200, "body": "ok"])
        try await relay.withRelay([.slack(name)], backoff: .long) { running in
            #expect(try await shown(running) == "working ")
            try await relay.alert(1...1, to: [name])
            for attempts in 1...3 {
                try await relay.wait { $0.first?.state == .inDoubt && $0.first?.attempts == attempts }
                #expect(try await shown(running) == "failing connection-lost, since then")
                await running.tryAgain(target: name)
            }
            try await relay.wait { $0.first?.state == .delivered }
            #expect(try await shown(running) == "working ")
        }
        await relay.end()
    }

    @Test("what an old delivery came to is shown, though the target is not taken to be down for it")
    func doubted() async throws {
        let relay = try await RelayFixture()
        let name = "doubted-old"
        try await receiver.script(name, ["status": 500])
        try await relay.withRelay([.webhook(name)], backoff: .long) { _ in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.state == .queued && $0.first?.attempts == 1 }
        }
        // A start takes the target to be well, and the delivery to have failed before.
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.wait { $0.first?.state == .queued && $0.first?.attempts == 2 }
            #expect(try await shown(running) == "failing server-error, since then")
        }
        await relay.end()
    }

    @Test("after a restart it is not shown to work until it takes something, though all that waited was discarded")
    func restart() async throws {
        let relay = try await RelayFixture()
        let name = "refused-before"
        try await receiver.script(name, ["status": 401], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.state == .queued && $0.first?.attempts == 1 }
            #expect(try await shown(running) == "suspended unauthorized, since then")
        }
        _ = try await relay.store.handle(.discard, [.init(rawValue: 1)], now: RelayClock.system.now())
        try await relay.withRelay([.webhook(name), .webhook("never-tried")], backoff: .long) { running in
            try await eventuallyFailing(running)
            #expect(await running.status().last?.state == .working)
            #expect(await running.status().first?.detail?.contains("answered 401") == true)
            try await relay.alert(2...2, to: [name], through: running)
            try await relay.wait { $0.last?.state == .delivered }
            #expect(try await shown(running) == "working ")
        }
        await relay.end()
    }

    private func eventuallyFailing(_ relay: Relay) async throws {
        try await eventually("what the store knows") {
            try await shown(relay) == "failing unauthorized, since then"
        }
    }

    @Test("what fails after the proof takes it back: a delivery or a sample; one message that is refused does not")
    func withdrawn() async throws {
        let relay = try await RelayFixture()
        let name = "withdrawn"
        try await receiver.script(
            name, ["status": 200], ["status": 422], ["status": 401], ["status": 200], ["status": 401],
            ["status": 422])
        let (store, start) = (relay.store, Timestamp(seconds: 1_700_000_000))
        try await store.writeAlerts { transaction in
            let notice = AlertRow.Notice(subject: name, sentence: "it refuses", since: start, isOver: false)
            return ((), try transaction.tell(notice, as: .targetSuspended, to: [], at: start) ?? [])
        }
        let proven = { try await store.read { try $0.toldProblems() }.map(\.isProven) }
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            #expect(try await running.test(target: name).isDelivered)
            #expect(try await proven() == [true])
            #expect(try await !running.test(target: name).isDelivered)
            #expect(try await proven() == [true])
            #expect(try await shown(running) == "working ")
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.state == .queued && $0.first?.attempts == 1 }
            #expect(try await proven() == [false])
            #expect(try await running.test(target: name).isDelivered)
            try await relay.wait { $0.first?.attempts == 2 && $0.first?.state == .queued }
            #expect(try await proven() == [false])
            #expect(try await shown(running) == "failing unauthorized, since then")
            // That it refuses one message shows that it works, and not that it takes any.
            await running.tryAgain(target: name)
            try await relay.wait { $0.first?.state == .dead }
            #expect(try await proven() == [false])
            #expect(try await shown(running) == "working ")
        }
        await relay.end()
    }

    @Test("a sample that fails is a failure")
    func sample() async throws {
        let relay = try await RelayFixture()
        let name = "failing-sample"
        try await receiver.script(name, ["status": 404], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { (running) async throws in
            #expect(try await !running.test(target: name).isDelivered)
            #expect(try await shown(running) == "failing gone, since then")
            #expect(try await running.test(target: name).isDelivered)
            #expect(try await shown(running) == "working ")
        }
        await relay.end()
    }

    // MARK: The network's return

    @Test("a network that comes back has tried at once what could not be reached")
    func unreached() async throws {
        let relay = try await RelayFixture()
        let name = "unreached"
        let (socket, free) = try LoopbackSocket.listening()
        close(socket)
        let target = TargetConfiguration.webhook(name, url: "http://127.0.0.1:\(free)/hook")
        try await relay.withRelay([target], backoff: .long) { running in
            try await relay.alert(1...1, to: [name])
            for attempts in 1...3 {
                try await relay.wait { $0.first?.state == .queued && $0.first?.attempts == attempts }
                #expect(try await shown(running) == "failing unreachable, since then")
                if attempts < 3 { await running.networkCameUp() }
            }
        }
        await relay.end()
    }

    @Test(
        "a network that comes back hurries no target that has answered, and nothing that may have arrived",
        arguments: [
            ["status": 429, "headers": ["Retry-After": "3600"]], ["status": 401], ["status": 500],
            ["action": "reset"],
        ] as [JSONValue])
    func answered(_ behaviour: JSONValue) async throws {
        let relay = try await RelayFixture()
        let name = "answered-\(behaviour["status"]?.description ?? "reset")"
        try await receiver.script(name, behaviour, ["status": 200, "body": "ok"])
        try await relay.withRelay([.slack(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state != .attempting }
            let before = try #require(await running.status().first)
            let due = try await relay.deliveries().map(\.dueAt)
            await running.networkCameUp()
            // The lane would be open, or would ask now.
            #expect(await running.status().first == before)
            #expect(try await relay.deliveries().map(\.dueAt) == due)
        }
        #expect(try await receiver.seen(name).count == 1)
        await relay.end()
    }
}
