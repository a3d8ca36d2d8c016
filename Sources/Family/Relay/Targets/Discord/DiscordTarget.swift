import HTTPClient
import JSON
import Store
import Values

/// A Discord webhook: an embed whose text is escaped, and no mention allowed.
struct DiscordTarget: HookTarget, EditingTarget {
    static let word = "discord"
    static let help = "A Discord webhook."
    static let product = "Discord"
    static let looks: [AlertStyle.Key] = [.title, .urgency, .icon, .link]
    static let question = "Address of the webhook, from the channel's settings in Discord: "

    let hook: Hook
    let rate: TargetRate?
    private let place: Secret

    /// A description takes 4,096 characters, and each of these may become two.
    private static let textLimit = TextLimit.utf16(1_900)
    /// A title takes 256.
    private static let titleLimit = TextLimit.utf16(120)
    /// The message makes no sound and shows no popup.
    private static let silent = 4_096

    init(url: Secret, addresses: AddressPolicy) throws(RelayError) {
        let waiting = url.withText { text in
            // Without it Discord says 204 also to what it then throws away.
            Secret(text + (text.contains("?") ? "&" : "?") + "wait=true")
        }
        hook = try Hook(waiting, addresses, secrets: [waiting, url])
        place = waiting
        // As many as were seen to pass, of a hook and of its channel.
        rate = TargetRate(RateKey(url), RateLimit(5, per: .seconds(2)), RateLimit(30, per: .seconds(60)))
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { object in
            object.array("embeds") { embeds in
                embeds.object { embed in
                    embed.set("title", Self.escaped(Self.titleLimit.cut(alert.title)))
                    embed.set("url", ifPresent: alert.link)
                    embed.set("color", Self.color(of: alert.facts))
                    embed.set("description", Self.escaped(Self.textLimit.cut(alert.text)))
                    embed.set("timestamp", alert.facts.at)
                    if let icon = alert.iconAddress { embed.object("thumbnail") { $0.set("url", icon) } }
                    guard let remark = alert.remark(aboutRepeats: true) else { return }
                    embed.object("footer") { $0.set("text", remark) }
                }
            }
            object.object("allowed_mentions") { $0.array("parse") { _ in } }
            // What is sent already makes no sound any more.
            if alert.urgency == .low, alert.message == nil { object.set("flags", Self.silent) }
        }
    }

    /// Green for what came in and went well, orange for what went out or wants somebody to look, red for what runs out or is wrong.
    private static func color(of facts: AlertFacts) -> Int {
        let (green, orange, red) = (0x2E9E5B, 0xD9822B, 0xC0392B)
        return switch facts.event {
        case .transaction, .allowancePaid: facts.movement?.isCredit == true ? green : orange
        case .balanceRecovered, .allowanceResumed, .choreApproved, .goalReached, .wishAffordable, .summary, .drill:
            green
        case .edited, .allowancePaused, .choreWaiting, .choreRejected, .giftWaiting: orange
        default: red
        }
    }

    /// A backslash before everything that begins markup somewhere in Discord.
    private static func escaped(_ text: String) -> String { LiteralText.backslashed(text, #"\*_~|`>#-+[]()<:@"#) }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        guard let message = alert.message else { return post(body, to: url) }
        let address = place.withText { text in
            let parts = text.split(separator: "?", maxSplits: 1)
            let query = parts.count > 1 ? "?\(parts[1])" : ""
            return Secret(String(parts[0]).address(of: "/messages/\(message)") + query)
        }
        var request = post(body, to: try HTTPURL(target: address))
        request.method = .patch
        return request
    }

    func message(in answer: HTTPAnswer) -> String? { answer.json?["id"]?.word }

    /// Digits alone: it becomes a part of an address.
    func canEdit(_ message: String) -> Bool {
        1...20 ~= message.utf8.count && message.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    func verdict(onEdit answer: HTTPAnswer) -> Verdict {
        switch answer.json?["code"]?.whole {
        case 10_008: .messageGone("Discord has no such message any more")
        // Of messages older than an hour it lets only so many be changed.
        case 30_046: .messageGone("Discord lets this message not be changed any more")
        default: verdict(on: answer)
        }
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        let json = answer.json
        switch json?["code"]?.whole {
        case 10_015: return .endpointDead(.gone, "Discord knows no such webhook (code 10015): make a new one")
        case 50_027: return .endpointDead(.unauthorized, "Discord refuses the token (code 50027): make a new webhook")
        case 10_003, 50_083: return .endpointDead(.gone, "Discord's channel or thread is gone or archived")
        default: break
        }
        if answer.status == 429 {
            let wait = [answer.retryAfter, json?["retry_after"]?.wait].compactMap { $0 }.max()
            return .retry(.rateLimited, after: wait, "Discord answered 429: too many messages")
        }
        // Asked to wait, it answers with the message; 204 is what it says where it was not.
        let tookIt = answer.status == 204 || json?["id"]?.word != nil
        return answer.verdict(of: "Discord", tookIt: tookIt, refusedIt: json?["code"]?.whole != nil)
    }
}
