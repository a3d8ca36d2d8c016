import HTTPClient
import JSON
import Store
import Values

/// A user or a group of Pushover; text is shown as it is, without HTML.
struct PushoverTarget: HTTPTarget {
    let url: HTTPURL
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// Pushover knows no identity of a message.
    let deduplicates = false

    private let token: Secret
    private let user: Secret
    private let device: String?

    /// A message takes 1,024 characters, a title 250 and a link 512.
    private static let textLimit = TextLimit.utf16(1_000)
    private static let titleLimit = TextLimit.utf16(240)
    private static let linkLimit = 512

    init(
        server: String, token: Secret, user: Secret, device: String?, addresses: AddressPolicy
    ) throws(RelayError) {
        url = try HTTPURL(target: Secret(server.address(of: "/1/messages.json")))
        (self.token, self.user, self.device, self.addresses) = (token, user, device, addresses)
        secrets = [token, user]
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        let remark = alert.remark(aboutRepeats: true).map { " (\($0))" } ?? ""
        return JSONWriter.object { object in
            // Not in the address, where logs would keep them.
            token.withText { object.set("token", $0) }
            user.withText { object.set("user", $0) }
            object.set("device", ifPresent: device)
            object.set("title", Self.titleLimit.cut(alert.title + remark))
            // An empty message is refused.
            object.set("message", alert.text.isEmpty ? alert.title : Self.textLimit.cut(alert.text))
            object.set("priority", Self.priority(alert.urgency))
            guard let link = alert.link, link.utf8.count <= Self.linkLimit else { return }
            object.set("url", link)
            object.set("url_title", alert.words.open)
        }
    }

    /// Of Pushover's five: -1 makes no sound, 1 goes through quiet hours. 2 would ring until somebody confirms.
    private static func priority(_ urgency: AlertStyle.Urgency) -> Int {
        switch urgency {
        case .low: -1
        case .normal: 0
        case .high: 1
        }
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        let json = answer.json
        switch answer.status {
        case 400 where json?["token"] == "invalid":
            return .endpointDead(.unauthorized, "Pushover does not know the application: check 'token'")
        case 400 where json?["user"] == "invalid":
            return .endpointDead(.unauthorized, "Pushover does not know the user or group: check 'user'")
        // There is no way to know when: the month's messages are used up, or somebody else pauses us.
        case 429:
            let wait = answer.retryAfter ?? .seconds(3_600)
            return .retry(.rateLimited, after: wait, "Pushover answered 429: the month's messages are used up")
        default:
            let status = json?["status"]?.whole
            return answer.verdict(of: "Pushover", tookIt: status == 1, refusedIt: status != nil)
        }
    }
}
