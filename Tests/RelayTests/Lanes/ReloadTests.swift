import JSON
import Store
import Testing
import Values

@testable import Relay

@Suite("Other targets while the relay runs", Receiver.trait)
struct ReloadTests {
    private let receiver = Receiver.shared

    @Test("an attempt under way ends by itself, told once; nobody waits for it, and the next goes to the new place")
    func underWay() async throws {
        let relay = try await RelayFixture()
        let (old, new, other) = ("reload-old", "reload-new", "reload-other")
        try await receiver.script(old, ["action": "hold"])
        for name in [new, other] { try await receiver.script(name, ["status": 200]) }
        try await relay.withRelay([.webhook("moving", at: old)], backoff: .long) { running in
            try await relay.alert(1...1, to: ["moving"])
            try await receiver.wait(for: 1, at: old)
            await running.take(try running.targets([.webhook("moving", at: new), .webhook(other)]))
            try await relay.alert(2...2, to: ["moving", other], through: running)
            try await relay.wait { rows in rows.contains { $0.target == other && $0.state == .delivered } }
            // Nothing of the held one has changed meanwhile, and people see that it is there.
            let held = try await relay.deliveries()[0]
            #expect(held.state == .attempting && held.attempts == 1)
            #expect(await running.status().map(\.isOutdated) == [true, false])
            #expect(try await receiver.seen(new).isEmpty)

            try await receiver.release(old)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            #expect(await running.status().map(\.isOutdated) == [false, false])
        }
        #expect(try await relay.deliveries().allSatisfy { $0.attempts == 1 && !$0.isRepeat })
        #expect(try await receiver.seen(old).count == 1)
        #expect(try await receiver.seen(new).count == 1)
        await relay.end()
    }

    @Test("what was marked behind an attempt under way goes to the new place, once")
    func marked() async throws {
        let relay = try await RelayFixture()
        let (old, new) = ("reload-batch-old", "reload-batch-new")
        try await receiver.script(old, ["status": 200], ["action": "hold"])
        try await receiver.script(new, ["status": 200])
        try await relay.withRelay([.webhook("moving", at: old)], backoff: .long) { running in
            try await relay.alert(1...1, to: ["moving"])
            try await relay.wait { $0[0].state == .delivered }
            // The lane is idle, so all of these are born marked.
            try await relay.alert(2...6, to: ["moving"], through: running)
            try await receiver.wait(for: 2, at: old)
            #expect(try await relay.deliveries().count { $0.state == .attempting } == 5)
            await running.take(try running.targets([.webhook("moving", at: new)]))
            try await receiver.release(old)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await relay.deliveries().allSatisfy { $0.attempts == 1 && !$0.isRepeat })
        #expect(try await receiver.seen(old).count == 2)
        #expect(try await receiver.seen(new).count == 4)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("a target that is left out gets nothing, and goes on where it stopped when it is there again")
    func leftOut() async throws {
        let relay = try await RelayFixture()
        let (name, other) = ("reload-left-out", "reload-stays")
        try await receiver.script(name, ["action": "hold"])
        try await receiver.script(other, ["status": 200])
        try await relay.withRelay([.webhook(name), .webhook(other)], backoff: .long) { running in
            try await relay.alert(1...2, to: [name])
            try await receiver.wait(for: 1, at: name)
            await running.take(try running.targets([.webhook(other)]))
            #expect(await running.status().map(\.target) == [other])
            try await receiver.release(name)
            try await relay.wait { $0[0].state == .delivered }
            try await relay.alert(3...3, to: [name, other], through: running)
            try await relay.wait { rows in rows.contains { $0.target == other && $0.state == .delivered } }
            let states = try await relay.deliveries().filter { $0.target == name }.map(\.state)
            #expect(states == [.delivered, .queued, .queued])
            await running.take(try running.targets([.webhook(name)]))
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await receiver.seen(name).count == 3)
        await relay.end()
    }

    @Test("in the middle of an outage it asks the target at once, by the oldest, which nobody passes")
    func outage() async throws {
        let relay = try await RelayFixture()
        let name = "reload-outage"
        try await receiver.script(name, ["status": 500], ["status": 500], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name], description: "one")
            try await relay.alert(2...2, to: [name], description: "two", through: running)
            for attempts in 1...2 {
                try await relay.wait { $0[0].state == .queued && $0[0].attempts == attempts }
                // A lane that takes the target to be well again would send the second one now.
                #expect(await running.status().map(\.state) == [.failing])
                await running.take(try running.targets([.webhook(name)]))
            }
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            #expect(await running.status().map(\.state) == [.working])
        }
        let told = try await receiver.seen(name).map { $0.body.contains("two") ? "two" : "one" }
        #expect(told == ["one", "one", "one", "two"])
        await relay.end()
    }

    @Test("what waits after a failure is due at once")
    func due() async throws {
        let relay = try await RelayFixture()
        let name = "reload-due"
        try await receiver.script(name, ["status": 500], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0[0].state == .queued && $0[0].attempts == 1 }
            await running.take(try running.targets([.webhook(name)]))
            try await relay.wait { $0[0].state == .delivered }
        }
        await relay.end()
    }
}
