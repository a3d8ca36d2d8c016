import HTTPClient
import JSON
import Store
import Values

/// A workflow of Microsoft Teams ("Post to a channel when a webhook request is received"): a card whose text is shown as it is.
struct TeamsTarget: HookTarget {
    static let word = "teams"
    static let help = "A workflow of Microsoft Teams that posts what it gets."
    static let product = "Teams"
    static let looks: [AlertStyle.Key] = [.title, .link]
    static let question = "Address that the workflow of Teams shows: "

    let hook: Hook
    let rate: TargetRate?

    /// A message takes some 21,000 bytes.
    private static let textLimit = TextLimit.bytes(5_000)
    private static let titleLimit = TextLimit.bytes(400)
    /// The webhooks of before, which Microsoft shut down in spring 2026.
    private static let former = ["webhook.office.com", "outlook.office.com", "outlook.office365.com"]

    init(url: Secret, addresses: AddressPolicy) throws(RelayError) {
        hook = try Hook(url, addresses)
        // One in two seconds; a few at once do no harm.
        rate = TargetRate(RateKey(url), RateLimit(4, per: .seconds(8)))
        let host = hook.url.host.lowercased()
        guard !Self.former.contains(where: { host == $0 || host.hasSuffix(".\($0)") }) else {
            throw RelayError(
                .badURL,
                "\(host) is where Teams' former webhooks were, which are shut down; make a workflow "
                    + "\"Post to a channel when a webhook request is received\" and take its address")
        }
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { message in
            message.set("type", "message")
            message.array("attachments") { attachments in
                attachments.object { attachment in
                    attachment.set("contentType", "application/vnd.microsoft.card.adaptive")
                    attachment.object("content") { Self.write(alert, to: &$0) }
                }
            }
        }
    }

    private static func write(_ alert: RenderedAlert, to card: inout JSONObjectWriter) {
        card.set("type", "AdaptiveCard")
        card.set("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
        card.set("version", "1.4")
        card.array("body") { body in
            body.object { write(titleLimit.cut(alert.title), isBold: true, to: &$0) }
            // A line break is none inside of a run.
            for line in textLimit.cut(alert.text).split(separator: "\n") {
                body.object { write(String(line), to: &$0) }
            }
            guard let remark = alert.remark(aboutRepeats: true) else { return }
            body.object { write(remark, isSubtle: true, to: &$0) }
        }
        guard let link = alert.link else { return }
        card.array("actions") { actions in
            actions.object { action in
                action.set("type", "Action.OpenUrl")
                action.set("title", alert.words.open)
                action.set("url", link)
            }
        }
    }

    /// A run of text, in which Teams looks for no markup; mentions would need an entry elsewhere.
    private static func write(
        _ text: String, isBold: Bool = false, isSubtle: Bool = false, to block: inout JSONObjectWriter
    ) {
        block.set("type", "RichTextBlock")
        block.array("inlines") { inlines in
            inlines.object { run in
                run.set("type", "TextRun")
                run.set("text", text)
                if isBold { run.set("weight", "Bolder") }
                if isSubtle { run.set("isSubtle", true) }
            }
        }
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        switch answer.status {
        case 200..<300 where answer.isPage: answer.isSomebodyElses(than: Self.product)
        case 200, 202: .delivered("the workflow has accepted it; whether it posts a card, Teams does not say")
        case 401, 403:
            .endpointDead(
                .unauthorized,
                "the workflow answered \(answer.status): let anyone trigger it, and take its address anew")
        default: answer.verdictByStatus
        }
    }
}
