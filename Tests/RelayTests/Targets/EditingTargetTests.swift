import HTTPClient
import JSON
import Settings
import Store
import Testing
import Values

@testable import Relay

/// Targets that change what they have written: what they are asked, and what their answers mean.
///
/// The answers are those of each service's own documentation and source; of them only Matrix was asked: ``MatrixServerTests``.
@Suite("Messages that are changed")
struct EditingTargetTests {
    private static let addresses = AddressPolicy.target(allowsPrivateAddresses: false)
    /// One kind: a target, the id of a message that it has taken, and the answer that says so.
    private struct Sample {
        let target: any EditingTarget
        let message: String
        let taken: String
    }

    private static let kinds = ["telegram", "discord", "slack", "matrix", "ntfy"]

    private func sample(_ kind: String) throws -> Sample {
        switch kind {
        case "telegram":
            Sample(
                target: try TelegramTarget(
                    server: "https://api.telegram.org", token: Secret("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"),
                    chat: "@family", addresses: Self.addresses),
                message: "@family -1001234567890/7",
                taken:
                    #"{"ok":true,"result":{"message_id":7,"chat":{"id":-1001234567890,"type":"supergroup"},"date":1}}"#)
        case "discord":
            Sample(
                target: try DiscordTarget(
                    url: Secret("https://discord.com/api/v10/webhooks/1/t?thread_id=5"), addresses: Self.addresses),
                message: "1209384710293847",
                taken: #"{"type":0,"content":"","id":"1209384710293847","channel_id":"5","webhook_id":"1"}"#)
        case "slack":
            Sample(
                target: try SlackBotTarget(
                    token: Secret("xoxb-1234567890"), channel: "C024BE91L", addresses: Self.addresses),
                message: "C024BE91L/1503435956.000247",
                taken: #"{"ok":true,"channel":"C024BE91L","ts":"1503435956.000247","message":{"text":"x"}}"#)
        case "matrix":
            Sample(
                target: try MatrixTarget(
                    server: "https://m.example", room: "!a/b:m.example", token: Secret("syt_YmVsbA"),
                    addresses: Self.addresses),
                message: "!a/b:m.example $Rqnc", taken: #"{"event_id":"$Rqnc"}"#)
        case "ntfy":
            Sample(
                target: try NtfyTarget(
                    server: "https://ntfy.example", topic: Secret("family-x"), token: nil, addresses: Self.addresses),
                message: "pb_0011",
                taken: #"{"id":"hwQ2YpKdmg","time":1,"event":"message","topic":"x","sequence_id":"pb_0011"}"#)
        default: throw UnknownKind(kind)
        }
    }

    private func target(_ kind: String) throws -> any EditingTarget { try sample(kind).target }

    @Test("each that can change a message is tried here", arguments: EveryKind.words)
    func tried(_ kind: String) throws {
        let edits = try EveryKind.examples(of: kind).contains { $0.http is any EditingTarget }
        #expect(Self.kinds.contains(kind) == edits)
    }

    private func alert(_ kind: String, title: String = "Chore approved") throws -> RenderedAlert {
        var alert = RenderedAlert.sample(style: AlertStyle(title: title, link: "https://f.example/"))
        alert.message = try sample(kind).message
        alert.title = alert.words.handled(alert.title)
        return alert
    }

    private func request(_ kind: String, _ alert: RenderedAlert) throws -> HTTPClientRequest {
        let target = try target(kind)
        return try target.request(carrying: target.body(for: alert), of: alert, at: Timestamp(seconds: 0))
    }

    private func address(_ request: HTTPClientRequest) -> String { request.url.text }

    @Test("its id is what the answer says, with all that is needed to change it", arguments: kinds)
    func ids(_ kind: String) throws {
        let sample = try sample(kind)
        let (target, answer) = (sample.target, HTTPAnswer(status: 200, body: Array(sample.taken.utf8)))
        let message = try #require(target.message(in: answer))
        #expect(message == sample.message && target.canEdit(message))
        #expect(target.verdict(on: answer).kind == .delivered && target.verdict(onEdit: answer).kind == .delivered)
        #expect(target.message(in: HTTPAnswer(status: 200, body: Array("{}".utf8))) == nil)
        for secret in target.secrets { secret.withText { #expect(!message.contains($0)) } }
    }

    @Test(
        "an id that an answer made up to lead elsewhere is none, nor one of a chat that was configured before",
        arguments: kinds)
    func lies(_ kind: String) throws {
        let target = try target(kind)
        let lies = [
            "", "/", "../../x", "@family ../7", "@family -5/0", "@famil -5/7", "-1001234567890/7",
            "C024BE91M/1503435956.000247", "1/../2", "12 34", "7?wait=false", "-5/0", "x/7", "!other:m.example $Rqnc",
            "C024BE91L/", String(repeating: "9", count: 80),
        ]
        for lie in lies { #expect(!target.canEdit(lie), "\(lie)") }
    }

    @Test("Telegram's goes to editMessageText, into the chat that the answer named")
    func telegram() throws {
        let alert = try alert("telegram")
        #expect(try address(request("telegram", alert)).hasSuffix("/editMessageText"))
        let json = try target("telegram").json(alert)
        #expect(json["chat_id"] == -1_001_234_567_890 && json["message_id"] == 7)
        #expect(json["text"]?.word?.hasPrefix("✓ Handled: Chore approved\n") == true)
        #expect(json["reply_markup"] != nil, "else the button would go")
        var new = alert
        new.message = nil
        #expect(try address(request("telegram", new)).hasSuffix("/sendMessage"))
        #expect(try target("telegram").json(new)["message_id"] == nil)
    }

    @Test("Discord's goes to the message's own address, with what the hook's address asks, and mentions nobody")
    func discord() throws {
        let request = try request("discord", alert("discord"))
        #expect(request.method == .patch)
        #expect(
            address(request)
                == "https://discord.com:443/api/v10/webhooks/1/t/messages/1209384710293847?thread_id=5&wait=true")
        let json = try target("discord").json(alert("discord"))
        #expect(json["allowed_mentions"]?["parse"] == [] && json["flags"] == nil)
    }

    @Test("Slack's goes to chat.update with channel and moment, a new one to chat.postMessage; both show text as it is")
    func slack() throws {
        let alert = try alert("slack")
        #expect(try address(request("slack", alert)) == "https://slack.com:443/api/chat.update")
        let json = try target("slack").json(alert)
        #expect(json["channel"] == "C024BE91L" && json["ts"] == "1503435956.000247")
        #expect(json["blocks"]?[0]?["text"]?["text"] == "✓ Handled: Chore approved" && json["unfurl_links"] == nil)
        var new = alert
        new.message = nil
        #expect(try address(request("slack", new)) == "https://slack.com:443/api/chat.postMessage")
        let first = try target("slack").json(new)
        #expect(first["ts"] == nil && first["unfurl_links"] == false && first["channel"] == "C024BE91L")
        let hostile = try target("slack").json(.sample(.gift(Hostile.pings)))
        #expect(hostile["text"]?.word?.contains(text: "<!channel>") == false)
        #expect(hostile["blocks"]?[1]?["text"]?["type"] == "plain_text")
    }

    @Test("Matrix gets an event that replaces the first one, whole for who knows of edits, marked for who does not")
    func matrix() throws {
        let json = try target("matrix").json(alert("matrix"))
        #expect(json["m.relates_to"] == ["rel_type": "m.replace", "event_id": "$Rqnc"])
        let new = try #require(json["m.new_content"])
        #expect(json["body"]?.word == "* " + (new["body"]?.word ?? ""))
        #expect(json["formatted_body"]?.word == "* " + (new["formatted_body"]?.word ?? ""))
        #expect(new["m.mentions"] == [:] && json["m.mentions"] == [:] && new["m.relates_to"] == nil)
        #expect(new["msgtype"] == json["msgtype"])
        #expect(try request("matrix", alert("matrix")).method == .put)
    }

    @Test("ntfy gets the same sequence again")
    func ntfy() throws {
        #expect(try target("ntfy").json(alert("ntfy"))["sequence_id"] == "pb_0011")
        let old = HTTPAnswer(status: 200, body: Array(#"{"id":"x","event":"message"}"#.utf8))
        #expect(try target("ntfy").message(in: old) == nil, "a server before 2.16")
    }

    @Test(
        "what answers to a change mean",
        arguments: [
            ("telegram", 400, #"{"description":"Bad Request: message is not modified: specified new"}"#, "delivered"),
            ("telegram", 400, #"{"description":"Bad Request: message to edit not found"}"#, "refused message-gone"),
            ("telegram", 400, #"{"description":"Bad Request: message can't be edited"}"#, "refused message-gone"),
            ("telegram", 400, #"{"description":"Bad Request: MESSAGE_ID_INVALID"}"#, "refused message-gone"),
            ("telegram", 400, #"{"description":"Bad Request: chat not found"}"#, "dead gone"),
            ("telegram", 429, #"{"parameters":{"retry_after":5}}"#, "retry rate-limited"),
            ("discord", 404, #"{"message":"Unknown Message","code":10008}"#, "refused message-gone"),
            ("discord", 429, #"{"message":"Maximum number of edits","code":30046}"#, "refused message-gone"),
            ("discord", 404, #"{"message":"Unknown Webhook","code":10015}"#, "dead gone"),
            ("slack", 200, #"{"ok":false,"error":"message_not_found"}"#, "refused message-gone"),
            ("slack", 200, #"{"ok":false,"error":"cant_update_message"}"#, "refused message-gone"),
            ("slack", 200, #"{"ok":false,"error":"edit_window_closed"}"#, "refused message-gone"),
            ("slack", 200, #"{"ok":false,"error":"invalid_auth"}"#, "dead unauthorized"),
            ("matrix", 403, #"{"errcode":"M_FORBIDDEN"}"#, "dead unauthorized"),
        ])
    func verdicts(_ kind: String, _ status: Int, _ body: String, _ expected: String) throws {
        let verdict = try target(kind).verdict(onEdit: HTTPAnswer(status: status, body: Array(body.utf8)))
        #expect(verdict.short == expected, "\(verdict)")
    }

    @Test(
        "what Slack's Web API answers",
        arguments: [
            (200, #"{"ok":false,"error":"not_in_channel"}"#, "dead gone"),
            (200, #"{"ok":false,"error":"channel_not_found"}"#, "dead gone"),
            (200, #"{"ok":false,"error":"token_revoked"}"#, "dead unauthorized"),
            (200, #"{"ok":false,"error":"missing_scope","needed":"chat:write"}"#, "dead unauthorized"),
            (200, #"{"ok":false,"error":"invalid_blocks"}"#, "refused rejected"),
            (200, #"{"ok":false,"error":"msg_too_long"}"#, "refused rejected"),
            (200, #"{"ok":false,"error":"ratelimited"}"#, "retry rate-limited"),
            (200, #"{"ok":false,"error":"internal_error"}"#, "retry server-error"),
            (200, #"{"ok":false,"error":"fatal_error"}"#, "doubt server-error"),
            (200, "ok", "dead unexpected-answer"), (200, "<html>", "dead unexpected-answer"),
            (429, "", "retry rate-limited"), (302, "", "dead redirected"), (503, "", "retry server-error"),
        ])
    func slackVerdicts(_ status: Int, _ body: String, _ expected: String) throws {
        let verdict = try target("slack").verdict(on: HTTPAnswer(status: status, body: Array(body.utf8)))
        #expect(verdict.short == expected, "\(verdict)")
    }

    @Test("that a change may have arrived is a reason to make it again, whatever the target does in doubt")
    func doubt() {
        #expect(Verdict.inDoubt(.timedOut, "x").ofHarmlessRepeat == .retry(.timedOut, "x"))
        for verdict in [Verdict.delivered("x"), .refused(.rejected, "x"), .endpointDead(.gone, "x")] {
            #expect(verdict.ofHarmlessRepeat == verdict)
        }
    }
}
