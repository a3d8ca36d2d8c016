import HTTPClient
import JSON
import Store
import TestSupport
import Testing
import Values

@testable import Relay

@Suite("Webhook: several keys, CloudEvents")
struct WebhookFormatTests {
    private static let body =
        #"{"type":"balance.updated","timestamp":"2026-01-01T00:00:00Z","data":"#
        + #"{"childId":"7b0f6a8e-0000-4000-8000-000000000001","balance":"12.50"}}"#
    private static let former = Secret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    private static let next = Secret("whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=")
    private static let url = Secret("https://h.example/x")

    private func target(_ source: String = WebhookFormat.standardSource) throws -> WebhookTarget {
        try WebhookTarget(
            url: Self.url, format: .cloudEvents(source: source), addresses: .target(allowsPrivateAddresses: false))
    }

    @Test("each key signs, in the order of the file, with a space between: the vectors of each key alone")
    func severalKeys() throws {
        let keys = try [Self.next, Self.former].map { try WebhookKey($0) }
        let signature = WebhookSignature(
            id: "msg_01J9ZK6Q3V8R5T2N4W7Y0B1C2D", timestamp: 1_767_225_600, body: Array(Self.body.utf8), keys: keys)
        #expect(
            signature.signature
                == "v1,osBm7TddjEkIwhg0uFBo+qxhVriurHe/sE3p2aP3iHA= v1,AmPDzZrs6RFlxc3kHV5V7ysDLLdgA8oK+R12Onmb0Jw=")
    }

    @Test("while a key is changed, a request has a signature that each side of the change accepts, and no key is shown")
    func rotation() throws {
        func request(_ keys: [Secret]) throws -> HTTPClientRequest {
            try WebhookTarget(url: Self.url, keys: keys, addresses: .target(allowsPrivateAddresses: false))
                .request(carrying: [1], of: .sample(), at: Timestamp(seconds: 5))
        }
        let alone = try [[Self.former], [Self.next]].map { try #require(try request($0).headers["webhook-signature"]) }
        #expect(try request([Self.former, Self.next]).headers["webhook-signature"] == alone.joined(separator: " "))
        #expect(try request([]).headers["webhook-signature"] == nil)
        let target = try WebhookTarget(
            url: Self.url, keys: [Self.former, Self.next], addresses: .target(allowsPrivateAddresses: false))
        let shown = Redaction(target.secrets).applied(to: Self.former.withText { $0 } + Self.next.withText { $0 })
        #expect(shown == "<redacted><redacted>")
    }

    @Test("a key that is none is refused, wherever it stands in the list")
    func badKey() {
        let error = #expect(throws: RelayError.self) {
            try WebhookTarget(
                url: Self.url, keys: [Self.next, Secret("whsec_AAEC")],
                addresses: .target(allowsPrivateAddresses: false))
        }
        #expect(error?.kind == .badKey)
    }

    @Test("an event is that of the documentation, byte for byte")
    func event() throws {
        let (plain, id) = (WebhookTarget.json(of: .sample()), RenderedAlert.sample().id)
        let data = try #require(
            String(decoding: plain, as: UTF8.self).range(ofText: #""data":"#).map {
                String(decoding: plain, as: UTF8.self)[$0.lowerBound...]
            })
        #expect(
            try target().text(.sample())
                == #"{"specversion":"1.0","id":"\#(id)","source":"/pocketbell","type":"pocketbell.transaction.created","#
                + #""subject":"c1","time":"2026-03-14T15:09:26Z","datacontenttype":"application/json",\#(data)"#)
    }

    @Test("every event keeps the rules of CloudEvents 1.0, and its data is the webhook's")
    func rules() throws {
        let target = try target("https://home.example/pocketbell")
        let alerts: [RenderedAlert] = [
            .sample(), .sample(.low), .sample(.withdrawn()), .sample(isRepeat: true),
            .sample(.gift(Hostile.markup, child: Hostile.lines, by: Hostile.long, notes: Hostile.pings, isLate: true)),
            .sample(.sample(at: Timestamp(seconds: 1_773_500_966, nanoseconds: 5))),
        ]
        for alert in alerts {
            let event = try JSONValue(parsing: target.text(alert))
            #expect(WebhookSchema.mistakes(in: target.text(alert)) == [])
            guard case .object(let object) = event else {
                Issue.record("no object")
                continue
            }
            for member in object.members where member.name != "data" {
                // 3.1: lower case letters and digits; 3.2: a text that is not empty and has no control characters.
                let text = try #require(member.value.string)
                #expect(member.name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 })
                #expect(!text.isEmpty && !text.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
            }
            #expect(event["specversion"] == "1.0" && event["id"]?.string == alert.id)
            let plain = try JSONValue(parsing: String(decoding: WebhookTarget.json(of: alert), as: UTF8.self))
            #expect(event["data"] == plain["data"] && event["time"] == plain["timestamp"])
            #expect(event["type"]?.string == "pocketbell.\(plain["type"]?.string ?? "")")
        }
    }

    @Test("it says of itself what it is, is signed over its own bytes, and a repeat changes one word of them")
    func request() throws {
        let target = try WebhookTarget(
            url: Self.url, keys: [Self.next], format: .cloudEvents(source: "/x"),
            addresses: .target(allowsPrivateAddresses: false))
        let body = target.body(for: .sample())
        let request = try target.request(carrying: body, of: .sample(), at: Timestamp(seconds: 5))
        guard case .bytes(let sent, let type) = request.body else {
            Issue.record("no bytes")
            return
        }
        #expect(sent == body && type == "application/cloudevents+json; charset=UTF-8")
        let signature = WebhookSignature(
            id: RenderedAlert.sample().id, timestamp: 5, body: body, keys: try [WebhookKey(Self.next)])
        #expect(request.headers["webhook-signature"] == signature.signature)
        #expect(target.body(body, again: .sample(isRepeat: true)) == target.body(for: .sample(isRepeat: true)))
    }
}
