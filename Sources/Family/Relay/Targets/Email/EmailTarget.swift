import HTTPClient
import MailClient
import Store
import Values

/// Mailboxes, by a submission server. That it took a mail is all that anybody can know here.
struct EmailTarget: AlertTarget {
    let name: String
    let from: MailAddress
    let to: [MailAddress]
    let client: MailClient
    let clock: RelayClock
    /// Each mail is one of its own; that some stores collapse those of one identity is nothing to build on.
    let deduplicates = false
    let repeatsBytes = false
    private let redaction: Redaction

    private static let textLimit = TextLimit.bytes(20_000)
    private static let replyLimit = TextLimit.utf16(200)

    init(name: String, from: MailAddress, to: [MailAddress], client: MailClient, clock: RelayClock) {
        (self.name, self.from, self.to, self.client, self.clock) = (name, from, to, client, clock)
        redaction = Redaction(Self.secrets(client.credentials))
    }

    /// The password as it is, and as PLAIN and LOGIN send it: some servers repeat a command that they do not like.
    private static func secrets(_ credentials: (user: String, password: Secret)?) -> [Secret] {
        guard let (user, password) = credentials else { return [] }
        return [password]
            + password.withText { text in
                [Secret(Base64.standard.encode(text.utf8)), Secret(Base64.standard.encode("\0\(user)\0\(text)".utf8))]
            }
    }

    func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]? { message(for: alert, at: clock.now()).bytes }

    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt {
        let message = body ?? message(for: alert, at: clock.now()).bytes
        let outcome = await client.send(message, from: from, to: to)
        return Attempt(outcome.verdict(within: client.addresses) { said($0) })
    }

    func withoutSecrets(_ text: String) -> String { redaction.applied(to: text) }

    /// What the server said, for people.
    private func said(_ reply: MailReply) -> String {
        let words = Self.replyLimit.cut(UserText.singleLine(redaction.applied(to: reply.text)))
        return words.isEmpty ? "\(reply.code)" : "\(reply.code) \(words)"
    }

    /// The alert as a mail. Its identity is the alert's, at each repeat the same.
    func message(for alert: RenderedAlert, at now: Timestamp) -> MailMessage {
        let remark = alert.remark(aboutRepeats: true)
        // As long as titles and remarks are; mails fold what is long.
        let subject = alert.title + (remark.map { " (\($0))" } ?? "")
        let text = Self.textLimit.cut(alert.text.isEmpty ? alert.title : alert.text)
        var message = MailMessage(
            from: from, to: to, subject: subject, identity: alert.id, date: now,
            text: ([text] + (alert.link.map { ["", $0] } ?? [])).joined(separator: "\n") + "\n",
            html: Self.html(text, link: alert.link, open: alert.words.open))
        message.senderName = "PocketBell"
        message.importance =
            switch alert.urgency {
            case .low: .low
            case .normal: .normal
            case .high: .high
            }
        return message
    }

    /// A page with the text and nothing that would be fetched.
    private static func html(_ text: String, link: String?, open: String) -> String {
        let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
        let paragraph = lines.map { LiteralText.attribute(String($0)) }.joined(separator: "<br>\n")
        let button =
            link.map { "<p><a href=\"\(LiteralText.attribute($0))\">\(LiteralText.attribute(open))</a></p>\n" } ?? ""
        return
            "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><body>\n<p>\(paragraph)</p>\n\(button)</body></html>\n"
    }
}
