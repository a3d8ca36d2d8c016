import HTTPClient
import JSON
import Store
import Values

/// A channel that a bot of Slack writes to, by Slack's Web API: unlike a hook it can change what it has written.
struct SlackBotTarget: EditingTarget {
    static let server = "https://slack.com/api"

    let url: HTTPURL
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// Slack knows no identity of a message.
    let deduplicates = false
    let rate: TargetRate?

    private let editing: HTTPURL
    private let token: Secret
    private let channel: String

    init(server: String = Self.server, token: Secret, channel: String, addresses: AddressPolicy) throws(RelayError) {
        url = try HTTPURL(target: Secret(server.address(of: "/chat.postMessage")))
        editing = try HTTPURL(target: Secret(server.address(of: "/chat.update")))
        (self.token, self.channel, self.addresses, secrets) = (token, channel, addresses, [token])
        rate = TargetRate(RateKey(token, Secret(channel)), SlackMessage.limit)
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { object in
            let old = alert.message.flatMap { moment(of: $0) }
            object.set("channel", channel)
            SlackMessage.write(alert, to: &object)
            if let old { object.set("ts", old) } else { SlackMessage.writeSilence(to: &object) }
        }
    }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        var request = post(body, to: alert.message == nil ? url : editing)
        do throws(HTTPError) {
            try request.setHeader("Authorization", prefix: "Bearer ", token)
        } catch {
            throw RelayError(.badKey, "the Slack token can't be sent as a header; copy it again from its source")
        }
        return request
    }

    /// The channel's identity and the message's moment, with a slash between.
    func message(in answer: HTTPAnswer) -> String? {
        guard let json = answer.json, let channel = json["channel"]?.word, let moment = json["ts"]?.word else {
            return nil
        }
        return "\(channel)/\(moment)"
    }

    func canEdit(_ message: String) -> Bool { moment(of: message) != nil }

    /// `nil` for a message in a channel that was configured before: what is told now is not for whoever reads there.
    private func moment(of message: String) -> String? {
        let parts = message.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == channel && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    func verdict(onEdit answer: HTTPAnswer) -> Verdict {
        switch answer.json?["error"]?.word {
        case "message_not_found", "cant_update_message", "edit_window_closed":
            .messageGone("Slack has no such message any more that can be changed")
        default: verdict(on: answer)
        }
    }

    /// It answers 200 whatever became of it; its word counts.
    func verdict(on answer: HTTPAnswer) -> Verdict {
        guard answer.isSuccess else { return answer.verdictByStatus }
        guard answer.isComplete else {
            return .inDoubt(.unexpectedAnswer, "Slack answered \(answer.status), but its answer broke off")
        }
        let json = answer.json
        if json?["ok"] == .bool(true) { return .delivered("Slack took it") }
        guard let word = json?["error"]?.word.map(UserText.singleLine) else {
            return answer.isSomebodyElses(than: "Slack", check: "what stands before it, such as a proxy")
        }
        switch word {
        case "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "missing_scope",
            "no_permission", "not_allowed_token_type", "ekm_access_denied", "team_access_not_granted":
            return .endpointDead(.unauthorized, "Slack says \(word): check the bot's token and its scope chat:write")
        case "channel_not_found", "not_in_channel", "is_archived":
            return .endpointDead(.gone, "Slack says \(word): check 'channel', and invite the bot there")
        case "ratelimited", "rate_limited":
            return .retry(.rateLimited, after: answer.retryAfter, "Slack says \(word): too many messages")
        case "internal_error", "service_unavailable", "team_added_to_org", "request_timeout":
            return .retry(.serverError, after: answer.retryAfter, "Slack says \(word)")
        // By Slack's own words some of it may have been done.
        case "fatal_error": return .inDoubt(.serverError, "Slack says fatal_error; it may have arrived")
        default: return .refused(.rejected, "Slack says \(word)")
        }
    }
}
