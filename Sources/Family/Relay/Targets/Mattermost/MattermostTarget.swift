import HTTPClient
import JSON
import Store
import Values

/// A Mattermost incoming webhook: an attachment whose text is escaped, and names nobody.
struct MattermostTarget: HookTarget {
    static let word = "mattermost"
    static let help = "A Mattermost incoming webhook."
    static let product = "Mattermost"
    static let looks: [AlertStyle.Key] = [.title, .link]
    static let question = "Address of the incoming webhook, as Mattermost shows it: "

    let hook: Hook

    /// A post takes 16,383 characters, and each of these may become three.
    private static let textLimit = TextLimit.utf16(4_000)
    private static let titleLimit = TextLimit.utf16(200)

    init(url: Secret, addresses: AddressPolicy) throws(RelayError) {
        hook = try Hook(url, addresses)
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { object in
            object.array("attachments") { attachments in
                attachments.object { attachment in
                    // For popups and old clients, which read it as text.
                    attachment.set(
                        "fallback", LiteralText.unnamed(Self.titleLimit.cut("\(alert.title): \(alert.text)"), "@<"))
                    attachment.set("title", Self.escaped(Self.titleLimit.cut(alert.title)))
                    attachment.set("title_link", ifPresent: alert.link)
                    attachment.set("text", Self.escaped(Self.textLimit.cut(alert.text)))
                    attachment.set("footer", ifPresent: alert.remark(aboutRepeats: true))
                }
            }
        }
    }

    /// Markdown behind backslashes; `@all` and Slack's `<!channel>`, which it understands too, are broken in two.
    private static func escaped(_ text: String) -> String {
        LiteralText.backslashed(LiteralText.unnamed(text, "@<:#"), #"\*_~`>#-+[]()<|!"#)
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        if answer.status == 501 {
            return .endpointDead(.gone, "Mattermost answered 501: its administrator has switched incoming webhooks off")
        }
        // What it refuses has a status that says so.
        return answer.verdict(
            of: Self.product, tookIt: UserText.singleLine(answer.text) == "ok", refusedIt: false)
    }
}
