import HTTPClient
import JSON
import Settings
import Store
import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

/// Services and gateways that take one request for each alert, as JSON that shows text as it is.
///
/// The answers are those of each service's own documentation and source. Of them only Apprise was asked: ``AppriseServerTests``.
@Suite("Services and gateways")
struct ServiceTargetTests {
    static let kinds = ["pushover", "home-assistant", "signal", "apprise"]
    private static let token = "azGDORePK8gMaC0QOYAMyEEuzJnyUi"

    private func target(_ kind: String) throws -> any HTTPTarget { try EveryKind.http(kind) }

    private func alert(_ description: String, style: AlertStyle = AlertStyle()) -> RenderedAlert {
        .sample(
            .gift(description, child: description, notes: description), template: Template("{description}"),
            style: style)
    }

    /// The texts in which each target shows what people typed.
    private func shown(_ alert: RenderedAlert, at kind: String) throws -> [String] {
        let json = try target(kind).json(alert)
        let keys =
            switch kind {
            case "signal": ["message"]
            case "apprise": ["body", "title"]
            case "pushover", "home-assistant": ["message", "title"]
            default: throw UnknownKind(kind)
            }
        return try keys.map { try #require(json[$0]?.string) }
    }

    @Test(
        "what answers mean",
        arguments: [
            ("pushover", 200, #"{"status":1,"request":"647d2300"}"#, "delivered"),
            ("pushover", 200, #"{"status":0}"#, "refused unexpected-answer"),
            ("pushover", 200, "<html>", "dead unexpected-answer"),
            (
                "pushover", 400, #"{"user":"invalid","errors":["user identifier is invalid"],"status":0}"#,
                "dead unauthorized"
            ),
            (
                "pushover", 400, #"{"token":"invalid","errors":["application token is invalid"],"status":0}"#,
                "dead unauthorized"
            ),
            ("pushover", 400, #"{"message":"cannot be blank","status":0}"#, "refused rejected"),
            ("pushover", 413, "", "refused rejected"), ("pushover", 429, #"{"status":0}"#, "retry rate-limited"),
            ("apprise", 200, #"{"error":null,"details":[]}"#, "delivered"),
            ("apprise", 200, #"{"error":"the key is unknown"}"#, "refused unexpected-answer"),
            ("apprise", 424, #"{"error":"x","details":[]}"#, "dead gone"),
            ("signal", 201, #"{"timestamp":null,"error":"x"}"#, "refused unexpected-answer"),
            ("home-assistant", 200, "<html>sign in</html>", "dead unexpected-answer"),
            ("apprise", 200, "<html>", "dead unexpected-answer"), ("apprise", 204, "", "dead gone"),
            ("apprise", 424, #"{"error":"One or more notification could not be sent"}"#, "doubt server-error"),
            ("apprise", 400, #"{"error":"Payload lacks minimum requirements"}"#, "refused rejected"),
            ("apprise", 403, "", "dead unauthorized"), ("apprise", 431, "", "refused rejected"),
            ("apprise", 500, "", "retry server-error"), ("apprise", 502, "", "doubt server-error"),
            ("signal", 201, #"{"timestamp":"1732480000000"}"#, "delivered"),
            ("signal", 201, "<html>", "dead unexpected-answer"), ("signal", 200, "{}", "dead unexpected-answer"),
            (
                "signal", 400, #"{"error":"Failed to send message due to untrusted identities: Untrusted Identity"}"#,
                "dead unauthorized"
            ),
            ("signal", 400, #"{"error":"User +4915112345678 is not registered."}"#, "dead unauthorized"),
            (
                "signal", 400, #"{"error":"Failed to send (some) messages:\nUnregistered user \"+4915187654321\""}"#,
                "dead gone"
            ),
            ("signal", 400, #"{"error":"Invalid group id"}"#, "dead gone"),
            ("signal", 400, #"{"error":"CAPTCHA proof required"}"#, "retry rate-limited"),
            ("signal", 400, #"{"error":"[429] Rate Limited: RateLimitException"}"#, "retry rate-limited"),
            ("signal", 400, #"{"error":"Couldn't process request - invalid request"}"#, "refused rejected"),
            ("signal", 400, #"{"error":"Timeout"}"#, "doubt server-error"), ("signal", 400, "", "doubt server-error"),
            ("signal", 429, #"{"challenge_tokens":["x"]}"#, "retry rate-limited"), ("signal", 404, "", "dead gone"),
            ("signal", 500, "", "retry server-error"), ("signal", 504, "", "doubt server-error"),
            ("home-assistant", 200, "", "delivered"), ("home-assistant", 201, "", "dead unexpected-answer"),
            ("home-assistant", 302, "", "dead redirected"), ("home-assistant", 404, "", "dead gone"),
            ("home-assistant", 405, "", "dead gone"), ("home-assistant", 413, "", "refused rejected"),
            ("home-assistant", 500, "", "retry server-error"), ("home-assistant", 502, "", "doubt server-error"),
            ("pushover", 500, "", "retry server-error"), ("pushover", 502, "", "doubt server-error"),
        ])
    func verdicts(_ kind: String, _ status: Int, _ body: String, _ expected: String) throws {
        let verdict = try target(kind).verdict(on: HTTPAnswer(status: status, body: Array(body.utf8)))
        #expect(verdict.short == expected, "\(verdict)")
    }

    @Test(
        "an answer that breaks off leaves doubt where it says what became of it",
        arguments: ["pushover", "signal", "apprise"])
    func torn(_ kind: String) throws {
        let answer = HTTPAnswer(status: kind == "signal" ? 201 : 200, body: Array("{".utf8), isComplete: false)
        #expect(try target(kind).verdict(on: answer).kind == .inDoubt)
    }

    @Test(
        "a pause is as long as it is asked for, and long where nobody says how long", arguments: ["pushover", "signal"])
    func waits(_ kind: String) throws {
        for wait in [nil, Duration.seconds(77)] {
            let verdict = try target(kind).verdict(on: HTTPAnswer(status: 429, retryAfter: wait))
            #expect(verdict.kind == .retry(after: wait ?? .seconds(3_600)))
        }
    }

    @Test("what people typed is shown as it is, or names nobody", arguments: kinds, [Hostile.pings, Hostile.markup])
    func literal(_ kind: String, _ text: String) throws {
        let texts = try shown(alert(text, style: AlertStyle(title: "{description}")), at: kind)
        if kind == "apprise" {
            // It may go to a chat that looks for names, so it is broken where nobody sees it.
            for ping in ["@everyone", "@room", "<!channel>", "<users/all>"] {
                #expect(!texts.joined().contains(text: ping))
            }
            #expect(texts.map { $0.replacing(text: "\u{200B}", with: "") } == [text, text])
        } else {
            #expect(texts == (kind == "signal" ? ["\(text)\n\(text)"] : [text, text]))
        }
        let json = try target(kind).json(alert(text))
        #expect(json["html"] == nil && json["parse_mode"] == nil)
    }

    @Test("the longest text fits, and is not broken", arguments: kinds)
    func long(_ kind: String) throws {
        let limits = [
            "pushover": (1_024, 250), "home-assistant": (3_000, 300), "signal": (1_900, 0), "apprise": (8_000, 400),
        ]
        for text in [Hostile.long, String(repeating: "<@&*", count: 5_000), String(repeating: "é", count: 9_000)] {
            let alert = alert(text, style: AlertStyle(title: "{description}", link: "https://f.example/?{notes}"))
            let (texts, limit) = (try shown(alert, at: kind), try #require(limits[kind]))
            if kind == "signal" { #expect(texts[0].utf8.count <= limit.0) }
            #expect(texts[0].utf16.count <= limit.0 && texts.last?.utf16.count ?? 0 <= max(limit.0, limit.1))
            #expect(!texts.joined().unicodeScalars.contains { $0.value == 0x202E || $0.value == 0 })
            #expect(texts[0].contains("…") && !texts.joined().contains("\u{FFFD}…"))
            #expect(try target(kind).body(for: alert).count < 20_000)
        }
    }

    @Test("names of several lines stay in the one that there is", arguments: kinds)
    func lines(_ kind: String) throws {
        let alert = RenderedAlert.sample(
            .gift(Hostile.lines, child: Hostile.lines), style: AlertStyle(title: "{child}"))
        #expect(try target(kind).json(alert)["title"]?.string?.contains { $0.isNewline } != true)
    }

    @Test("looks, remarks and links stand where each has a place for them", arguments: kinds)
    func looks(_ kind: String) throws {
        let style = AlertStyle(title: "For {child}", urgency: .low, link: "https://f.example/{child-id}")
        let alert = RenderedAlert.sample(.gift(isLate: true), style: style, isRepeat: true)
        let target = try target(kind)
        let (body, json) = (target.text(alert), try target.json(alert))
        #expect(body.contains(text: "For Alice") && body.contains(text: "https://f.example/c1"))
        switch kind {
        case "apprise":
            #expect(
                json["body"]?.string?.hasSuffix("\n(15:09; found late; may be a repeat)\nhttps://f.example/c1") == true)
            #expect(json["type"] == "info" && json["format"] == "text" && json["tag"] == "parents")
            #expect(try target.json(.sample(.low))["type"] == "warning" && target.json(.sample())["type"] == "info")
        case "signal":
            #expect(
                json["message"]
                    == "For Alice\nAlice received $12.50: Kite (balance $37.50)\n(15:09; found late; may be a repeat)\nhttps://f.example/c1"
            )
            #expect(json["text_mode"] == "normal" && json["number"] == "+4915112345678")
            #expect(json["recipients"] == ["+4915187654321"])
        case "home-assistant":
            #expect(json["urgency"] == "low" && json["late"] == true && json["repeat"] == true)
            #expect(json["title"] == "For Alice" && json["link"] == "https://f.example/c1")
        case "pushover":
            #expect(json["title"] == "For Alice (15:09; found late; may be a repeat)" && json["priority"] == -1)
            #expect(json["url"] == "https://f.example/c1" && json["url_title"] == "Open")
            #expect(try target.json(.sample())["priority"] == 0 && target.json(.sample(.low))["priority"] == 1)
            let long = AlertStyle(link: "https://f.example/" + String(repeating: "x", count: 500))
            #expect(try target.json(.sample(style: long))["url"] == nil && json["device"] == "phone")
        default: throw UnknownKind(kind)
        }
        #expect(!target.repeatsBytes && !target.deduplicates)
    }

    @Test("an empty text is replaced where a target refuses it", arguments: ["pushover", "apprise"])
    func empty(_ kind: String) throws {
        #expect(try shown(.sample(.gift(""), template: Template("{description}")), at: kind)[0] == "Pocket money")
    }

    @Test("keys are in nothing that is printed", arguments: kinds.filter { $0 != "signal" })
    func secrets(_ kind: String) throws {
        let (target, key) = (try target(kind), EveryKind.secret)
        let request = try target.request(
            carrying: target.body(for: .sample()), of: .sample(), at: Timestamp(seconds: 0))
        #expect(!"\(target.url) \(request.url) \(request.headers)".contains(text: key))
        let shown = Redaction(target.secrets).applied(to: "\(target.text(.sample())) /x/\(key)")
        #expect(!shown.contains(text: key))
    }

    @Test("what Home Assistant's templates ask for is on one level, byte for byte as docs/home-assistant.md has it")
    func flat() throws {
        let id = RenderedAlert.sample().id
        let text = try target("home-assistant").text(.sample(style: AlertStyle(tags: ["moneybag"])))
        #expect(
            text == #"{"type":"transaction.created","timestamp":"2026-03-14T15:09:26Z","alert":"\#(id)","#
                + #""title":"Pocket money","message":"Alice received $12.50: Kite (balance $37.50)","urgency":"normal","#
                + #""tags":["moneybag"],"icon":null,"link":null,"count":1,"child":"Alice Reed","child_id":"c1","#
                + #""amount":"12.50","kind":"credit","balance":"37.50","threshold":null,"category":"Gift","#
                + #""description":"Kite","by":"Grandma","notes":null,"transaction":"t1","account":"mum","rule":"money","#
                + #""currency":"USD","problem":null,"late":false,"reminder":null,"matter":null,"resolved":false,"repeat":false}"#
        )
        let page = try TextFile.read("\(RealParts.packageFolder)/docs/home-assistant.md")
        let example = try #require(page.range(ofText: "```json\n").map { page[$0.upperBound...].prefix { $0 != "`" } })
        let (shown, sent) = (try JSONValue(parsing: String(example)), try JSONValue(parsing: text))
        #expect(Self.members(shown) == Self.members(sent))
    }

    private static func members(_ value: JSONValue) -> [String] {
        if case .object(let object) = value { object.members.map(\.name) } else { [] }
    }

    @Test("a template finds every member in every alert, empty where there is nothing to say")
    func everyMember() throws {
        var problem = AlertFacts.low
        problem.notice = AlertRow.Notice(
            subject: "mum", sentence: "mum must sign in", since: Timestamp(seconds: 1_773_469_000), isOver: false)
        problem.event = .signInNeeded
        var digest = RenderedAlert.sample()
        digest.digest = AlertDigest(
            [.sample(), .sample(.low)], in: AlertLocale(), now: Timestamp(seconds: 1_773_501_000))
        let target = try target("home-assistant")
        let expected = Self.members(try target.json(.sample()))
        var back = AlertFacts.low
        (back.event, back.reminder) = (.balanceRecovered, Reminder(kind: .unseen, step: 1, times: 2))
        back.matter = AlertFacts.Matter(key: "low|c1", isOver: true)
        let alerts: [RenderedAlert] = [.sample(.low), .sample(.withdrawn()), .sample(problem), digest, .sample(back)]
        let bodies = try alerts.map { try target.json($0) }
        for body in bodies { #expect(Self.members(body) == expected) }
        #expect(
            bodies[0]["amount"] == .some(.null) && bodies[0]["balance"] == "3.50" && bodies[0]["threshold"] == "5.00")
        #expect(bodies[1]["type"] == "transaction.withdrawn" && bodies[1]["balance"] == "25.00")
        #expect(bodies[2]["type"] == "problem.began" && bodies[2]["problem"] == "sign-in-needed")
        #expect(bodies[2]["child"] == .some(.null) && bodies[2]["account"] == .some(.null))
        #expect(bodies[3]["type"] == "digest" && bodies[3]["count"] == 2 && bodies[3]["amount"] == .some(.null))
        #expect(bodies[3]["reminder"] == .some(.null) && bodies[3]["resolved"] == false)
        #expect(bodies[4]["reminder"] == ["kind": "unseen", "number": 1, "of": 2] && bodies[4]["threshold"] == "5.00")
        #expect(bodies[4]["matter"]?.string?.hasPrefix("pb_") == true && bodies[4]["resolved"] == true)
    }

    @Test("of Home Assistant 200 says little, and it is said")
    func little() throws {
        let cut = try target("home-assistant").verdict(on: HTTPAnswer(status: 200, isComplete: false))
        #expect(cut.kind == .inDoubt)
        let verdict = try target("home-assistant").verdict(on: HTTPAnswer(status: 200))
        #expect(verdict.kind == .delivered && verdict.detail.contains("which it does to a wrong id too"))
    }

    @Test(
        "a webhook's id is one segment of an address",
        arguments: [
            ("pocketbell-3f6c0a1b5d9e7f2246810c35", true), ("-eYTwV1-8yVgqBs.~_", true), ("a/b", false), ("a?b", false),
            ("", false), ("..", false), (".", false), ("ä", false), ("a b", false), ("%41", false),
            ("https://h.example/api/webhook/a", false), (String(repeating: "a", count: 201), false),
        ])
    func webhooks(_ text: String, _ isTaken: Bool) {
        #expect(((try? TextFormat<String>.homeWebhook.parse(text)) != nil) == isTaken)
    }

    @Test(
        "who Signal tells is a number with its country's, or a group of the gateway's",
        arguments: [
            ("+4915112345678", true, true), ("group.ckRzaEd4VmRzNnJaASAEsasa==", false, true),
            ("0151123456", false, false),
            ("+0151123456", false, false), ("+49 151 12345678", false, false), ("+12345", false, false),
            ("", false, false),
            ("+1234567890123456", false, false), ("group.", false, false), ("group.a b c d e f", false, false),
            ("group.ckRzaEd4VmRz===", false, false), ("family", false, false),
        ])
    func numbers(_ text: String, _ isNumber: Bool, _ isRecipient: Bool) {
        #expect(((try? TextFormat<String>.phoneNumber.parse(text)) != nil) == isNumber)
        #expect(((try? TextFormat<String>.signalRecipient.parse(text)) != nil) == isRecipient)
    }

    @Test(
        "keys and tags of Apprise have their forms",
        arguments: [
            ("family-k3Xw9qLr2ZpT", true), ("a_b", true), ("", false), ("a/b", false), ("a b", false), ("ä", false),
        ])
    func apprise(_ text: String, _ isTaken: Bool) {
        #expect(((try? TextFormat<String>.appriseKey.parse(text)) != nil) == isTaken)
        #expect(((try? TextFormat<String>.appriseTag.parse(text)) != nil) == isTaken)
        #expect((try? TextFormat<String>.appriseKey.parse(text + String(repeating: "x", count: 129))) == nil)
    }

    @Test(
        "keys and devices of Pushover have their forms",
        arguments: [
            (token, true, false), ("phone-2_x", false, true), ("azGDORePK8gMaC0QOYAMyEEuzJnyU", false, false),
            ("azGDORePK8gMaC0QOYAMyEEuzJnyU,", false, false), ("", false, false), ("a b", false, false),
        ])
    func pushover(_ text: String, _ isKey: Bool, _ isDevice: Bool) throws {
        #expect(((try? TextFormat<String>.pushoverKey.parse(text)) != nil) == isKey)
        #expect(((try? TextFormat<String>.pushoverDevice.parse(text)) != nil) == isDevice)
        let everywhere = try PushoverTarget(
            server: "https://p.example", token: Secret(Self.token), user: Secret(EveryKind.secret), device: nil,
            addresses: .target(allowsPrivateAddresses: false))
        #expect(try everywhere.json(.sample())["device"] == nil)
    }
}
