import JSON
import Runtime
import SQLite
import Store
import Testing
import Values

@testable import Relay

/// Deliveries that go from the commit that marks them straight into their lane, and what may come between.
@Suite("Handing over", Receiver.trait, .timeLimit(.minutes(1)))
struct HandOverTests {
    private let receiver = Receiver.shared

    private func seen(_ name: String) async throws -> [String?] {
        try await receiver.seen(name).map { $0.json?["data"]?["transaction"]?["id"]?.string }
    }

    @Test("what is handed over is sent without a look at the outbox")
    func noLook() async throws {
        let relay = try await RelayFixture()
        let name = "hand-over"
        try await receiver.script(name, ["status": 200])
        try await relay.withRelay([.webhook(name)]) { running in
            try await relay.alert(1...1, to: [name], through: running)
            try await relay.wait { $0.first?.state == .delivered }
            try await relay.withoutReaders {
                try await relay.alert(2...4, to: [name], through: running)
                try await receiver.wait(for: 4, at: name)
            }
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await seen(name) == ["t1", "t2", "t3", "t4"])
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("what a failing store has left marked is sent before it")
    func leftMarked() async throws {
        let relay = try await RelayFixture()
        let name = "hand-over-left"
        try await receiver.script(
            name, ["status": 200], ["status": 200], ["status": 200], ["status": 200], ["action": "hold"],
            ["status": 200])
        try await relay.withRelay([.webhook(name)]) { running in
            // Three that go well make room for more than one at a time.
            for number in 1...3 {
                try await relay.alert(number...number, to: [name])
                try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            }
            try await relay.alert(4...6, to: [name])
            try await receiver.wait(for: 5, at: name)
            // Longer than outcomes may wait for each other: the fifth's is recorded before the sixth is sent, and refused.
            try await Task.sleep(for: .milliseconds(200))
            try await relay.withoutWriter {
                try await receiver.release(name)
                try await relay.waitForUnrecorded(running)
            }
            try await relay.alert(7...7, to: [name], through: running)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await seen(name) == ["t1", "t2", "t3", "t4", "t5", "t6", "t7"])
        await relay.end()
    }

    @Test("what a look has found is not sent a second time when it is handed over")
    func late() async throws {
        let relay = try await RelayFixture()
        let name = "hand-over-late"
        try await receiver.script(name, ["status": 200], ["action": "hold"], ["status": 200])
        try await relay.withRelay([.webhook(name)]) { running in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.state == .delivered }
            let late = try await relay.bear(2...2, to: [name], through: running)
            #expect(late.count == 1)
            try await receiver.wait(for: 2, at: name)
            late.handOver()
            try await receiver.release(name)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            late.handOver()
            try await relay.alert(3...3, to: [name], through: running)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await seen(name) == ["t1", "t2", "t3"])
        #expect(try await relay.deliveries().allSatisfy { $0.attempts == 1 })
        await relay.end()
    }

    @Test("what is handed over while a digest is refused does not pass those that were in it")
    func behindRefusedDigest() async throws {
        let relay = try await RelayFixture()
        let name = "hand-over-digest"
        try await receiver.script(name, ["status": 200], ["action": "hold", "status": 400], ["status": 200])
        try await relay.withRelay([.webhook(name)]) { running in
            try await relay.alert(1...1, to: [name], through: running)
            try await relay.wait { $0.first?.state == .delivered }
            try await relay.alert(2...26, to: [name], at: RelayClock.system.now().advanced(by: .seconds(-36_000)))
            try await receiver.wait(for: 2, at: name)
            try await relay.alert(27...27, to: [name], through: running)
            try await receiver.release(name)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await seen(name) == ["t1", nil] + (2...27).map { "t\($0)" })
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    enum Change: CaseIterable {
        case leftOut, moved, stopped
    }

    @Test(
        "what is handed over to a lane that ends, stands back or moves is not stranded, and told once",
        arguments: Change.allCases)
    func change(_ change: Change) async throws {
        let relay = try await RelayFixture()
        let (name, place) = ("hand-over-\(change)", "hand-over-\(change)-place")
        try await receiver.script(name, ["action": "hold"], ["status": 200])
        try await receiver.script(place, ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name], through: running)
            try await receiver.wait(for: 1, at: name)
            // One is at the door when it shuts, one comes later.
            try await relay.alert(2...2, to: [name], through: running)
            let late = try await relay.bear(3...3, to: [name], through: running)
            #expect(late.count == 1)
            switch change {
            case .leftOut: await running.take(try running.targets([]))
            case .moved: await running.take(try running.targets([.webhook(name, at: place)]))
            case .stopped: await running.stop()
            }
            late.handOver()
            try await receiver.release(name)
            guard change == .leftOut else { return }
            try await relay.wait { $0.map(\.state) == [.delivered, .queued, .queued] }
            await running.take(try running.targets([.webhook(name, at: place)]))
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        // Those that a stop has left are taken back.
        #expect(try await relay.deliveries().allSatisfy { $0.state != .attempting && !$0.isRepeat })
        if change != .leftOut {
            try await relay.withRelay([.webhook(name, at: place)]) { _ in
                try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            }
        }
        #expect(try await seen(name) == ["t1"])
        #expect(try await seen(place) == ["t2", "t3"])
        #expect(try await relay.deliveries().allSatisfy { $0.attempts == 1 && !$0.isRepeat })
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("what is handed over to a lane that fails is taken back, and goes in its turn")
    func failure() async throws {
        let relay = try await RelayFixture()
        let name = "hand-over-failure"
        try await receiver.script(name, ["action": "hold", "status": 500], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name], through: running)
            try await receiver.wait(for: 1, at: name)
            try await relay.alert(2...2, to: [name], through: running)
            let late = try await relay.bear(3...3, to: [name], through: running)
            try await receiver.release(name)
            try await relay.wait { $0.map(\.state) == [.queued, .queued, .queued] }
            late.handOver()
            await running.tryAgain(target: name)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await seen(name) == ["t1", "t1", "t2", "t3"])
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }
}

extension RelayFixture {
    /// Keeps all readers of the store busy while the body runs: nobody looks at anything.
    fileprivate func withoutReaders(_ body: () async throws -> Void) async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let gates = (0..<DatabaseConfiguration(path: "", applicationID: 1).readers).map { _ in Parker() }
        let readers = gates.map { gate in
            Task {
                try await store.read { _ in
                    begin.yield()
                    _ = gate.park(for: .seconds(40))
                }
            }
        }
        var beginnings = begun.makeAsyncIterator()
        for _ in gates { await beginnings.next() }
        defer { for gate in gates { gate.unpark() } }
        try await body()
        for gate in gates { gate.unpark() }
        for reader in readers { try await reader.value }
    }
}
