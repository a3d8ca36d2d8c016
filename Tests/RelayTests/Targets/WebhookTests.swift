import HTTPClient
import JSON
import Store
import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("Webhook")
struct WebhookTests {
    struct Vector: Sendable {
        let secret: String
        let id: String
        let timestamp: Int64
        let body: String
        let signature: String
    }

    private static let balance =
        #"{"type":"balance.updated","timestamp":"2026-01-01T00:00:00Z","data":"#
        + #"{"childId":"7b0f6a8e-0000-4000-8000-000000000001","balance":"12.50"}}"#

    @Test(
        "signatures are those of Standard Webhooks",
        arguments: [
            Vector(
                secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
                timestamp: 1_614_265_330, body: #"{"test": 2432232314}"#,
                signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
            Vector(
                secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", id: "msg_01J9ZK6Q3V8R5T2N4W7Y0B1C2D",
                timestamp: 1_767_225_600, body: balance,
                signature: "v1,AmPDzZrs6RFlxc3kHV5V7ysDLLdgA8oK+R12Onmb0Jw="),
            Vector(
                secret: "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=", id: "msg_01J9ZK6Q3V8R5T2N4W7Y0B1C2D",
                timestamp: 1_767_225_600, body: balance,
                signature: "v1,osBm7TddjEkIwhg0uFBo+qxhVriurHe/sE3p2aP3iHA="),
        ])
    func vectors(_ vector: Vector) throws {
        let key = try WebhookKey(Secret(vector.secret))
        let signature = WebhookSignature(
            id: vector.id, timestamp: vector.timestamp, body: Array(vector.body.utf8), keys: [key])
        #expect(signature.signature == vector.signature)
        #expect("\(key)" == "<redacted>" && Mirror(reflecting: key).children.isEmpty)
    }

    @Test(
        "keys that are none are refused with the way to make one", arguments: ["", "whsec_", "whsec_AAEC", "nonsense!"])
    func badKeys(_ text: String) {
        let error = #expect(throws: RelayError.self) { try WebhookKey(Secret(text)) }
        #expect(error?.kind == .badKey && error?.description.contains("openssl") == false)
    }

    @Test("the body is that of the documentation, byte for byte")
    func body() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let id = RenderedAlert.sample().id
        #expect(
            target.text(.sample())
                == #"{"type":"transaction.created","timestamp":"2026-03-14T15:09:26Z","data":{"alert":"\#(id)","#
                + #""title":"Pocket money","text":"Alice received $12.50: Kite (balance $37.50)","urgency":"normal","#
                + #""tags":[],"icon":null,"link":null,"account":"mum","rule":"money","currency":"USD","#
                + #""child":{"id":"c1","name":"Alice Reed"},"transaction":{"id":"t1","amount":"12.50","kind":"credit","#
                + #""category":"Gift","description":"Kite","at":"2026-03-14T15:09:26Z","balance":"37.50","#
                + #""by":"Grandma","notes":null},"late":false,"repeat":false}}"#)
        #expect(
            target.text(.sample(.low))
                == #"{"type":"balance.low","timestamp":"2026-03-14T15:09:59Z","data":{"alert":"\#(RenderedAlert.sample(.low).id)","#
                + #""title":"Low balance","text":"Alice is down to $3.50, below $5.00","urgency":"high","tags":[],"#
                + #""icon":null,"link":null,"account":"mum","rule":"low","currency":"USD","#
                + #""child":{"id":"c1","name":"Alice Reed"},"balance":"3.50","threshold":"5.00","late":false,"repeat":false}}"#
        )
    }

    @Test("what begins a matter and what ends it name the same one, and the end says that it is over")
    func matter() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        var (low, back) = (AlertFacts.low, AlertFacts.low)
        low.matter = AlertFacts.Matter(key: "low|https://family.example|c1|low", isOver: false)
        back.event = .balanceRecovered
        back.matter = AlertFacts.Matter(key: "low|https://family.example|c1|low", isOver: true)
        let bodies = try [low, back].map { facts in
            let text = target.text(.sample(facts))
            #expect(WebhookSchema.mistakes(in: text) == [], "\(facts.event)")
            #expect(try WebhookSchema.undescribed(in: JSONValue(parsing: text)) == [], "\(facts.event)")
            return try JSONValue(parsing: text)["data"] ?? nil
        }
        #expect(bodies[0]["matter"] == bodies[1]["matter"] && bodies[0]["matter"]?.string?.hasPrefix("pb_") == true)
        #expect(bodies.map { $0["resolved"] } == [false, true])
        // What others read has nothing of what it is made of.
        #expect(!target.text(.sample(low)).contains("family.example"))
    }

    @Test("a withdrawn transaction is told as it was, with the balance of now")
    func withdrawn() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let body = try JSONValue(parsing: target.text(.sample(.withdrawn())))
        #expect(body["type"] == "transaction.withdrawn" && body["timestamp"] == "2026-03-14T15:09:59Z")
        #expect(body["data"]?["title"] == "Withdrawn" && body["data"]?["balance"] == "25.00")
        #expect(
            body["data"]?["text"]
                == "Alice no longer received $12.50: Kite (the server lists it no longer; balance $25.00)")
        #expect(body["data"]?["transaction"]?["balance"] == "37.50")
    }

    @Test("every body is what docs/webhook.schema.json describes, and holds nothing that it doesn't")
    func schema() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let style = AlertStyle(
            title: "{child}", urgency: .low, tags: ["a", "b"], icon: "bell",
            link: "https://f.example/children/{child-id}")
        var caused = AlertFacts.low
        caused.movement = AlertFacts.gift().movement
        let alerts: [RenderedAlert] = [
            .sample(), .sample(.low), .sample(.withdrawn()), .sample(caused), .sample(style: style),
            .sample(isRepeat: true),
            .sample(.gift(Hostile.markup, by: Hostile.lines, notes: Hostile.long, isLate: true), style: style),
            .sample(.sample(at: Timestamp(seconds: 1_773_500_966, nanoseconds: 5))),
        ]
        for alert in alerts {
            let body = target.text(alert)
            #expect(WebhookSchema.mistakes(in: body) == [])
            #expect(try WebhookSchema.undescribed(in: JSONValue(parsing: body)) == [])
        }
        let page = try TextFile.read("\(RealParts.packageFolder)/docs/webhook.md")
        let example = try #require(page.range(ofText: "```json\n").map { page[$0.upperBound...].prefix { $0 != "`" } })
        #expect(WebhookSchema.mistakes(in: String(example)) == [], "the example of docs/webhook.md")
        #expect(try WebhookSchema.undescribed(in: JSONValue(parsing: String(example))) == [])
        // The check itself: it must be able to fail.
        let spoilt = target.text(.sample()).replacing(text: #""by":"Grandma","#, with: #""bye":1,"#)
        #expect(
            WebhookSchema.mistakes(in: spoilt) == [
                "$.data.transaction: by is missing", "$.data.transaction.bye is not in the schema",
            ])
        #expect(try WebhookSchema.undescribed(in: JSONValue(parsing: spoilt)) == ["$.data.transaction.bye"])
    }

    @Test("what nobody wrote is null, and so is nobody", arguments: [nil, "", " \n"])
    func nothing(_ text: String?) throws {
        let row = TransactionRow(
            server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "T1"), child: .init(rawValue: "C1"), amount: .zero,
            kind: .debit, category: "Toys", description: "Kite", balanceAfter: .zero, createdAt: Timestamp(seconds: 9),
            createdBy: text, notes: text, position: 1, firstSeenAt: Timestamp(seconds: 10), source: .scan,
            isLate: false)
        var facts = AlertFacts.gift()
        facts.movement = AlertFacts.Movement(row)
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        #expect(target.text(.sample(facts)).hasSuffix(#""by":null,"notes":null},"late":false,"repeat":false}}"#))
    }

    @Test("a test's sample fits the rule in whose words it comes, and has something for each place")
    func sampleOfRule() throws {
        let rule = Rule(name: "large", minimum: Decimal("20")!, template: "{amount} {by} {account} {notes}")
        let facts = AlertFacts.sample(at: Timestamp(seconds: 1_773_500_966), by: rule)
        let alert = RenderedAlert.sample(facts, template: Template(rule.template ?? ""))
        #expect(alert.text == "$20.00 PocketBell test what somebody wrote comes here")
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let data = try #require(target.json(alert)["data"])
        #expect(data["rule"] == "large" && data["account"] == "test" && data["transaction"]?["amount"] == "20.00")
        let small = Rule(name: "small", minimum: Decimal("1")!)
        #expect(AlertFacts.sample(at: Timestamp(seconds: 1), by: small).movement?.amount == Decimal("12.50")!)
    }

    @Test("the id is the alert's: the same for each attempt, no dot, and not readable back")
    func identity() throws {
        let id = RenderedAlert.sample().id
        #expect(
            id == RenderedAlert.sample(isRepeat: true).id
                && id == RenderedAlert.sample(by: AlertRenderer(target: "x")).id)
        #expect(id.hasPrefix("pb_") && id.count == 35 && !id.contains("."))
        #expect(id != RenderedAlert.sample(.low).id)
        #expect(
            RenderedAlert.sample().deliveryID
                != RenderedAlert.sample(by: AlertRenderer(target: "x")).deliveryID)
    }

    @Test("each attempt is signed with its own moment, over the stored bytes")
    func request() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
            addresses: .target(allowsPrivateAddresses: false))
        let headers = try [1_000, 2_000].map { seconds in
            try target.request(carrying: [1, 2], of: .sample(), at: Timestamp(seconds: seconds)).headers
        }
        #expect(headers.map { $0["webhook-timestamp"] } == ["1000", "2000"])
        #expect(headers[0]["webhook-id"] == headers[1]["webhook-id"])
        #expect(headers[0]["webhook-signature"] != headers[1]["webhook-signature"])
    }

    @Test("a repeat changes one word of the stored bytes, and nothing that isn't the mark")
    func repeats() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let stored = target.body(for: .sample())
        #expect(target.body(stored, again: .sample()) == stored)
        let again = String(decoding: target.body(stored, again: .sample(isRepeat: true)), as: UTF8.self)
        #expect(again == target.text(.sample(isRepeat: true)))
        let foreign = Array("not ours".utf8)
        #expect(target.body(foreign, again: .sample(isRepeat: true)) == foreign)
        let trick = Array(#"{"data":{"description":"\"repeat\":false}}"}}"#.utf8)
        #expect(target.body(trick, again: .sample(isRepeat: true)) == trick)
    }

    @Test("headers of one's own are sent as they are, and are secrets")
    func headers() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil,
            headers: [
                WebhookHeader(name: "Authorization", value: Secret("Bearer 5f0c8a7e")),
                WebhookHeader(name: "X-Lane", value: Secret("7")),
            ], addresses: .target(allowsPrivateAddresses: false))
        let request = try target.request(carrying: [1], of: .sample(), at: Timestamp(seconds: 5))
        #expect(request.headers["Authorization"] == "<redacted>" && request.headers["X-Lane"] == "<redacted>")
        #expect(request.headers["webhook-timestamp"] == "5")
        #expect(!"\(request) \(request.headers)".contains("5f0c8a7e"))
        let redaction = Redaction(target.secrets)
        #expect(redaction.applied(to: "no 'Bearer 5f0c8a7e' at 7") == "no '<redacted>' at 7")
        #expect(redaction.applied(to: "unknown token 5f0c8a7e") == "unknown token <redacted>")
    }

    @Test(
        "a header that would forge another one, or take the place of ours, is refused without its value",
        arguments: [
            ("X", "hunter2\r\nwebhook-id: 1"), ("X", "hunter2\n"), ("X\r\nY", "hunter2"), ("", "hunter2"),
            ("Host", "hunter2"), ("CONTENT-LENGTH", "hunter2"), ("Content-Type", "hunter2"),
            ("Webhook-Signature", "hunter2"), ("webhook-anything", "hunter2"), ("Transfer-Encoding", "hunter2"),
            ("TE", "hunter2"), ("Upgrade", "hunter2"), ("Keep-Alive", "hunter2"), ("Trailer", "hunter2"),
            ("X: Y", "hunter2"), ("X", "hunter2\u{0}"),
        ])
    func forgedHeaders(_ name: String, _ value: String) {
        let error = #expect(throws: RelayError.self) {
            try WebhookTarget(
                url: Secret("https://h.example/x"), signing: nil,
                headers: [WebhookHeader(name: name, value: Secret(value))],
                addresses: .target(allowsPrivateAddresses: false))
        }
        #expect(error?.kind == .badKey && error?.description.contains("hunter2") == false)
    }

    @Test(
        "URLs that can't be used are refused without repeating them",
        arguments: ["", "ftp://x/secret", "http://u:p@x/secret"])
    func badURLs(_ url: String) {
        let error = #expect(throws: RelayError.self) {
            try WebhookTarget(url: Secret(url), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        }
        #expect(error?.kind == .badURL && error?.description.contains("secret") == false)
    }
}
