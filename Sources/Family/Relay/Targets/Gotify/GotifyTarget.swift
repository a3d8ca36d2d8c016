import HTTPClient
import JSON
import Store
import Values

/// An application of a Gotify server; text is shown as it is, without Markdown.
struct GotifyTarget: HTTPTarget {
    let url: HTTPURL
    let token: Secret
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// Each message is one of its own.
    let deduplicates = false

    private static let textLimit = TextLimit.bytes(4_000)

    init(server: String, token: Secret, addresses: AddressPolicy) throws(RelayError) {
        url = try HTTPURL(target: Secret(server.address(of: "/message")))
        self.token = token
        self.addresses = addresses
        secrets = [token]
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        JSONWriter.object { object in
            let remark = alert.remark(aboutRepeats: true)
            object.set("title", alert.title + (remark.map { " (\($0))" } ?? ""))
            // An empty message is refused.
            object.set("message", alert.text.isEmpty ? alert.title : Self.textLimit.cut(alert.text))
            object.set("priority", Self.priority(alert.urgency))
            object.object("extras") { extras in
                extras.object("client::display") { $0.set("contentType", "text/plain") }
                guard let link = alert.link else { return }
                extras.object("client::notification") { $0.object("click") { $0.set("url", link) } }
            }
        }
    }

    /// Of Gotify's eleven: up to 3 is silent, from 4 there is a sound, from 8 it vibrates too.
    private static func priority(_ urgency: AlertStyle.Urgency) -> Int {
        switch urgency {
        case .low: 2
        case .normal: 5
        case .high: 8
        }
    }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        var request = post(body, to: url)
        do throws(HTTPError) {
            try request.setHeader("X-Gotify-Key", token)
        } catch {
            throw RelayError(.badKey, "the Gotify token can't be sent as a header; copy it again from its source")
        }
        return request
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        // Where its answer breaks off, the status is enough.
        guard answer.isComplete || answer.isPage else { return answer.verdictByStatus }
        return answer.verdict(
            of: "Gotify", tookIt: answer.json?["id"]?.whole != nil, refusedIt: false, check: "'server'")
    }
}
