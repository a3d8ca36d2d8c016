import HTTPClient
import Store
import Systemd
import Testing
import Values

@testable import Relay

@Suite("What answers mean")
struct VerdictTests {
    private static let url = Secret("https://host.example/hook/abc")

    @Test(
        "by status alone",
        arguments: [
            (200, "delivered"), (202, "delivered"), (204, "delivered"), (301, "dead redirected"),
            (302, "dead redirected"), (400, "refused rejected"), (401, "dead unauthorized"),
            (403, "dead unauthorized"), (404, "dead gone"), (405, "dead gone"), (410, "dead gone"),
            (408, "doubt server-error"), (413, "refused rejected"), (422, "refused rejected"),
            (425, "retry server-error"),
            (429, "retry rate-limited"), (500, "retry server-error"), (501, "refused rejected"),
            (502, "doubt server-error"), (503, "retry server-error"), (504, "doubt server-error"),
            (507, "retry server-error"), (599, "retry server-error"), (700, "retry unexpected-answer"),
        ])
    func statuses(_ status: Int, _ expected: String) throws {
        let target = try WebhookTarget(url: Self.url, signing: nil, addresses: .target(allowsPrivateAddresses: false))
        #expect(target.verdict(on: HTTPAnswer(status: status)).short == expected)
    }

    @Test(
        "Slack's word comes before its status",
        arguments: [
            (200, "ok", "delivered"), (200, #"{"ok":true}"#, "delivered"), (200, "no_text", "refused rejected"),
            (200, "<html>hello</html>", "dead unexpected-answer"), (200, "", "dead unexpected-answer"),
            (200, #"{"ok":false,"error":"x"}"#, "refused unexpected-answer"),
            (204, "", "dead unexpected-answer"), (400, "invalid_token", "dead unauthorized"),
            (403, "invalid_token", "dead unauthorized"), (404, "no_service", "dead gone"),
            (410, "channel_is_archived", "dead gone"), (400, "invalid_blocks", "refused rejected"),
            (500, "rollup_error", "retry server-error"), (429, "rate_limited", "retry rate-limited"),
        ])
    func slack(_ status: Int, _ body: String, _ expected: String) throws {
        let target = try SlackTarget(url: Self.url, addresses: .target(allowsPrivateAddresses: false))
        #expect(target.verdict(on: HTTPAnswer(status: status, body: Array(body.utf8))).short == expected)
    }

    @Test("an answer of Slack that breaks off leaves doubt")
    func slackTorn() throws {
        let target = try SlackTarget(url: Self.url, addresses: .target(allowsPrivateAddresses: false))
        #expect(target.verdict(on: HTTPAnswer(status: 200, isComplete: false)).kind == .inDoubt)
    }

    @Test(
        "Discord's codes",
        arguments: [
            (200, #"{"id":"1"}"#, "delivered"), (204, "", "delivered"), (404, #"{"code":10015}"#, "dead gone"),
            (401, #"{"code":50027}"#, "dead unauthorized"), (400, #"{"code":50035,"errors":{}}"#, "refused rejected"),
            (400, #"{"code":50083}"#, "dead gone"), (500, "oops", "retry server-error"),
            (200, "<html>", "dead unexpected-answer"), (200, #"{"code":0}"#, "refused unexpected-answer"),
        ])
    func discord(_ status: Int, _ body: String, _ expected: String) throws {
        let target = try DiscordTarget(url: Self.url, addresses: .target(allowsPrivateAddresses: false))
        #expect(target.verdict(on: HTTPAnswer(status: status, body: Array(body.utf8))).short == expected)
    }

    @Test(
        "Discord's wait is the longer of header and body, rounded up",
        arguments: [
            (#"{"retry_after":64.57}"#, nil as Int?, 65), (#"{"retry_after":2.0}"#, nil, 2),
            (#"{"retry_after":1}"#, 30, 30), ("nonsense", 7, 7), (#"{"retry_after":-1}"#, 7, 7),
        ])
    func discordWait(_ body: String, _ header: Int?, _ expected: Int) throws {
        let target = try DiscordTarget(url: Self.url, addresses: .target(allowsPrivateAddresses: false))
        let answer = HTTPAnswer(status: 429, body: Array(body.utf8), retryAfter: header.map { .seconds($0) })
        #expect(target.verdict(on: answer).kind == .retry(after: .seconds(expected)))
    }

    @Test(
        "ntfy's codes",
        arguments: [
            (200, #"{"id":"x","sequence_id":"pb"}"#, "delivered"), (200, #"{"id":"x"}"#, "delivered"),
            (200, "<html>", "dead unexpected-answer"), (400, #"{"code":40024}"#, "refused rejected"),
            (403, #"{"code":40301}"#, "dead unauthorized"), (429, #"{"code":42901}"#, "retry rate-limited"),
            (429, #"{"code":42908}"#, "retry rate-limited"), (507, "", "retry server-error"),
        ])
    func ntfy(_ status: Int, _ body: String, _ expected: String) throws {
        let target = try NtfyTarget(
            server: "https://ntfy.example", topic: Secret("t"), token: nil,
            addresses: .target(allowsPrivateAddresses: false))
        #expect(target.verdict(on: HTTPAnswer(status: status, body: Array(body.utf8))).short == expected)
    }

    @Test("an old ntfy is noticed")
    func oldNtfy() throws {
        let target = try NtfyTarget(
            server: "https://ntfy.example", topic: Secret("t"), token: nil,
            addresses: .target(allowsPrivateAddresses: false))
        #expect(target.verdict(on: HTTPAnswer(status: 200, body: Array(#"{"id":"x"}"#.utf8))).detail.contains("2.16"))
    }

    @Test("ntfy topics are topics", arguments: ["", "a/b", "a b", String(repeating: "a", count: 65)])
    func badTopics(_ topic: String) {
        #expect(throws: RelayError.self) {
            try NtfyTarget(
                server: "https://ntfy.example", topic: Secret(topic), token: nil,
                addresses: .target(allowsPrivateAddresses: false))
        }
    }

    @Test("the ntfy token is a header, never part of the body")
    func ntfyToken() throws {
        let target = try NtfyTarget(
            server: "https://ntfy.example", topic: Secret("family"), token: Secret("tk_1"),
            addresses: .target(allowsPrivateAddresses: false))
        let request = try target.request(
            carrying: target.body(for: .sample()), of: .sample(), at: Timestamp(seconds: 0))
        #expect(request.headers["Authorization"] == "<redacted>")
        #expect(!target.text(.sample()).contains("tk_1") && target.url.origin == "https://ntfy.example:443")
        #expect(!target.repeatsBytes)
    }

    @Test(
        "what the bus says",
        arguments: [
            (BusError.disconnected, "retry off"), (.timedOut, "doubt timed-out"), (.invalid("x"), "refused rejected"),
            (.remote(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: ""), "retry off"),
            (.remote(name: "org.freedesktop.DBus.Error.Spawn.ChildSignaled", message: ""), "retry off"),
            (
                .remote(name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", message: ""),
                "retry rate-limited"
            ),
            (.remote(name: "org.freedesktop.DBus.Error.AccessDenied", message: ""), "dead unauthorized"),
            (.remote(name: "org.freedesktop.DBus.Error.InvalidArgs", message: ""), "refused rejected"),
            (.overloaded, "retry off"),
        ])
    func bus(_ error: BusError, _ expected: String) {
        #expect(error.verdict.short == expected)
    }
}

extension Verdict {
    /// Kind and reason in two words.
    var short: String {
        let word =
            switch kind {
            case .delivered: "delivered"
            case .retry: "retry"
            case .refused: "refused"
            case .endpointDead: "dead"
            case .inDoubt: "doubt"
            case .away: "away"
            }
        return reason.map { "\(word) \($0.rawValue)" } ?? word
    }
}
