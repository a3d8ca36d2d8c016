import HTTPClient
import JSON
import Store
import Values

/// A webhook of a Google Chat space: a card whose text is escaped as HTML, outside of which nothing can name anybody.
struct GoogleChatTarget: HookTarget {
    static let word = "googlechat"
    static let help = "A webhook of a Google Chat space."
    static let product = "Google Chat"
    static let looks: [AlertStyle.Key] = [.title, .link]
    static let question = "Address of the webhook, from the space's settings in Google Chat: "

    let hook: Hook
    let rate: TargetRate?

    /// A message takes 32,000 bytes, and each of these may become five.
    private static let textLimit = TextLimit.bytes(4_000)
    private static let titleLimit = TextLimit.bytes(400)

    init(url: Secret, addresses: AddressPolicy) throws(RelayError) {
        hook = try Hook(url, addresses)
        // A space takes one a second, of everybody together.
        rate = TargetRate(RateKey(url), RateLimit(1, per: .seconds(1)))
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { object in
            object.array("cardsV2") { cards in
                cards.object { card in
                    card.set("cardId", alert.deliveryID)
                    card.object("card") { Self.write(alert, to: &$0) }
                }
            }
            // For popups: a card alone is announced as "a card".
            object.set("fallbackText", LiteralText.unnamed(Self.titleLimit.cut("\(alert.title): \(alert.text)"), "@<"))
        }
    }

    private static func write(_ alert: RenderedAlert, to card: inout JSONObjectWriter) {
        card.object("header") { header in
            header.set("title", titleLimit.cut(alert.title))
            header.set("subtitle", ifPresent: alert.remark(aboutRepeats: true))
        }
        card.array("sections") { sections in
            sections.object { section in
                section.array("widgets") { widgets in
                    widgets.object { widget in
                        let text = LiteralText.escaped(textLimit.cut(alert.text.isEmpty ? alert.title : alert.text))
                        widget.object("textParagraph") { $0.set("text", text.replacing(text: "\n", with: "<br>")) }
                    }
                    guard let link = alert.link else { return }
                    widgets.object { $0.object("buttonList") { write(link, alert.words.open, to: &$0) } }
                }
            }
        }
    }

    private static func write(_ link: String, _ label: String, to list: inout JSONObjectWriter) {
        list.array("buttons") { buttons in
            buttons.object { button in
                button.set("text", label)
                button.object("onClick") { $0.object("openLink") { $0.set("url", link) } }
            }
        }
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        // What it refuses has a status that says so.
        answer.verdict(of: Self.product, tookIt: answer.json?["name"]?.word != nil, refusedIt: false)
    }
}
