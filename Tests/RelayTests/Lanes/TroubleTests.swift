import Glibc
import HTTPServer
import JSON
import Observability
import Runtime
import SQLite
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Relay

/// What a lane makes of a target, a clock and a store in trouble; over a real network and in a real store.
@Suite("Lanes in trouble", .timeLimit(.minutes(1)))
struct TroubleTests {
    private let receiver = Receiver.shared

    private static let makeOld = PlainUpdate("test.makeOld", "UPDATE delivery SET attempts = 1, due_at = 0")

    @Test("a new message is sent at once however many old ones a target that shows repeats can't take")
    func oldOnes() async throws {
        let relay = try await RelayFixture()
        try await receiver.script("old-ones", ["status": 500], ["status": 200, "body": "ok"])
        try await relay.alert(1...4, to: ["old-ones"])
        try await relay.store.write { try $0.run(Self.makeOld) }
        try await relay.alert(9...9, to: ["old-ones"], description: "the new one")
        try await relay.withRelay([.slack("old-ones")], backoff: .long) { _ in
            try await relay.wait { $0.last?.state == .delivered }
        }
        let bodies = try await receiver.seen("old-ones").map(\.body)
        #expect(bodies.count > 1 && bodies[1].contains("the new one"))
        await relay.end()
    }

    private static let spoil = PlainUpdate("test.spoil", "UPDATE txn SET amount = 'much' WHERE id IN ('t2', 't5')")

    @Test("a delivery that cannot be read is given up by its number; those behind it are sent, and the lane goes on")
    func unreadable() async throws {
        let relay = try await RelayFixture()
        let (name, sink) = ("unreadable", CapturingSink())
        try await receiver.script(name, ["status": 200])
        try await relay.alert(1...5, to: [name])
        try await relay.store.write { try $0.run(Self.spoil) }
        try await relay.withRelay([.webhook(name)], backoff: .long, sink: sink) { running in
            try await relay.wait { $0.count == 3 && $0.allSatisfy { $0.state == .delivered } }
            try await relay.alert(6...6, to: [name], through: running)
            try await relay.wait { $0.count == 4 && $0.allSatisfy { $0.state == .delivered } }
            try await relay.waitForDead(2)
        }
        let accounting = try await relay.store.accounting()
        #expect(accounting.isBalanced && accounting.count(.dead) == 2 && accounting.count(.delivered) == 4)
        for number in [2, 5] as [Int64] {
            let history = try await relay.store.history(of: .init(rawValue: number))
            guard case .unreadable(let remains)? = history?.delivery else {
                Issue.record("\(number) can be read")
                continue
            }
            #expect(remains.state == .dead && remains.reason == .unreadable)
            #expect(remains.detail?.contains("table txn") == true)
        }
        #expect(sink.records.count { $0.message == "a delivery cannot be read and needs a person" } == 2)
        #expect(try await receiver.seen(name).count == 4)
        await relay.end()
    }

    @Test("an attempt whose outcome the store refused once is followed by the next one, though nothing else happens")
    func refusedOutcome() async throws {
        let relay = try await RelayFixture()
        let name = "refused-outcome"
        try await receiver.script(name, ["action": "hold", "status": 500], ["status": 200])
        try await relay.withRelay([.webhook(name)]) { running in
            try await relay.alert(1...1, to: [name], through: running)
            try await receiver.wait(for: 1, at: name)
            try await relay.withoutWriter {
                try await receiver.release(name)
                try await relay.waitForUnrecorded(running)
            }
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        await relay.end()
    }

    @Test(
        "one message that a target refuses, or wants much later, silences nobody else",
        arguments: [401, 403, 404, 405, 410, 302, 503])
    func poison(_ status: Int) async throws {
        let relay = try await RelayFixture()
        let name = "poison-\(status)"
        try await receiver.script(
            name, ["status": .number(JSONNumberText(status)), "headers": ["Retry-After": "86400", "Location": "/x"]],
            ["status": 200])
        // Only the first question is soon: after it the lane must be free.
        var backoff = Backoff.long
        backoff.suspensions = [.milliseconds(50), .seconds(3_600)]
        backoff.seldom = .milliseconds(50)
        backoff.shortest = .milliseconds(50)
        backoff.steps = [.milliseconds(50)]
        try await relay.withRelay([.webhook(name)], backoff: backoff) { running in
            try await relay.alert(1...3, to: [name])
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } && $0.count == 3 }
            #expect(try #require(await running.status().first).state == .working)
        }
        let seen = try await receiver.seen(name)
        #expect(
            seen.map { $0.json?["data"]?["transaction"]?["id"]?.string } == ["t1", "t2", "t1", "t3"], "\(seen.count)")
        await relay.end()
    }

    @Test("an outage of the whole target keeps the order when it ends, though nothing could be sent for long")
    func order() async throws {
        let relay = try await RelayFixture()
        let name = "nobody-there"
        // Nobody listens: no message can be to blame.
        let (socket, free) = try LoopbackSocket.listening()
        close(socket)
        let target = TargetConfiguration.webhook(name, url: "http://127.0.0.1:\(free)/hook")
        try await receiver.script(name, ["status": 200])
        try await relay.withRelay([target]) { running in
            try await relay.alert(1...6, to: [name])
            try await relay.wait { ($0.first?.attempts ?? 0) >= 6 }
            #expect(try await relay.deliveries().dropFirst().allSatisfy { $0.attempts == 0 }, "another one has asked")
            await running.take(try running.targets([.webhook(name)]))
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name).map { $0.json?["data"]?["transaction"]?["id"]?.string }
        #expect(seen == (1...6).map { "t\($0)" })
        await relay.end()
    }

    @Test("messages that a receiver can't take hold back no other one, however many they are")
    func perBody() async throws {
        let relay = try await RelayFixture()
        let house = try await WebhookReceiver { request in
            request.text.contains("poison") ? .text("no", status: .internalServerError) : .text("")
        }
        let target = TargetConfiguration.webhook("house", url: "\(house.address)/house")
        try await relay.withRelay([target]) { running in
            for round in 0..<5 {
                try await relay.alert(round * 4 + 1...round * 4 + 1, to: ["house"], description: "poison")
                try await relay.alert(round * 4 + 2...round * 4 + 4, to: ["house"], through: running)
            }
            try await relay.wait { $0.count { $0.state == .delivered } == 15 }
            // Two of them may have been refused one after the other since.
            #expect(try #require(await running.status().first).state != .suspended)
        }
        let told = house.received(at: "/house").filter { !$0.text.contains("poison") }
        #expect(told.count == 15)
        #expect(try await relay.deliveries().count { $0.state == .queued && $0.attempts > 0 } == 5)
        await house.close()
        await relay.end()
    }

    @Test("a message that is never taken goes on by itself, and the others pass it at once")
    func chokes() async throws {
        let relay = try await RelayFixture()
        let name = "chokes"
        // Both 404s meet the first message: at its second turn others have got through.
        try await receiver.script(name, ["status": 404], ["status": 200], ["status": 404], ["status": 200])
        var backoff = Backoff.long
        backoff.suspensions = [.milliseconds(50), .seconds(3_600)]
        try await relay.withRelay([.webhook(name)], backoff: backoff) { running in
            try await relay.alert(1...3, to: [name])
            try await relay.wait { $0.map(\.state) == [.queued, .delivered, .delivered] }
            #expect(try #require(await running.status().first).state == .working)
            try await relay.alert(4...6, to: [name])
            try await relay.wait { $0.filter { $0.state == .delivered }.count == 5 }
        }
        #expect(try await relay.attempts(1).count == 2)
        await relay.end()
    }

    @Test("a clock that is set between a relay's making and its start delays nothing")
    func clockBeforeStart() async throws {
        let relay = try await RelayFixture()
        let name = "early-clock"
        try await receiver.script(name, ["status": 500], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { _ in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state == .queued }
        }
        let isMade = Lock(false)
        let clock = RelayClock(
            now: {
                let isSet = isMade.withLock { isMade in
                    defer { isMade = true }
                    return isMade
                }
                return RelayClock.system.now().advanced(by: isSet ? .seconds(7_200) : .zero)
            }, jitter: { 1 })
        try await relay.withRelay([.webhook(name)], backoff: .long, clock: clock) { _ in
            try await relay.wait { $0.first?.state == .delivered }
        }
        await relay.end()
    }

    @Test(
        "a clock that is set, in any direction, delays nothing and repeats nothing",
        arguments: [-7_200, -400_000_000, 7_200])
    func clock(_ step: Int64) async throws {
        let relay = try await RelayFixture()
        let name = "clock\(step)"
        // No message is to blame for these, so the first one asks again.
        try await receiver.script(name, ["status": 429], ["status": 429], ["status": 200])
        let wall = Lock(Duration.zero)
        let clock = RelayClock(
            now: { RelayClock.system.now().advanced(by: wall.withLock { $0 }) }, jitter: { 1 })
        var backoff = Backoff.long
        backoff.shortest = .milliseconds(100)
        backoff.often = .milliseconds(300)
        try await relay.withRelay([.webhook(name)], backoff: backoff, clock: clock) { _ in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state == .queued }
            wall.withLock { $0 = .seconds(step) }
            // Caused by whatever the clock says now.
            try await relay.alert(2...2, to: [name], at: clock.now())
            wall.withLock { $0 = .zero }
            try await relay.alert(3...3, to: [name], at: clock.now())
            wall.withLock { $0 = .seconds(step) }
            try await relay.wait { $0.map(\.state) == [.delivered, .delivered, .delivered] }
        }
        let seen = try await receiver.seen(name).map { $0.json?["data"]?["transaction"]?["id"]?.string }
        #expect(seen == ["t1", "t1", "t1", "t2", "t3"])
        await relay.end()
    }

    @Test("what a process with a wrong clock has left is due at the next start")
    func restart() async throws {
        let relay = try await RelayFixture()
        let name = "left-behind"
        try await receiver.script(name, ["status": 500], ["status": 200])
        let ahead = RelayClock(
            now: { RelayClock.system.now().advanced(by: .seconds(400_000_000)) }, jitter: { 1 })
        try await relay.withRelay([.webhook(name)], backoff: .long, clock: ahead) { _ in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.attempts == 1 && $0.first?.state == .queued }
        }
        try await relay.withRelay([.webhook(name)], backoff: .long) { _ in
            try await relay.wait { $0.map(\.state) == [.delivered] }
        }
        await relay.end()
    }

    @Test("a target that is back gets at once all that failed, whatever the reason was")
    func back() async throws {
        let relay = try await RelayFixture()
        let name = "mended-proxy"
        try await receiver.script(
            name, ["status": 502], ["status": 500], ["action": "reset"], ["status": 503], ["status": 200])
        var backoff = Backoff.long
        backoff.shortest = .milliseconds(10)
        backoff.often = .milliseconds(10)
        try await relay.withRelay([.webhook(name)], backoff: backoff) { _ in
            try await relay.alert(1...6, to: [name])
            try await relay.wait { $0.count == 6 && $0.allSatisfy { $0.state == .delivered } }
        }
        await relay.end()
    }

    @Test("idle lanes send what is born marked, in order with what is not")
    func births() async throws {
        let relay = try await RelayFixture()
        let name = "births"
        try await receiver.script(name, ["status": 200])
        try await relay.withRelay([.webhook(name)]) { running in
            for number in 1...20 { try await relay.alert(number...number, to: [name], through: running) }
            try await relay.alert(21...60, to: [name], through: running)
            try await relay.wait { $0.count == 60 && $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name).map { $0.json?["data"]?["transaction"]?["id"]?.string }
        #expect(seen == (1...60).map { "t\($0)" })
        #expect(try await relay.attempts(1).map(\.outcome) == ["delivered"])
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("what is born marked when the lane fails is taken back, and is no attempt")
    func takenBack() async throws {
        let relay = try await RelayFixture()
        let name = "taken-back"
        try await receiver.script(name, ["status": 500], ["status": 200])
        try await relay.withRelay([.webhook(name)], backoff: .long) { running in
            try await relay.alert(1...1, to: [name])
            try await relay.wait { $0.first?.state == .queued && $0.first?.attempts == 1 }
            // As if a commit had looked at the door just before the failure shut it.
            try await relay.alert(2...2, to: [name])
            try await relay.store.turn(
                finish: [], begin: [AttemptStart(.init(rawValue: 2), body: nil)], now: RelayClock.system.now())
            try await relay.alert(3...3, to: [name], through: running)
            try await relay.wait { $0.map(\.state) == [.queued, .queued, .queued] }
            #expect(try await relay.attempts(2).isEmpty)
            await running.tryAgain(target: name)
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await receiver.seen(name).count == 4)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test(
        "a store that fails in the middle of a batch is told everything once it works",
        .enabled(if: SmallDisk.isPermitted, "needs the right to mount"))
    func fullDisk() async throws {
        let folder = try RelayFixture.makeFolder()
        let disk = try SmallDisk(folder, megabytes: 8)
        let relay = try await RelayFixture(in: folder)
        let name = "full-disk"
        // Quick at first, so that batches grow; then slow, so that outcomes are due in the middle of one.
        try await receiver.script(
            name, ["status": 200], ["status": 200], ["status": 200],
            ["status": 200, "delay": .number(try #require(JSONNumberText("0.15")))])
        let sink = CapturingSink()
        try await relay.withRelay([.webhook(name)], sink: sink) { running in
            try await relay.alert(1...12, to: [name])
            try await relay.wait { $0.contains { $0.number.rawValue >= 5 && $0.state == .attempting } }
            try disk.fill()
            // How many depends on how large the batches have grown.
            try await eventually("a refused outcome: \(sink.records.suffix(5))") {
                await running.status().first?.unrecorded ?? 0 >= 1
            }
            #expect(try await relay.store.accounting().isBalanced)
            disk.makeRoom()
            try await relay.wait { $0.allSatisfy { $0.state == .delivered } }
            #expect(await running.status().first?.unrecorded == 0)
        }
        let seen = try await receiver.seen(name).map { $0.json?["data"]?["transaction"]?["id"]?.string }
        #expect(seen == (1...12).map { "t\($0)" })
        #expect(try await relay.store.accounting().isBalanced)
        await relay.store.close()
        withExtendedLifetime(disk) {}
    }
}
