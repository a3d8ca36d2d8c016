import HTTPClient
import JSON
import Store
import Values

/// A Rocket.Chat incoming webhook: an attachment whose text is escaped, and names nobody.
struct RocketChatTarget: HookTarget {
    static let word = "rocketchat"
    static let help = "A Rocket.Chat incoming webhook."
    static let product = "Rocket.Chat"
    static let looks: [AlertStyle.Key] = [.title, .link]
    static let question = "Address of the incoming webhook, as Rocket.Chat shows it: "

    let hook: Hook
    let rate: TargetRate?

    /// A message takes 5,000 characters, and each of these may become three.
    private static let textLimit = TextLimit.utf16(1_300)
    private static let titleLimit = TextLimit.utf16(200)

    init(url: Secret, addresses: AddressPolicy) throws(RelayError) {
        hook = try Hook(url, addresses)
        // As servers are set up unless somebody says otherwise.
        rate = TargetRate(RateKey(url), RateLimit(10, per: .seconds(60)))
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { object in
            // Never empty: what has neither text nor attachment is answered with success, and shown nowhere.
            object.set("text", Self.escaped(Self.titleLimit.cut(alert.title)))
            object.array("attachments") { attachments in
                attachments.object { attachment in
                    attachment.set("text", Self.escaped(Self.textLimit.cut(alert.text)))
                    // The link needs a title to stand on.
                    attachment.set(
                        "title", ifPresent: alert.remark(aboutRepeats: true) ?? alert.link.map { _ in alert.words.open }
                    )
                    attachment.set("title_link", ifPresent: alert.link)
                }
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        LiteralText.backslashed(LiteralText.unnamed(text, "@#:"), #"\*_~`>[]()<|!"#)
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        let isSuccess = answer.json?["success"]
        if answer.status == 503, isSuccess == .bool(false) {
            return .endpointDead(.gone, "Rocket.Chat answered 503: the integration is switched off")
        }
        if answer.status == 429 {
            // Ten a minute, unless its administrator says otherwise.
            return .retry(.rateLimited, after: answer.retryAfter ?? .seconds(10), "Rocket.Chat: too many messages")
        }
        return answer.verdict(of: Self.product, tookIt: isSuccess == .bool(true), refusedIt: isSuccess == .bool(false))
    }
}
