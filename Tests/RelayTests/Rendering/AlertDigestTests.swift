import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("Digests in words")
struct AlertDigestTests {
    private static let now = Timestamp(seconds: 1_773_501_000)

    private func movement(
        _ number: Int, _ amount: String, isCredit: Bool = true, child: String = "Alice", id: String? = nil
    ) -> AlertFacts {
        var facts = AlertFacts.gift("Thing \(number)", child: child)
        facts.key = "new|https://family.example|t\(number)"
        facts.childID = id ?? child
        facts.movement?.amount = Decimal(amount)!
        facts.movement?.isCredit = isCredit
        // They are found together, long afterwards.
        facts.movement?.at = Timestamp(seconds: 1_773_460_000 + 60 * Int64(number))
        facts.createdAt = Self.now
        return facts
    }

    private func digest(_ facts: [AlertFacts]) -> AlertDigest {
        AlertDigest(
            facts.map { RenderedAlert.sample($0, now: Self.now) }, in: AlertLocale(), now: Self.now)
    }

    private static let problem = AlertFacts(
        key: "problem|sign-in-needed|mum|x", event: .signInNeeded, childID: "", firstName: "", fullName: "",
        isLate: false, createdAt: Timestamp(seconds: 1_773_470_000),
        notice: AlertRow.Notice(
            subject: "mum", sentence: "mum must sign in: pocketbell login mum",
            since: Timestamp(seconds: 1_773_469_000), isOver: false))

    @Test("it counts, sums by child with exact amounts and signs, and tells the newest in full")
    func words() {
        let digest = digest([
            movement(1, "12.00"), movement(3, "0.05"), movement(5, "7.00"),
            movement(-1_000, "3.20", isCredit: false, child: "Bruno"),
            movement(4, "0.05", isCredit: false, child: "Bruno"),
        ])
        #expect(digest.title == "5 alerts")
        #expect(
            digest.text == """
                5 alerts since yesterday 11:06
                Alice +$19.05 (3), Bruno -$3.25 (2)
                The newest 3:
                03:49: Alice received $0.05: Thing 3 (balance $37.50)
                03:50: Bruno spent $0.05: Thing 4 (balance $37.50)
                03:51: Alice received $7.00: Thing 5 (balance $37.50)
                """)
        #expect(digest.urgency == .normal && digest.since == Timestamp(seconds: 1_773_400_000))
    }

    @Test("where all that moved is told in full, none is called newer than others")
    func all() {
        let facts = [movement(1, "1.00"), movement(2, "2.00"), movement(3, "3.00")]
        #expect(!digest(facts).text.contains("newest") && digest(facts).text.split(separator: "\n").count == 5)
        #expect(!digest(facts + [.low]).text.contains("newest"))
        #expect(digest(facts + [movement(4, "4.00")]).text.contains("\nThe newest 3:\n"))
    }

    @Test("what is of this minute, or says its time itself, needs none before it")
    func moments() {
        var fresh = movement(1, "1.00")
        fresh.movement?.at = Self.now
        var own = movement(2, "1.00")
        own.movement?.description = "at 03:48"
        let lines = digest([fresh, own]).text.split(separator: "\n").suffix(2)
        #expect(
            lines == [
                "Alice received $1.00: at 03:48 (balance $37.50)", "Alice received $1.00: Thing 1 (balance $37.50)",
            ])
    }

    @Test("what was withdrawn is named one by one, and moves no child's sum")
    func withdrawn() {
        let digest = digest([movement(1, "1.00"), .withdrawn("t1"), .withdrawn("t2"), .withdrawn("t2")])
        let lines = digest.text.split(separator: "\n")
        #expect(lines.count { $0.contains("no longer received $12.50") } == 2)
        #expect(digest.sums.map(\.count) == [1])
    }

    @Test("what is urgent is named before all else: each low balance and each problem once, with its last word")
    func urgent() {
        var earlier = AlertFacts.low
        earlier.balance = Decimal("4.90")!
        let digest = digest([movement(1, "1.00"), earlier, Self.problem, .low, movement(2, "2.00")])
        let lines = digest.text.split(separator: "\n")
        #expect(lines[1] == "since 06:16: mum must sign in: pocketbell login mum")
        #expect(lines[2] == "Alice is down to $3.50, below $5.00")
        #expect(!digest.text.contains("4.90") && lines[3] == "Alice +$3.00 (2)")
        #expect(digest.urgency == .high && digest.foremost.facts == .low)
    }

    @Test("a hundred urgent ones of as many children are all named, and a flood of names is cut short elsewhere")
    func many() {
        let lows = (1...100).map { number in
            var low = AlertFacts.low
            low.childID = "c\(number)"
            low.firstName = "Kid\(number)"
            return low
        }
        let text = digest(lows).text
        for number in 1...100 { #expect(text.contains("Kid\(number) is down to $3.50")) }
        let children = digest((1...12).map { movement($0, "1.00", child: "Kid\($0)") }).text
        #expect(children.contains("Kid10 +$1.00 (1), 2 more\n"))
    }

    @Test("children of one name are told apart, the first as well; one without a sum is counted all the same")
    func names() {
        var other = movement(2, "2.00", id: "c2")
        other.fullName = "Alice Smith"
        let huge = String(repeating: "9", count: 38)
        var first = movement(1, "1.00")
        first.fullName = "Alice Reed"
        let digest = digest([
            first, other, movement(3, huge, child: "Croesus"), movement(4, huge, child: "Croesus"),
        ])
        #expect(digest.text.contains("Alice Reed +$1.00 (1), Alice Smith +$2.00 (1), Croesus (2)\n"))
        #expect(digest.sums.last?.amount == nil)
        // Nothing but the id is left, also where the names only look alike because they are cut.
        for name in ["Alice Reed", "Alice " + String(repeating: "Reed", count: 20)] {
            first.fullName = name
            other.fullName = name + (name.count > 40 ? "y" : "")
            let names = self.digest([first, other]).sums.map(\.name)
            #expect(names.first?.hasSuffix(", Alice") == true && names.last?.hasSuffix(", c2") == true, "\(names)")
        }
    }

    @Test(
        "nothing that a child typed makes a line of its own or runs on for ever",
        arguments: [Hostile.lines, Hostile.long])
    func hostile(_ text: String) {
        let facts = AlertFacts.gift(text, child: text)
        let digest = digest(Array(repeating: facts, count: 5))
        #expect(digest.text.split(separator: "\n").count == 6)
        #expect(digest.text.utf16.count < 1_000 && !digest.text.unicodeScalars.contains("\u{202E}"))
    }

    /// As the store's rows give it, without one.
    private func rendered(_ members: [AlertFacts]) -> RenderedAlert {
        var alert = RenderedAlert.sample(members[0])
        alert.digest = digest(members)
        return alert
    }

    @Test("a webhook gets every alert's data, within the schema and within its bound")
    func webhook() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let mixed = target.text(rendered([movement(1, "12.00"), .low, Self.problem]))
        #expect(WebhookSchema.mistakes(in: mixed) == [])
        let body = try JSONValue(parsing: mixed)
        #expect(try WebhookSchema.undescribed(in: body) == [])
        let spoilt = mixed.replacing(text: #""threshold":"#, with: #""treshold":"#)
        #expect(try WebhookSchema.undescribed(in: JSONValue(parsing: spoilt)) == ["$.data.alerts[1].treshold"])
        #expect(body["type"] == "digest" && body["data"]?["count"] == 3)
        guard case .array(let alerts)? = body["data"]?["alerts"] else {
            Issue.record("no alerts")
            return
        }
        #expect(alerts.map { $0["type"]?.string } == ["transaction.created", "balance.low", "problem.began"])
        #expect(alerts[0]["transaction"]?["amount"] == "12.00" && alerts[1]["threshold"] == "5.00")
        #expect(alerts[2]["problem"]?["kind"] == "sign-in-needed" && alerts[2]["problem"]?["subject"] == "mum")
        #expect(body["data"]?["children"]?[0]?["amount"] == "12.00")
        #expect(mixed.hasSuffix(#""repeat":false}}"#))
        let worst = (1...DigestRow.bound).map { number in
            var facts = AlertFacts.gift(Hostile.long, child: Hostile.long, by: Hostile.long, notes: Hostile.long)
            facts.childID = "\(number)"
            facts.movement?.category = Hostile.long
            return facts
        }
        #expect(target.text(rendered(worst)).utf8.count < 300_000)
    }

    @Test("a problem is told in each target's way, and that it is over too", arguments: [false, true])
    func problem(_ isOver: Bool) throws {
        var facts = Self.problem
        facts.notice = AlertRow.Notice(
            subject: "mum", sentence: isOver ? "mum is signed in again" : "mum must sign in <now> *now*",
            since: Timestamp(seconds: 1), isOver: isOver)
        let alert = RenderedAlert.sample(facts)
        #expect(alert.title == (isOver ? "PocketBell works again" : "PocketBell has a problem"))
        #expect(
            alert.text
                == (isOver
                    ? "mum is signed in again, after trouble since 1 Jan 1970 00:00"
                    : "since 1 Jan 1970 00:00: mum must sign in <now> *now*"))
        #expect(alert.urgency == (isOver ? .normal : .high))
        let money = AlertRenderer(target: "chat", style: AlertStyle(tags: ["moneybag"]))
        #expect(RenderedAlert.sample(facts, by: money).tags == [])
        #expect(RenderedAlert.sample(.low, by: money).tags == ["moneybag"])
        let own = AlertStyle(tags: ["warning"])
        #expect(RenderedAlert.sample(facts, style: own, by: money).tags == ["warning"])
        let webhook = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let body = webhook.text(alert)
        #expect(WebhookSchema.mistakes(in: body) == [])
        #expect(try WebhookSchema.undescribed(in: JSONValue(parsing: body)) == [])
        #expect(try JSONValue(parsing: body)["type"]?.string == (isOver ? "problem.over" : "problem.began"))
        let slack = try SlackTarget(
            url: Secret("https://h.example/x"), addresses: .target(allowsPrivateAddresses: false))
        let discord = try DiscordTarget(
            url: Secret("https://h.example/x"), addresses: .target(allowsPrivateAddresses: false))
        let ntfy = try NtfyTarget(
            server: "https://h.example", topic: Secret("family"), token: nil,
            addresses: .target(allowsPrivateAddresses: false))
        for text in [slack.text(alert), discord.text(alert), ntfy.text(alert)] {
            #expect(text.contains(isOver ? "is signed in again" : "must sign in"))
        }
    }
}
