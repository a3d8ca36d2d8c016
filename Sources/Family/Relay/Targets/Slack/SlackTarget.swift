import HTTPClient
import JSON
import Store
import Values

/// A Slack incoming webhook.
struct SlackTarget: HookTarget {
    static let word = "slack"
    static let help = "A Slack incoming webhook, or a channel that a bot writes to."
    static let product = "Slack"
    static let looks: [AlertStyle.Key] = [.title, .link]
    static let question = "Address of the incoming webhook, as Slack shows it: "

    let hook: Hook
    let rate: TargetRate?

    init(url: Secret, addresses: AddressPolicy) throws(RelayError) {
        hook = try Hook(url, addresses)
        rate = TargetRate(RateKey(url), SlackMessage.limit)
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { object in
            SlackMessage.write(alert, to: &object)
            SlackMessage.writeSilence(to: &object)
        }
    }

    /// Sources disagree about Slack's status numbers, so its word in the body comes first.
    func verdict(on answer: HTTPAnswer) -> Verdict {
        let word = UserText.singleLine(answer.text)
        switch word {
        case "invalid_token", "action_prohibited", "posting_to_general_channel_denied", "team_disabled":
            return .endpointDead(.unauthorized, "Slack answered \(answer.status) \(word): make a new webhook URL")
        case "no_service", "no_service_id", "no_active_hooks", "no_team", "channel_not_found", "channel_is_archived":
            return .endpointDead(.gone, "Slack answered \(answer.status) \(word): make a new webhook URL")
        case "invalid_payload", "no_text", "too_many_attachments", "user_not_found", "invalid_blocks",
            "msg_blocks_too_long":
            return .refused(.rejected, "Slack answered \(answer.status) \(word)")
        default: break
        }
        guard answer.isSuccess else { return answer.verdictByStatus }
        guard answer.isComplete else {
            return .inDoubt(.unexpectedAnswer, "Slack answered \(answer.status), but its answer broke off")
        }
        if answer.status == 200, word == "ok" || answer.json?["ok"] == .bool(true) {
            return .delivered("Slack answered ok")
        }
        return answer.verdict(of: Self.product, tookIt: false, refusedIt: answer.json?["ok"] == .bool(false))
    }
}
