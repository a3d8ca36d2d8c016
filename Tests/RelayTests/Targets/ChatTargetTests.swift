import HTTPClient
import JSON
import Settings
import Systemd
import Testing
import TextFormats
import Values

@testable import Relay

/// Chats and phones that take one request for each alert: what they are sent, and what their answers mean.
///
/// The answers are those of each service's own documentation and source. Of them only Matrix was asked: ``MatrixServerTests``.
@Suite("Chats and phones")
struct ChatTargetTests {
    private func target(_ kind: String) throws -> any HTTPTarget { try EveryKind.http(kind) }

    private func alert(_ description: String, style: AlertStyle = AlertStyle()) throws -> RenderedAlert {
        .sample(.gift(description, child: description), template: Template("{description}"), style: style)
    }

    /// The texts in which each target shows what people typed.
    private func shown(_ alert: RenderedAlert, at kind: String) throws -> [String] {
        let json = try target(kind).json(alert)
        let places: [JSONValue?] =
            switch kind {
            case "mattermost":
                [
                    json["attachments"]?[0]?["text"], json["attachments"]?[0]?["title"],
                    json["attachments"]?[0]?["fallback"],
                ]
            case "rocketchat": [json["attachments"]?[0]?["text"], json["text"]]
            case "googlechat":
                [
                    json["cardsV2"]?[0]?["card"]?["sections"]?[0]?["widgets"]?[0]?["textParagraph"]?["text"],
                    json["cardsV2"]?[0]?["card"]?["header"]?["title"], json["fallbackText"],
                ]
            case "teams":
                [1, 0].map { json["attachments"]?[0]?["content"]?["body"]?[$0]?["inlines"]?[0]?["text"] }
            case "telegram": [json["text"]]
            case "matrix": [json["formatted_body"], json["body"]]
            case "gotify": [json["message"], json["title"]]
            default: throw UnknownKind(kind)
            }
        return try places.map { try #require($0?.word) }
    }

    @Test("the button to a link speaks the language of its readers", arguments: Language.allCases)
    func buttons(_ language: Language) throws {
        let renderer = AlertRenderer(target: "chat", locale: AlertLocale(language: language))
        let alert = RenderedAlert.sample(style: AlertStyle(link: "https://f.example/"), by: renderer)
        let targets = try ["slack", "rocketchat", "googlechat", "teams", "telegram"].map { try target($0) }
        for target in targets {
            #expect(target.text(alert).contains(text: language.words.open), "\(target)")
            #expect(target.text(alert).contains(text: "Open\"") == (language == .english && !(target is SlackTarget)))
        }
        #expect(DesktopTarget.content(of: alert, ["actions"]).linkLabel == language.words.open)
    }

    static let kinds = ["mattermost", "rocketchat", "googlechat", "teams", "telegram", "gotify", "matrix"]

    @Test(
        "what answers mean",
        arguments: [
            ("mattermost", 200, "ok", "delivered"), ("mattermost", 200, "ok\n", "delivered"),
            ("mattermost", 200, "<html>", "dead unexpected-answer"), ("mattermost", 501, "{}", "dead gone"),
            ("mattermost", 400, #"{"id":"web.incoming_webhook.text.app_error"}"#, "refused rejected"),
            ("mattermost", 404, "", "dead gone"), ("mattermost", 429, "", "retry rate-limited"),
            ("rocketchat", 200, #"{"success":true}"#, "delivered"),
            ("rocketchat", 200, #"{"success":false}"#, "refused unexpected-answer"),
            ("rocketchat", 200, "", "dead unexpected-answer"),
            ("rocketchat", 503, #"{"success":false}"#, "dead gone"), ("rocketchat", 503, "", "retry server-error"),
            ("rocketchat", 400, #"{"success":false,"error":"x"}"#, "refused rejected"),
            ("rocketchat", 429, #"{"success":false}"#, "retry rate-limited"),
            ("googlechat", 200, #"{"name":"spaces/A/messages/B"}"#, "delivered"),
            ("googlechat", 200, "{}", "dead unexpected-answer"), ("googlechat", 400, "", "refused rejected"),
            ("googlechat", 401, "", "dead unauthorized"), ("googlechat", 429, "", "retry rate-limited"),
            ("teams", 202, "", "delivered"), ("teams", 200, "", "delivered"),
            ("teams", 204, "", "delivered"), ("teams", 401, "", "dead unauthorized"), ("teams", 404, "", "dead gone"),
            ("teams", 413, "", "refused rejected"), ("teams", 502, "", "doubt server-error"),
            ("telegram", 200, #"{"ok":true,"result":{"message_id":7}}"#, "delivered"),
            ("telegram", 200, #"{"ok":false}"#, "refused unexpected-answer"),
            ("telegram", 200, "<html>", "dead unexpected-answer"),
            ("telegram", 401, #"{"ok":false}"#, "dead unauthorized"), ("telegram", 404, "", "dead unauthorized"),
            ("telegram", 403, #"{"description":"Forbidden: bot was blocked by the user"}"#, "dead gone"),
            ("telegram", 400, #"{"description":"Bad Request: chat not found"}"#, "dead gone"),
            ("telegram", 400, #"{"description":"Bad Request: message is too long"}"#, "refused rejected"),
            ("telegram", 400, #"{"parameters":{"migrate_to_chat_id":-100777}}"#, "dead gone"),
            ("telegram", 429, #"{"parameters":{"retry_after":5}}"#, "retry rate-limited"),
            ("telegram", 500, "", "retry server-error"),
            ("matrix", 200, #"{"event_id":"$Rqnc"}"#, "delivered"), ("matrix", 200, "{}", "dead unexpected-answer"),
            ("matrix", 200, #"{"errcode":"M_UNKNOWN"}"#, "refused unexpected-answer"),
            ("matrix", 401, #"{"errcode":"M_UNKNOWN_TOKEN","soft_logout":false}"#, "dead unauthorized"),
            ("matrix", 401, #"{"errcode":"M_MISSING_TOKEN"}"#, "dead unauthorized"),
            ("matrix", 403, #"{"errcode":"M_FORBIDDEN","error":"User not in room"}"#, "dead unauthorized"),
            ("matrix", 403, #"{"errcode":"M_USER_DEACTIVATED"}"#, "dead unauthorized"),
            ("matrix", 403, #"{"errcode":"M_RESOURCE_LIMIT_EXCEEDED"}"#, "retry server-error"),
            ("matrix", 404, #"{"errcode":"M_UNRECOGNIZED"}"#, "dead gone"),
            ("matrix", 400, #"{"errcode":"M_BAD_JSON"}"#, "refused rejected"),
            ("matrix", 413, #"{"errcode":"M_TOO_LARGE"}"#, "refused rejected"),
            ("matrix", 429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2000}"#, "retry rate-limited"),
            ("matrix", 502, "<html>", "doubt server-error"), ("matrix", 500, "", "retry server-error"),
            ("gotify", 200, #"{"id":25,"appid":5}"#, "delivered"), ("gotify", 200, "ok", "dead unexpected-answer"),
            ("gotify", 401, #"{"error":"Unauthorized"}"#, "dead unauthorized"), ("gotify", 400, "", "refused rejected"),
        ])
    func verdicts(_ kind: String, _ status: Int, _ body: String, _ expected: String) throws {
        let verdict = try target(kind).verdict(on: HTTPAnswer(status: status, body: Array(body.utf8)))
        #expect(verdict.short == expected, "\(verdict)")
    }

    @Test(
        "an answer that breaks off leaves doubt where the answer says what became of it",
        arguments: ["mattermost", "rocketchat", "googlechat", "telegram", "matrix"])
    func torn(_ kind: String) throws {
        let body = ["mattermost": "ok", "rocketchat": #"{"success":true}"#, "telegram": #"{"ok":true}"#][kind] ?? "{}"
        let verdict = try target(kind).verdict(on: HTTPAnswer(status: 200, body: Array(body.utf8), isComplete: false))
        #expect(verdict.kind == .inDoubt)
    }

    @Test("of Teams and Gotify the status is enough where the answer breaks off", arguments: ["teams", "gotify"])
    func tornStatus(_ kind: String) throws {
        let verdict = try target(kind).verdict(on: HTTPAnswer(status: 200, body: [], isComplete: false))
        #expect(verdict.kind == .delivered)
    }

    @Test("waits are read where each says them")
    func waits() throws {
        let telegram = HTTPAnswer(
            status: 429, body: Array(#"{"parameters":{"retry_after":35}}"#.utf8), retryAfter: .seconds(3))
        #expect(try target("telegram").verdict(on: telegram).kind == .retry(after: .seconds(35)))
        for (milliseconds, seconds) in [(2_000, 3), (3_001, 4), (0, 3), (-5, 3)] {
            let body = Array(#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":\#(milliseconds)}"#.utf8)
            let answer = HTTPAnswer(status: 429, body: body, retryAfter: .seconds(3))
            #expect(try target("matrix").verdict(on: answer).kind == .retry(after: .seconds(seconds)))
        }
        #expect(try target("rocketchat").verdict(on: HTTPAnswer(status: 429)).kind == .retry(after: .seconds(10)))
        #expect(
            try target("telegram").verdict(
                on: HTTPAnswer(status: 400, body: Array(#"{"parameters":{"migrate_to_chat_id":-100777}}"#.utf8))
            ).detail.contains("chat: -100777"))
    }

    @Test(
        "nothing names anybody, and all of it can be read",
        arguments: [
            ("mattermost", ["@everyone", "@here", "@channel", "@room", "<!channel>"]),
            ("rocketchat", ["@everyone", "@here", "@channel", "@room"]), ("googlechat", ["<users/all>", "<!channel>"]),
            ("telegram", ["@everyone", "@here", "@channel", "@room"]), ("teams", []), ("gotify", []),
            ("matrix", ["@everyone", "@here", "@channel", "@room"]),
        ])
    func pings(_ kind: String, _ pings: [String]) throws {
        let alert = try alert(Hostile.pings, style: AlertStyle(title: "{description}"))
        let texts = try shown(alert, at: kind)
        // A card's header is no markup in Google Chat, and nothing is in Teams and Gotify.
        for text in texts where kind != "googlechat" || text != alert.title {
            for ping in pings { #expect(!text.contains(text: ping), "\(kind): \(text)") }
            #expect(text.contains(text: "everyone") && text.contains(text: "channel"))
        }
        if pings.isEmpty { #expect(texts.allSatisfy { $0 == Hostile.pings }) }
    }

    @Test("markup is shown as it was typed", arguments: kinds)
    func markup(_ kind: String) throws {
        let text = try shown(alert("*a* [x](http://evil) ![y](http://e) <b>z</b> & `c`"), at: kind)[0]
        let expected =
            switch kind {
            case "mattermost":
                "\\*a\\* \\[x\\]\\(http:\u{200B}//evil\\) \\!\\[y\\]\\(http:\u{200B}//e\\) \\<\u{200B}b\\>z\\<\u{200B}/b\\> & \\`c\\`"
            case "rocketchat":
                "\\*a\\* \\[x\\]\\(http:\u{200B}//evil\\) \\!\\[y\\]\\(http:\u{200B}//e\\) \\<b\\>z\\</b\\> & \\`c\\`"
            case "googlechat":
                "*a* [x](http://evil) ![y](http://e) &lt;b&gt;z&lt;/b&gt; &amp; `c`"
            case "matrix":
                "<br>*a* [x](http:\u{200B}//evil) ![y](http:\u{200B}//e) &lt;b&gt;z&lt;/b&gt; &amp; `c`"
            case "telegram":
                "*a* [x](http:/\u{2060}/\u{2060}evil) ![y](http:/\u{2060}/\u{2060}e) <b>z</\u{2060}b> & `c`"
            case "gotify", "teams": "*a* [x](http://evil) ![y](http://e) <b>z</b> & `c`"
            default: throw UnknownKind(kind)
            }
        #expect(["telegram", "matrix"].contains(kind) ? text.hasSuffix(expected) : text == expected, "\(text)")
        let json = try target(kind).json(alert("x"))
        #expect(json["parse_mode"] == nil && json["link_names"] == nil && json["channel"] == nil)
    }

    @Test(
        "the longest text fits, when every character is escaped, too",
        arguments: [
            ("mattermost", 16_383), ("rocketchat", 5_000), ("googlechat", 32_000), ("teams", 21_000),
            ("telegram", 4_096), ("gotify", 32_000), ("matrix", 45_000),
        ])
    func long(_ kind: String, _ limit: Int) throws {
        for text in [Hostile.long, String(repeating: "<@&*", count: 5_000), String(repeating: "é", count: 9_000)] {
            let alert = try alert(text, style: AlertStyle(title: "{description}"))
            let shown = try shown(alert, at: kind)
            #expect(shown.map(\.utf16.count).reduce(0, +) <= limit, "\(kind): \(shown.map(\.utf16.count))")
            if ["googlechat", "teams", "matrix"].contains(kind) {
                #expect(try target(kind).body(for: alert).count <= limit)
            }
            #expect(!shown.joined().unicodeScalars.contains { $0.value == 0x202E || $0.value == 0 })
        }
    }

    @Test("looks, remarks and links stand where each has a place for them", arguments: kinds)
    func looks(_ kind: String) throws {
        let style = AlertStyle(title: "For {child}", urgency: .low, link: "https://f.example/{child-id}")
        let alert = RenderedAlert.sample(.gift(isLate: true), style: style, isRepeat: true)
        let target = try target(kind)
        let body = target.text(alert)
        let remark = target.deduplicates ? "found late)" : "found late; may be a repeat"
        #expect(body.contains(text: remark) && body.contains(text: "For Alice"))
        #expect(body.contains(text: "https://f.example/c1"))
        let json = try target.json(alert)
        switch kind {
        case "telegram":
            #expect(json["disable_notification"] == true && json["link_preview_options"] == ["is_disabled": true])
            #expect(json["entities"] == [["type": "bold", "offset": 0, "length": 9]])
            #expect(json["chat_id"]?.whole == -1_001_234_567_890)
            #expect(json["reply_markup"]?["inline_keyboard"]?[0]?[0]?["url"] == "https://f.example/c1")
        case "gotify":
            #expect(json["priority"] == 2 && json["extras"]?["client::display"]?["contentType"] == "text/plain")
            #expect(try target.json(.sample(.low))["priority"] == 8)
        case "matrix":
            #expect(json["msgtype"] == "m.notice" && json["m.mentions"] == [:])
            #expect(
                json["body"]?.word
                    == "For Alice\nAlice received $12.50:\u{200B} Kite (balance $37.50)\n(15:09; found late)\nhttps://f.example/c1"
            )
            #expect(
                json["formatted_body"]?.word?.hasSuffix(
                    "<br>(15:09; found late)<br><a href=\"https://f.example/c1\">Open</a>") == true)
            #expect(
                try target.json(.sample(.low))["msgtype"] == "m.text" && target.json(.sample())["msgtype"] == "m.text")
        case "mattermost", "rocketchat", "googlechat", "teams": break
        default: throw UnknownKind(kind)
        }
        #expect(!target.repeatsBytes && target.deduplicates == (kind == "matrix"))
    }

    @Test("an empty text is replaced where a target refuses it")
    func empty() throws {
        #expect(try shown(.sample(.gift(""), template: Template("{description}")), at: "gotify")[0] == "Pocket money")
        #expect(
            try shown(.sample(.gift(""), template: Template("{description}")), at: "googlechat")[0] == "Pocket money")
    }

    @Test("tokens are in no body and in nothing that is printed")
    func secrets() throws {
        let telegram = try target("telegram")
        #expect(!"\(telegram.url)".contains("AAHdq"))
        #expect(!telegram.text(.sample()).contains("AAHdq"))
        #expect(telegram.secrets.contains { $0.withText { $0.contains(text: "/bot110201543:AAHdq") } })
        let gotify = try target("gotify")
        let request = try gotify.request(carrying: [], of: .sample(), at: Timestamp(seconds: 0))
        #expect(
            request.headers["X-Gotify-Key"] == "<redacted>" && gotify.url.origin == "https://gotify.example.org:443")
    }

    @Test("Matrix is sent to one place for each delivery, the same at each repeat, with the token in a header")
    func matrixRequest() throws {
        let matrix = try MatrixTarget(
            server: "https://m.example/", room: "!a/b:m.example", token: Secret("syt_YmVsbA"),
            addresses: .target(allowsPrivateAddresses: false))
        let alerts = [RenderedAlert.sample(), .sample(isRepeat: true), .sample(.low)]
        let requests = try alerts.map { try matrix.request(carrying: [], of: $0, at: Timestamp(seconds: 0)) }
        let place = "https://m.example:443/_matrix/client/v3/rooms/%21a%2Fb%3Am.example/send/m.room.message/"
        #expect(requests.map(\.url.text) == alerts.map { place + $0.deliveryID })
        #expect(requests[0].url.text == requests[1].url.text && requests[0].url.text != requests[2].url.text)
        #expect(requests.allSatisfy { $0.method == .put && $0.headers["Authorization"] == "<redacted>" })
        #expect(matrix.text(.sample()) == matrix.text(.sample(isRepeat: true)))
        #expect(!matrix.text(.sample()).contains("syt_") && matrix.secrets.count == 1)
    }

    @Test(
        "a room is named by its internal id",
        arguments: [
            ("!mIF2mP5J7SxGOiIDyy:example.org", true), ("!mIF2mP5J7S_xGOiIDyyZjDBczqvAmxlneYfgJN-PFek", true),
            ("#family:example.org", false), ("!", false), ("", false), ("!a b", false), ("!ä", false), ("!a\n", false),
            ("!" + String(repeating: "a", count: 255), false),
        ])
    func rooms(_ text: String, _ isTaken: Bool) {
        #expect(((try? TextFormat<String>.matrixRoom.parse(text)) != nil) == isTaken)
    }

    @Test(
        "the webhooks that Teams had before are refused with what to do",
        arguments: ["https://x.webhook.office.com/webhookb2/1", "https://outlook.office.com/webhook/1"])
    func formerTeams(_ url: String) {
        let error = #expect(throws: RelayError.self) {
            try TeamsTarget(url: Secret(url), addresses: .target(allowsPrivateAddresses: false))
        }
        #expect(error?.description.contains("make a workflow") == true)
    }

    @Test(
        "a bot's token and a chat have their forms",
        arguments: [
            ("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", true), ("AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", false),
            ("110201543:short", false), ("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5/../x", false), ("", false),
            ("x10201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", false),
        ])
    func tokens(_ text: String, _ isTaken: Bool) {
        #expect(((try? TextFormat<String>.telegramToken.parse(text)) != nil) == isTaken)
    }

    @Test(
        "a chat is a number or a channel's name",
        arguments: [
            ("-1001234567890", true), ("42", true), ("@family_news", true), ("@1x", false), ("+42", false), ("", false),
            ("@", false), ("family", false), ("99999999999999999999", false), ("@a b c", false),
        ])
    func chats(_ text: String, _ isTaken: Bool) {
        #expect(((try? TextFormat<String>.telegramChat.parse(text)) != nil) == isTaken)
    }
}
