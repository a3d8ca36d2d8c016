import HTTPClient
import JSON
import Store
import Values

/// A chat of a Telegram bot: plain text without a parse mode, whose title is bold by its place and not by markup.
struct TelegramTarget: EditingTarget {
    let url: HTTPURL
    private let editing: HTTPURL
    let chat: String
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// Telegram knows no identity of a message.
    let deduplicates = false
    let rate: TargetRate?

    /// A message takes 4,096 characters, with the title, and each of these may get another behind it.
    private static let textLimit = TextLimit.utf16(1_700)
    private static let titleLimit = TextLimit.utf16(120)

    init(server: String, token: Secret, chat: String, addresses: AddressPolicy) throws(RelayError) {
        let place = token.withText { Secret(server.address(of: "/bot\($0)/sendMessage")) }
        url = try HTTPURL(target: place)
        editing = try HTTPURL(
            target: token.withText { Secret(server.address(of: "/bot\($0)/editMessageText")) })
        // A chat takes one message a second, and some more for a moment; of a group, and of a channel, 20 in a minute.
        let (key, short) = (RateKey(token, Secret(chat)), RateLimit(3, per: .seconds(3)))
        let isGroup = chat.hasPrefix("-") || chat.hasPrefix("@")
        rate = isGroup ? TargetRate(key, short, RateLimit(20, per: .seconds(60))) : TargetRate(key, short)
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
            if let old = alert.message.flatMap({ place(of: $0) }) {
                object.set("chat_id", old.chat)
                object.set("message_id", old.number)
            } else if let number = Int(chat) {
                object.set("chat_id", number)
            } else {
                object.set("chat_id", chat)
            }
            object.set("text", lines.joined(separator: "\n"))
            object.array("entities") { entities in
                entities.object { bold in
                    bold.set("type", "bold")
                    bold.set("offset", 0)
                    bold.set("length", title.utf16.count)
                }
            }
            object.object("link_preview_options") { $0.set("is_disabled", true) }
            if alert.urgency == .low, alert.message == nil { object.set("disable_notification", true) }
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

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        post(body, to: alert.message == nil ? url : editing)
    }

    /// The chat as it is configured, which may be a name; behind a space its number and the message's, with a slash between.
    func message(in answer: HTTPAnswer) -> String? {
        let result = answer.json?["result"]
        guard let chat = result?["chat"]?["id"]?.whole, let number = result?["message_id"]?.whole else { return nil }
        return "\(self.chat) \(chat)/\(number)"
    }

    func canEdit(_ message: String) -> Bool { place(of: message) != nil }

    /// `nil` for a message in a chat that was configured before: what is told now is not for whoever reads there.
    private func place(of message: String) -> (chat: Int, number: Int)? {
        guard message.hasPrefix("\(chat) ") else { return nil }
        let parts = message.dropFirst(chat.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let chat = Int(parts[0]), let number = Int(parts[1]), number > 0 else { return nil }
        return (chat, number)
    }

    func verdict(onEdit answer: HTTPAnswer) -> Verdict {
        let says = (answer.json?["description"]?.word ?? "").lowercased()
        guard answer.status == 400 else { return verdict(on: answer) }
        if says.contains(text: "message is not modified") { return .delivered("Telegram shows it already") }
        let isGone = ["message to edit not found", "message can't be edited", "message_id_invalid"].contains {
            says.contains(text: $0)
        }
        return isGone ? .messageGone("Telegram has no such message any more that can be changed") : verdict(on: answer)
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        let json = answer.json
        if answer.isSuccess {
            let isTaken = json?["ok"]
            return answer.verdict(
                of: "Telegram", tookIt: isTaken == .bool(true), refusedIt: isTaken == .bool(false), check: "'server'")
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
