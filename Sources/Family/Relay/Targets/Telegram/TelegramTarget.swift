import HTTPClient
import JSON
import Store
import Values

/// A chat of a Telegram bot: plain text without a parse mode, whose title is bold by its place and not by markup.
struct TelegramTarget: HTTPTarget {
    let url: HTTPURL
    let chat: String
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// Telegram knows no identity of a message.
    let deduplicates = false

    /// A message takes 4,096 characters, with the title, and each of these may get another behind it.
    private static let textLimit = TextLimit.utf16(1_700)
    private static let titleLimit = TextLimit.utf16(120)

    init(server: String, token: Secret, chat: String, addresses: AddressPolicy) throws(RelayError) {
        let place = token.withText { Secret(server.address(of: "/bot\($0)/sendMessage")) }
        url = try HTTPURL(target: place)
        self.chat = chat
        self.addresses = addresses
        secrets = [place, token]
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        // It would name members of the chat.
        let title = LiteralText.unnamed(Self.titleLimit.cut(alert.title), "@#/", joint: "\u{2060}")
        let text = LiteralText.unnamed(Self.textLimit.cut(alert.text), "@#/", joint: "\u{2060}")
        let lines = [title, text, alert.remark(aboutRepeats: true).map { "(\($0))" } ?? ""].filter { !$0.isEmpty }
        return JSONWriter.object { object in
            if let number = Int(chat) { object.set("chat_id", number) } else { object.set("chat_id", chat) }
            object.set("text", lines.joined(separator: "\n"))
            object.array("entities") { entities in
                entities.object { bold in
                    bold.set("type", "bold")
                    bold.set("offset", 0)
                    bold.set("length", title.utf16.count)
                }
            }
            object.object("link_preview_options") { $0.set("is_disabled", true) }
            if alert.urgency == .low { object.set("disable_notification", true) }
            guard let link = alert.link else { return }
            object.object("reply_markup") { Self.write(link, alert.words.open, to: &$0) }
        }
    }

    private static func write(_ link: String, _ label: String, to markup: inout JSONObjectWriter) {
        markup.array("inline_keyboard") { rows in
            rows.array { row in
                row.object { button in
                    button.set("text", label)
                    button.set("url", link)
                }
            }
        }
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        let json = answer.json
        if answer.isSuccess {
            return answer.verdict(of: "Telegram", isItsOwn: json?["ok"] == .bool(true), check: "'server'")
        }
        let says = json?["description"]?.word ?? ""
        if let chat = json?["parameters"]?["migrate_to_chat_id"]?.whole {
            return .endpointDead(.gone, "the group has become another chat: write 'chat: \(chat)'")
        }
        switch answer.status {
        case 401, 404: return .endpointDead(.unauthorized, "Telegram does not know the bot: check its token")
        case 403: return .endpointDead(.gone, "the bot may not write there: add it to the chat, or unblock it")
        case 400 where says.contains(text: "chat not found"):
            return .endpointDead(.gone, "Telegram finds no such chat: check 'chat', and write to the bot once")
        case 429:
            let wait = [answer.retryAfter, json?["parameters"]?["retry_after"]?.wait].compactMap { $0 }.max()
            return .retry(.rateLimited, after: wait, "Telegram answered 429: too many messages")
        default: return answer.verdictByStatus
        }
    }
}
