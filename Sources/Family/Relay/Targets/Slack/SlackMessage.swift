import JSON

/// An alert as Slack shows it, however it comes there.
///
/// What people typed stands in `plain_text` objects, which Slack shows as they are: no bold, no links, no pings.
enum SlackMessage {
    /// One a second, with some at once: of a hook, and of a channel.
    static let limit = RateLimit(4, per: .seconds(4))

    /// A section takes 3,000 characters; nobody reads more than this.
    private static let textLimit = TextLimit.utf16(2_000)
    private static let previewLimit = TextLimit.utf16(300)
    /// A header takes 150.
    private static let titleLimit = TextLimit.utf16(140)

    static func write(_ alert: RenderedAlert, to object: inout JSONObjectWriter) {
        // Slack refuses an empty text.
        let text = alert.text.isEmpty ? alert.title : alert.text
        // For push messages and screen readers, when there are blocks.
        object.set("text", LiteralText.escaped(previewLimit.cut(text)))
        object.array("blocks") { blocks in
            blocks.object { header in
                header.set("type", "header")
                header.object("text") { write(titleLimit.cut(alert.title), to: &$0) }
            }
            blocks.object { section in
                section.set("type", "section")
                section.object("text") { write(textLimit.cut(text), to: &$0) }
            }
            blocks.object { context in
                context.set("type", "context")
                context.array("elements") { writeContext(of: alert, to: &$0) }
            }
        }
    }

    /// Nothing is fetched, and nothing of the text becomes markup; of a message that is new.
    static func writeSilence(to object: inout JSONObjectWriter) {
        object.set("mrkdwn", false)
        object.set("unfurl_links", false)
        object.set("unfurl_media", false)
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
}
