import HTTPClient
import JSON
import Testing
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
            id: vector.id, timestamp: vector.timestamp, body: Array(vector.body.utf8), key: key)
        #expect(signature.signature == vector.signature)
        #expect("\(key)" == "<redacted>" && Mirror(reflecting: key).children.isEmpty)
    }

    @Test(
        "keys that are none are refused with the way to make one", arguments: ["", "whsec_", "whsec_AAEC", "nonsense!"])
    func badKeys(_ text: String) {
        let error = #expect(throws: RelayError.self) { try WebhookKey(Secret(text)) }
        #expect(error?.kind == .badKey && error?.description.contains("openssl") == false)
    }

    @Test("the body is that of the design, byte for byte")
    func body() throws {
        let target = try WebhookTarget(url: Secret("https://h.example/x"), signing: nil, allowsPrivateAddresses: false)
        let id = RenderedAlert.sample().id
        #expect(
            target.text(.sample())
                == #"{"type":"transaction.created","timestamp":"2026-03-14T15:09:26Z","data":{"alert":"\#(id)","#
                + #""child":{"id":"c1","name":"Alice Reed"},"transaction":{"id":"t1","amount":"12.50","kind":"credit","#
                + #""category":"Gift","description":"Kite","at":"2026-03-14T15:09:26Z","balance":"37.50"},"#
                + #""late":false,"repeat":false}}"#)
        #expect(
            target.text(.sample(.low))
                == #"{"type":"balance.low","timestamp":"2026-03-14T15:09:59Z","data":{"alert":"\#(RenderedAlert.sample(.low).id)","#
                + #""child":{"id":"c1","name":"Alice Reed"},"balance":"3.50","threshold":"5.00","rule":"low","late":false,"repeat":false}}"#
        )
    }

    @Test("the id is the alert's: the same for each attempt, no dot, and not readable back")
    func identity() throws {
        let id = RenderedAlert.sample().id
        #expect(
            id == RenderedAlert.sample(isRepeat: true).id
                && id == RenderedAlert(.gift(), template: nil, target: "x", isRepeat: false).id)
        #expect(id.hasPrefix("pb_") && id.count == 35 && !id.contains("."))
        #expect(id != RenderedAlert.sample(.low).id)
        #expect(
            RenderedAlert.sample().deliveryID
                != RenderedAlert(.gift(), template: nil, target: "x", isRepeat: false).deliveryID)
    }

    @Test("each attempt is signed with its own moment, over the stored bytes")
    func request() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
            allowsPrivateAddresses: false)
        let headers = try [1_000, 2_000].map { seconds in
            try target.request(carrying: [1, 2], of: .sample(), at: Timestamp(seconds: seconds)).headers
        }
        #expect(headers.map { $0["webhook-timestamp"] } == ["1000", "2000"])
        #expect(headers[0]["webhook-id"] == headers[1]["webhook-id"])
        #expect(headers[0]["webhook-signature"] != headers[1]["webhook-signature"])
    }

    @Test("a repeat changes one word of the stored bytes, and nothing that isn't the mark")
    func repeats() throws {
        let target = try WebhookTarget(url: Secret("https://h.example/x"), signing: nil, allowsPrivateAddresses: false)
        let stored = target.body(for: .sample())
        #expect(target.body(stored, again: .sample()) == stored)
        let again = String(decoding: target.body(stored, again: .sample(isRepeat: true)), as: UTF8.self)
        #expect(again == target.text(.sample(isRepeat: true)))
        let foreign = Array("not ours".utf8)
        #expect(target.body(foreign, again: .sample(isRepeat: true)) == foreign)
        let trick = Array(#"{"data":{"description":"\"repeat\":false}}"}}"#.utf8)
        #expect(target.body(trick, again: .sample(isRepeat: true)) == trick)
    }

    @Test(
        "URLs that can't be used are refused without repeating them",
        arguments: ["", "ftp://x/secret", "http://u:p@x/secret"])
    func badURLs(_ url: String) {
        let error = #expect(throws: RelayError.self) {
            try WebhookTarget(url: Secret(url), signing: nil, allowsPrivateAddresses: false)
        }
        #expect(error?.kind == .badURL && error?.description.contains("secret") == false)
    }
}
