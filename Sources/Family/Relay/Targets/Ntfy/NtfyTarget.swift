import HTTPClient
import JSON
import Store
import Values

/// A topic of an ntfy server; text is shown as it is, without Markdown.
struct NtfyTarget: EditingTarget {
    /// The server's root, where messages as JSON go.
    let url: HTTPURL
    let topic: Secret
    let token: Secret?
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// By `sequence_id`, from server 2.16 on.
    let deduplicates = true
    let rate: TargetRate?

    /// A message takes 4,096 bytes; a longer one would become an attached file.
    private static let textLimit = TextLimit.bytes(3_500)

    init(server: String, topic: Secret, token: Secret?, addresses: AddressPolicy) throws(RelayError) {
        let isSound = topic.withText { 1...64 ~= $0.utf8.count && $0.utf8.allSatisfy(Self.isTopicByte) }
        guard isSound else {
            throw RelayError(.badURL, "an ntfy topic has 1 to 64 letters, digits, - and _")
        }
        url = try HTTPURL(target: Secret(server))
        // A server takes 60 of a visitor, and one more every five seconds.
        rate = TargetRate(RateKey(Secret(server), token ?? Secret("")), RateLimit(60, per: .seconds(300)))
        self.topic = topic
        self.token = token
        self.addresses = addresses
        secrets = [topic] + (token.map { [$0] } ?? [])
    }

    private static func isTopicByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        // An empty message would read "triggered".
        let text = alert.text.isEmpty ? alert.title : Self.textLimit.cut(alert.text)
        return JSONWriter.object { object in
            topic.withText { object.set("topic", $0) }
            // As JSON, so that no header has to say in ASCII what people wrote.
            object.set("title", alert.titleWithRemark)
            object.set("message", text)
            object.set("markdown", false)
            object.set("priority", Self.priority(alert.urgency))
            if !alert.tags.isEmpty { object.array("tags") { array in for tag in alert.tags { array.append(tag) } } }
            object.set("click", ifPresent: alert.link)
            object.set("icon", ifPresent: alert.iconAddress)
            // What has the same takes the place of what is shown.
            object.set("sequence_id", alert.message ?? alert.deliveryID)
        }
    }

    /// Of ntfy's five, 3 is the usual one; 2 makes no sound, and 4 vibrates for long.
    private static func priority(_ urgency: AlertStyle.Urgency) -> Int {
        switch urgency {
        case .low: 2
        case .normal: 3
        case .high: 4
        }
    }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        var request = post(body, to: url)
        do throws(HTTPError) {
            if let token { try request.setHeader("Authorization", prefix: "Bearer ", token) }
        } catch {
            throw RelayError(.badKey, "the ntfy token can't be sent as a header; copy it again from its source")
        }
        return request
    }

    /// `nil` of a server that is too old to know of it.
    func message(in answer: HTTPAnswer) -> String? { answer.json?["sequence_id"]?.word }

    func canEdit(_ message: String) -> Bool {
        1...64 ~= message.utf8.count && message.utf8.allSatisfy(Self.isTopicByte)
    }

    func verdict(onEdit answer: HTTPAnswer) -> Verdict { verdict(on: answer) }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        switch answer.json?["code"].map({ "\($0)" }) {
        // ntfy sends no Retry-After: a request comes back every five seconds, a daily quota at midnight.
        case "42901": return .retry(.rateLimited, after: answer.retryAfter ?? .seconds(5), "ntfy: too many requests")
        case "42908": return .retry(.rateLimited, after: .seconds(3_600), "ntfy: the day's messages are used up")
        default: break
        }
        guard answer.isComplete || answer.isPage else { return answer.verdictByStatus }
        let json = answer.json
        guard answer.isSuccess, json?["id"]?.word != nil, json?["sequence_id"] == nil else {
            return answer.verdict(
                of: "ntfy", tookIt: json?["id"]?.word != nil, refusedIt: false, check: "'server'")
        }
        return .delivered("ntfy took it, but is older than 2.16: a repeat would show twice")
    }
}
