import HTTPClient
import JSON
import Runtime
import Settings
import Store
import TestWaiting
import Testing
import Values

@testable import Relay

@Suite("What is over is shown to be, by servers that answer as services do", Receiver.trait, .timeLimit(.minutes(1)))
struct EditingDeliveryTests {
    private let receiver = Receiver.shared
    private static let home = TargetConnection(allowsPrivateAddresses: true)

    private func discord(_ name: String, at place: String? = nil) -> TargetConfiguration {
        let url = Secret(Receiver.shared.hook(place ?? name))
        return TargetConfiguration(
            name: name, HookSettings<DiscordTarget>(url: .literal(url), connection: Self.home), inDoubt: .skip)
    }

    private func tell(
        isOver: Bool, to targets: [String], in relay: RelayFixture, through running: Relay? = nil
    ) async throws {
        let notice = AlertRow.Notice(
            subject: "mum", sentence: "mum must sign in", since: Timestamp(seconds: 1_700_000_000), isOver: isOver)
        try await relay.store.writeAlerts { transaction in
            let born = try transaction.tell(
                notice, as: .signInNeeded, to: targets.map { PlannedDelivery(target: $0) }, at: RelayClock.system.now())
            return ((), born ?? [])
        }
    }

    private func message(at target: String, in relay: RelayFixture) async throws -> MessageRow? {
        try await relay.store.read { try $0.message(of: AlertRow.thread(of: .signInNeeded, "mum"), at: target) }
    }

    @Test("the message that told of a problem says that it is over, also after a restart, and no other one comes")
    func changed() async throws {
        let relay = try await RelayFixture()
        let name = "edit-changed"
        try await receiver.script(
            name, ["status": 200, "body": #"{"id":"123"}"#], ["status": 200, "body": #"{"id":"123"}"#])
        try await relay.withRelay([discord(name)]) { _ in
            try await tell(isOver: false, to: [name], in: relay)
            try await relay.wait { $0.first?.state == .delivered }
        }
        #expect(try await message(at: name, in: relay)?.remote == "123")
        try await relay.withRelay([discord(name)]) { _ in
            // No rule names it.
            try await tell(isOver: true, to: [], in: relay)
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.map(\.method) == ["POST", "PATCH"])
        #expect(seen[1].path == "/hook/\(name)/messages/123?wait=true")
        #expect(seen[1].json?["embeds"]?[0]?["title"] == "PocketBell works again")
        #expect(try await message(at: name, in: relay)?.isOpen == false)
        await relay.end()
    }

    @Test("a webhook is told which matter began, and that it is resolved")
    func matter() async throws {
        let relay = try await RelayFixture()
        let name = "matter-hook"
        try await relay.withRelay([.webhook(name)]) { _ in
            try await tell(isOver: false, to: [name], in: relay)
            try await relay.wait { $0.first?.state == .delivered }
            try await tell(isOver: true, to: [name], in: relay)
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
        }
        let data = try await receiver.seen(name).map { $0.json?["data"] }
        #expect(data.map { $0?["resolved"] } == [false, true] && data[0]?["matter"] == data[1]?["matter"])
        await relay.end()
    }

    @Test("a message that was deleted is told anew, once")
    func gone() async throws {
        let relay = try await RelayFixture()
        let name = "edit-gone"
        try await receiver.script(
            name, ["status": 200, "body": #"{"id":"123"}"#],
            ["status": 404, "body": #"{"message":"Unknown Message","code":10008}"#],
            ["status": 200, "body": #"{"id":"124"}"#])
        try await relay.withRelay([discord(name)]) { _ in
            try await tell(isOver: false, to: [name], in: relay)
            try await relay.wait { $0.first?.state == .delivered }
            try await tell(isOver: true, to: [name], in: relay)
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await receiver.seen(name).map(\.method) == ["POST", "PATCH", "POST"])
        #expect(try await relay.attempts(2).map(\.reason) == [.messageGone, nil])
        let row = try #require(try await message(at: name, in: relay))
        #expect(row.remote == "124" && !row.isOpen)
        await relay.end()
    }

    @Test("a change that may have arrived is made again, though the target is not to be told twice")
    func doubtful() async throws {
        let relay = try await RelayFixture()
        let name = "edit-doubt"
        try await receiver.script(
            name, ["status": 200, "body": #"{"id":"123"}"#], ["action": "reset"],
            ["status": 200, "body": #"{"id":"123"}"#])
        try await relay.withRelay([discord(name)]) { _ in
            try await tell(isOver: false, to: [name], in: relay)
            try await relay.wait { $0.first?.state == .delivered }
            try await tell(isOver: true, to: [name], in: relay)
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await receiver.seen(name).map(\.method) == ["POST", "PATCH", "PATCH"])
        await relay.end()
    }

    @Test("what tells and what ends are never sent in one go: the end would not know what to change")
    func together() async throws {
        let relay = try await RelayFixture()
        let name = "edit-together"
        let ids = (1...8).map { "pb_\($0)" }
        let answers = ids.map { id -> JSONValue in
            ["action": "hold", "status": 200, "body": .string(#"{"id":"x","sequence_id":"\#(id)"}"#)]
        }
        var request = HTTPClientRequest(.put, try HTTPURL("http://127.0.0.1:\(receiver.port)/script/\(name)"))
        request.body = .bytes(JSONFragment(JSONValue.array(answers)).bytes, contentType: "application/json")
        #expect(try await TestHTTP.shared.send(request).status == 200)
        let settings = NtfySettings(
            server: receiver.hook(name), topic: .literal(Secret("family")), connection: Self.home)
        try await relay.withRelay([TargetConfiguration(name: name, settings)]) { _ in
            try await tell(isOver: false, to: [name], in: relay)
            try await receiver.wait(for: 1, at: name)
            // It is under way, so its end is told, too.
            try await tell(isOver: true, to: [name], in: relay)
            try await receiver.release(name)
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.count == 2 && seen[1].json?["sequence_id"] == "pb_1")
        await relay.end()
    }

    @Test("Slack's bot writes, then changes what it has written")
    func slack() async throws {
        let relay = try await RelayFixture()
        let name = "edit-slack"
        let answer: JSONValue = [
            "status": 200, "body": #"{"ok":true,"channel":"C024BE91L","ts":"1503435956.000247"}"#,
        ]
        try await receiver.script(name, answer)
        let settings = SlackSettings(
            token: .literal(Secret("xoxb-1234567890")), channel: "C024BE91L", server: receiver.hook(name),
            connection: Self.home)
        try await relay.withRelay([TargetConfiguration(name: name, settings)]) { _ in
            for isOver in [false, true] {
                try await tell(isOver: isOver, to: [name], in: relay)
                try await relay.wait { $0.count == (isOver ? 2 : 1) && $0.allSatisfy { $0.state == .delivered } }
            }
        }
        let seen = try await receiver.seen(name)
        #expect(seen.map(\.path) == ["/hook/\(name)/chat.postMessage", "/hook/\(name)/chat.update"])
        #expect(seen.allSatisfy { $0.headers["authorization"] == "Bearer xoxb-1234567890" })
        #expect(seen[1].json?["ts"] == "1503435956.000247")
        await relay.end()
    }

    @Test("a living rule keeps one message of each child where it can be changed; elsewhere each alert is one")
    func living() async throws {
        let relay = try await RelayFixture()
        let (chat, house) = ("living-chat", "living-house")
        try await receiver.script(chat, ["status": 200, "body": #"{"id":"123"}"#])
        try await receiver.script(house, ["status": 200])
        var rule = Rule(name: "money")
        rule.isLiving = true
        let rules = RuleSet([rule], targets: [chat, house])
        try await relay.withRelay([discord(chat), .webhook(house)]) { running in
            for number in 1...3 {
                try await relay.alert(
                    number...number, to: [], by: rules, description: "Kite \(number)", through: running)
                try await relay.wait { $0.count == 2 * number && $0.allSatisfy { $0.state == .delivered } }
            }
        }
        let seen = try await receiver.seen(chat)
        #expect(seen.map(\.method) == ["POST", "PATCH", "PATCH"])
        let embed = seen[2].json?["embeds"]?[0]
        #expect(embed?["title"] == #"Alice\: $37.50"#)
        let lines = (embed?["description"]?.word ?? "").split(separator: "\n")
        #expect(lines.count == 3 && lines[0].contains("12.50 Kite 3") && lines[2].contains("12.50 Kite 1"))
        #expect(try await receiver.seen(house).count == 3)
        await relay.end()
    }

    @Test("the child's message says the newest balance that the server has said, with a transaction or of the child")
    func livingBalance() async throws {
        let relay = try await RelayFixture()
        let chat = "living-balance"
        try await receiver.script(chat, ["status": 200, "body": #"{"id":"123"}"#])
        var rule = Rule(name: "money")
        rule.isLiving = true
        let rules = RuleSet([rule], targets: [chat])
        try await relay.withRelay([discord(chat)]) { running in
            // A list comes before the children are read again.
            for (number, balance) in [(1, "50.00"), (2, "62.50"), (3, "75.00")] {
                try await relay.alert(
                    number...number, to: [], by: rules, balance: Decimal(balance)!, through: running)
                try await relay.wait { $0.count == number && $0.allSatisfy { $0.state == .delivered } }
            }
            // They are read after it, and savings have taken some, for which there is no transaction.
            var child = relay.child
            (child.balance, child.seenAt) = (Decimal("70.00")!, Timestamp(seconds: 1_700_000_200))
            try await relay.store.write { [child] in try $0.upsert(child) }
            try await relay.alert(4...4, to: [], by: rules, balance: Decimal("87.50")!, through: running)
            try await relay.wait { $0.count == 4 && $0.allSatisfy { $0.state == .delivered } }
        }
        let titles = try await receiver.seen(chat).map { $0.json?["embeds"]?[0]?["title"]?.word }
        #expect(titles == [#"Alice\: $50.00"#, #"Alice\: $62.50"#, #"Alice\: $75.00"#, #"Alice\: $70.00"#])
        await relay.end()
    }

    @Test("a burst waits for its rate, rests without failing, and shares it with whoever has the same address")
    func rate() async throws {
        let relay = try await RelayFixture()
        let (first, second, other) = ("rate-first", "rate-second", "rate-other")
        try await receiver.script(first, ["status": 200, "body": #"{"id":"1"}"#])
        try await receiver.script(other, ["status": 200, "body": #"{"id":"1"}"#])
        let time = Lock(Duration.seconds(1_000))
        let clock = RelayClock(
            now: { RelayClock.system.now().advanced(by: time.withLock { $0 } - .seconds(1_000)) },
            running: { time.withLock { $0 } }, jitter: { 1 })
        let targets = [discord(first), discord(second, at: first), discord(other)]
        try await relay.withRelay(targets, backoff: .long, clock: clock) { running in
            try await relay.alert(1...7, to: [first, second], through: running)
            try await relay.wait { $0.count { $0.state == .delivered } == 5 }
            try await relay.alert(8...8, to: [other], through: running)
            try await relay.wait { $0.contains { $0.target == other && $0.state == .delivered } }
            // What is born now finds the door shut.
            try await relay.alert(9...9, to: [first], through: running)
            let waiting = try await relay.deliveries().filter { $0.target != other && $0.state != .delivered }
            #expect(waiting.count == 10 && waiting.allSatisfy { $0.attempts == 0 && $0.state == .queued })
            #expect(await running.status().allSatisfy { $0.state == .working })
            for count in [11, 16] {
                time.withLock { $0 += .seconds(2) }
                await running.clocksChanged()
                try await relay.wait { $0.count { $0.state == .delivered } == count }
            }
        }
        #expect(try await receiver.seen(first).count == 15)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }
}
