import HTTPClient
import JSON
import Store
import Values

/// A Slack incoming webhook.
///
/// What people typed stands in `plain_text` objects, which Slack shows as they are: no bold, no links, no pings.
struct SlackTarget: HookTarget {
    static let word = "slack"
    static let help = "A Slack incoming webhook."
    static let product = "Slack"
    static let looks: [AlertStyle.Key] = [.title, .link]
    static let question = "Address of the incoming webhook, as Slack shows it: "

    let hook: Hook

    /// A section takes 3,000 characters; nobody reads more than this.
    private static let textLimit = TextLimit.utf16(2_000)
    private static let previewLimit = TextLimit.utf16(300)
    /// A header takes 150.
    private static let titleLimit = TextLimit.utf16(140)

    init(url: Secret, addresses: AddressPolicy) throws(RelayError) {
        hook = try Hook(url, addresses)
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        // Slack refuses an empty text.
        let text = alert.text.isEmpty ? alert.title : alert.text
        return JSONWriter.object { object in
            // For push messages and screen readers, when there are blocks.
            object.set("text", LiteralText.escaped(Self.previewLimit.cut(text)))
            object.set("mrkdwn", false)
            object.set("unfurl_links", false)
            object.set("unfurl_media", false)
            object.array("blocks") { blocks in
                blocks.object { header in
                    header.set("type", "header")
                    header.object("text") { Self.write(Self.titleLimit.cut(alert.title), to: &$0) }
                }
                blocks.object { section in
                    section.set("type", "section")
                    section.object("text") { Self.write(Self.textLimit.cut(text), to: &$0) }
                }
                blocks.object { context in
                    context.set("type", "context")
                    context.array("elements") { Self.writeContext(of: alert, to: &$0) }
                }
            }
        }
    }

    /// When it was, and the link: small, below the text.
    ///
    /// No icon: a picture that Slack can't fetch at that moment makes it refuse the whole message.
    private static func writeContext(of alert: RenderedAlert, to elements: inout JSONArrayWriter) {
        let remark = alert.remark(aboutRepeats: true, saysMoment: true) ?? alert.moment
        elements.object { write(remark, to: &$0) }
        guard let link = alert.link else { return }
        elements.object { element in
            element.set("type", "mrkdwn")
            // The address has neither "|" nor ">": they are percent-encoded.
            element.set("text", "<\(LiteralText.escaped(link))|\(alert.words.open)>")
            element.set("verbatim", true)
        }
    }

    private static func write(_ text: String, to object: inout JSONObjectWriter) {
        object.set("type", "plain_text")
        object.set("emoji", false)
        object.set("text", text)
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
        return .refused(.unexpectedAnswer, "answered \(answer.status), but not with Slack's \"ok\": check the URL")
    }
}
