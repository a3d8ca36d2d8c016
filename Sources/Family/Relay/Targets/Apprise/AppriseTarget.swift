import HTTPClient
import JSON
import Store
import Values

/// What an Apprise server has under a key. Nobody here knows which services those are, so the text names nobody anywhere.
struct AppriseTarget: HTTPTarget {
    let url: HTTPURL
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// Apprise knows no identity of a message, nor do most of its services.
    let deduplicates = false

    private let tag: String?

    /// Apprise cuts, or divides, what is longer than each service takes; nobody reads more than this.
    private static let textLimit = TextLimit.bytes(3_000)
    private static let titleLimit = TextLimit.utf16(200)

    init(server: String, key: Secret, tag: String?, addresses: AddressPolicy) throws(RelayError) {
        let place = key.withText { Secret(server.address(of: "/notify/\($0)")) }
        url = try HTTPURL(target: place)
        (self.tag, self.addresses, secrets) = (tag, addresses, [place, key])
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        let remark = alert.remark(aboutRepeats: true).map { "(\($0))" }
        // An empty body is refused.
        let text = alert.text.isEmpty ? alert.title : alert.text
        let lines = [Self.unnamed(Self.textLimit.cut(text)), remark ?? "", alert.link ?? ""].filter { !$0.isEmpty }
        return JSONWriter.object { object in
            object.set("title", Self.unnamed(Self.titleLimit.cut(alert.title)))
            object.set("body", lines.joined(separator: "\n"))
            object.set("type", alert.urgency == .high ? "warning" : "info")
            object.set("format", "text")
            object.set("tag", ifPresent: tag)
        }
    }

    /// Some services look for names in any text, and of Slack's own form of them Apprise has its plug-in make names again.
    private static func unnamed(_ text: String) -> String { LiteralText.unnamed(text, "@<:#") }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        var request = post(body, to: url)
        do throws(HTTPError) {
            // Else it answers with its log, which is text for people.
            try request.setHeader("Accept", "application/json")
        } catch {
            throw RelayError(.badURL, "\(error)")
        }
        return request
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        switch answer.status {
        case 204: return .endpointDead(.gone, "Apprise has nothing configured under this key: check 'key'")
        case 424 where answer.json?["details"] == .array([]):
            return .endpointDead(.gone, "Apprise has no service with this tag: check 'tag'")
        // One of several services: the others may have it.
        case 424: return .inDoubt(.serverError, "Apprise could not tell all of its services")
        default:
            let error = answer.json?["error"]
            return answer.verdict(
                of: "Apprise", tookIt: error == .null, refusedIt: error?.word != nil, check: "'server'")
        }
    }
}
