import HTTPClient
import JSON
import Store
import Values

/// A person or a group of Signal, by signal-cli-rest-api; text is shown as it is, without styles.
struct SignalTarget: HTTPTarget {
    let url: HTTPURL
    let addresses: AddressPolicy
    /// The gateway asks for none.
    let secrets: [Secret] = []
    /// The gateway knows no identity of a message.
    let deduplicates = false
    let rate: TargetRate?

    private let number: String
    private let recipient: String

    /// A longer message than some 2,000 bytes becomes an attached file.
    private static let textLimit = TextLimit.bytes(1_200)
    private static let titleLimit = TextLimit.bytes(200)
    private static let linkLimit = 400

    init(server: String, number: String, recipient: String, addresses: AddressPolicy) throws(RelayError) {
        url = try HTTPURL(target: Secret(server.address(of: "/v2/send")))
        // Who sends more to one person is taken for a machine, and asked to prove the contrary.
        rate = TargetRate(RateKey(Secret(number), Secret(recipient)), RateLimit(6, per: .seconds(60)))
        (self.number, self.recipient, self.addresses) = (number, recipient, addresses)
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        let link = alert.link.flatMap { $0.utf8.count <= Self.linkLimit ? $0 : nil }
        let remark = alert.remark(aboutRepeats: true).map { "(\($0))" }
        let lines = [Self.titleLimit.cut(alert.title), Self.textLimit.cut(alert.text), remark ?? "", link ?? ""]
        return JSONWriter.object { object in
            object.set("number", number)
            // One alone: of several some may have it when the gateway fails, and a repeat would tell them twice.
            object.array("recipients") { $0.append(recipient) }
            object.set("message", lines.filter { !$0.isEmpty }.joined(separator: "\n"))
            object.set("text_mode", "normal")
        }
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        switch answer.status {
        case 201:
            let timestamp = answer.json?["timestamp"]
            return answer.verdict(
                of: "Signal", tookIt: timestamp != nil && timestamp != .null, refusedIt: timestamp == .null,
                check: "'server'")
        case 200..<300: return answer.isSomebodyElses(than: "the gateway", check: "'server'")
        // Whatever is wrong, the status is the same: only the words tell.
        case 400: return refusal((answer.json?["error"]?.word ?? "").lowercased())
        case 429:
            let wait = answer.retryAfter ?? .seconds(3_600)
            return .retry(
                .rateLimited, after: wait,
                "Signal wants to know that you are a person: solve its challenge at the gateway")
        default: return answer.verdictByStatus
        }
    }

    private func refusal(_ words: String) -> Verdict {
        let says = { (text: String) in words.contains(text: text) }
        if says("captcha") || says("rate limit") || says("ratelimit") {
            return .retry(.rateLimited, after: .seconds(3_600), "Signal has had too many messages from the gateway")
        }
        if says("untrusted identity") {
            return .endpointDead(
                .unauthorized, "the recipient has another phone: trust its new identity at the gateway")
        }
        if says("is not registered") || says("no account") {
            return .endpointDead(.unauthorized, "the gateway isn't registered with this number: check 'number'")
        }
        if says("unregistered") || says("group not found") || says("invalid group") || says("not a member") {
            return .endpointDead(.gone, "Signal knows no such recipient: check 'recipient'")
        }
        if says("couldn't process request") { return .refused(.rejected, "the gateway doesn't accept this message") }
        // Of a group some may have it, and after its time is up all.
        return .inDoubt(.serverError, "the gateway could not send it, or not to everybody")
    }
}
