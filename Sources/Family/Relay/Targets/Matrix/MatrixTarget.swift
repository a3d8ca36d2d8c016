import HTTPClient
import JSON
import Store
import Values

/// A room of a Matrix server. The text comes twice, plain and as HTML in which all that people typed is escaped.
struct MatrixTarget: EditingTarget {
    /// Where the room's messages go; the identity of one comes behind it.
    let url: HTTPURL
    let addresses: AddressPolicy
    let secrets: [Secret]
    /// By the transaction's id, as long as the server keeps those; Synapse does for a day.
    let deduplicates = true

    private let token: Secret
    private let place: String
    private let room: String

    /// An event takes 65,536 bytes; each of these may become five, and comes twice.
    private static let textLimit = TextLimit.bytes(4_000)
    private static let titleLimit = TextLimit.bytes(300)

    init(server: String, room: String, token: Secret, addresses: AddressPolicy) throws(RelayError) {
        place = server.address(of: "/_matrix/client/v3/rooms/\(AlertLink.segment(room))/send/m.room.message/")
        url = try HTTPURL(target: Secret(place))
        (self.room, self.token, self.addresses, secrets) = (room, token, addresses, [token])
    }

    func body(for alert: RenderedAlert) -> [UInt8] {
        let (title, text) = (Self.titleLimit.cut(alert.title), Self.textLimit.cut(alert.text))
        // A repeat shows nothing new.
        let remark = alert.remark(aboutRepeats: false).map { "(\($0))" }
        let plain = [Self.unnamed(title), Self.unnamed(text), remark ?? "", alert.link ?? ""].filter { !$0.isEmpty }
        let html = Self.html(title, text, remark, alert.link, alert.words.open)
        let write = { (object: inout JSONObjectWriter, mark: String) in
            // Of a notice clients make no sound.
            object.set("msgtype", alert.urgency == .low ? "m.notice" : "m.text")
            object.set("body", mark + plain.joined(separator: "\n"))
            object.set("format", "org.matrix.custom.html")
            object.set("formatted_body", mark + html)
            // Its being there switches the older rules off, which look for names in the text.
            object.object("m.mentions") { _ in }
        }
        return JSONWriter.object { object in
            guard let old = alert.message.flatMap({ event(of: $0) }) else { return write(&object, "") }
            // For clients that know of no edits: the mark is the one that the specification asks for.
            write(&object, "* ")
            object.object("m.new_content") { write(&$0, "") }
            object.object("m.relates_to") { relation in
                relation.set("rel_type", "m.replace")
                relation.set("event_id", old)
            }
        }
    }

    /// The room and the event, with a blank between: of another room none could be changed here.
    func message(in answer: HTTPAnswer) -> String? { answer.json?["event_id"]?.word.map { "\(room) \($0)" } }

    func canEdit(_ message: String) -> Bool { event(of: message) != nil }

    private func event(of message: String) -> String? {
        guard message.hasPrefix("\(room) ") else { return nil }
        let event = message.dropFirst(room.count + 1)
        return event.isEmpty ? nil : String(event)
    }

    /// The event that is changed is not asked for: one that was taken away leaves the change standing for itself.
    func verdict(onEdit answer: HTTPAnswer) -> Verdict { verdict(on: answer) }

    private static func html(
        _ title: String, _ text: String, _ remark: String?, _ link: String?, _ open: String
    ) -> String {
        let lines = [
            "<strong>\(escaped(title))</strong>", escaped(text), remark.map(LiteralText.escaped) ?? "",
            link.map { "<a href=\"\(LiteralText.attribute($0))\">\(LiteralText.escaped(open))</a>" } ?? "",
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "<br>")
    }

    private static func escaped(_ text: String) -> String {
        LiteralText.escaped(unnamed(text)).replacing(text: "\n", with: "<br>")
    }

    /// Clients make links of names, rooms and addresses, and servers fetch what the last ones lead to.
    private static func unnamed(_ text: String) -> String { LiteralText.unnamed(text, "@#:") }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        var request = post(body, to: try HTTPURL(target: Secret(place + alert.deliveryID)))
        request.method = .put
        do throws(HTTPError) {
            try request.setHeader("Authorization", prefix: "Bearer ", token)
        } catch {
            throw RelayError(.badKey, "the Matrix token can't be sent as a header; copy it again from its source")
        }
        return request
    }

    func verdict(on answer: HTTPAnswer) -> Verdict {
        let json = answer.json
        switch json?["errcode"]?.word {
        case "M_LIMIT_EXCEEDED":
            let wait = [answer.retryAfter, json?["retry_after_ms"]?.milliseconds].compactMap { $0 }.max()
            return .retry(.rateLimited, after: wait, "Matrix answered \(answer.status): too many messages")
        case "M_UNKNOWN_TOKEN", "M_MISSING_TOKEN":
            return .endpointDead(
                .unauthorized, "Matrix does not know the token: sign in anew, and write the new one down")
        case "M_FORBIDDEN":
            return .endpointDead(.unauthorized, "the user may not write in the room: invite it, and have it join")
        // The server has too many users or messages for now, which says nothing of this one.
        case "M_RESOURCE_LIMIT_EXCEEDED":
            return .retry(.serverError, after: .seconds(3_600), "the Matrix server is at one of its limits")
        default:
            return answer.verdict(
                of: "Matrix", tookIt: json?["event_id"]?.word != nil, refusedIt: json?["errcode"]?.word != nil,
                check: "'server'")
        }
    }
}

extension JSONValue {
    /// A wait as Matrix says it, rounded up to seconds.
    fileprivate var milliseconds: Duration? {
        guard let count = whole, 0...31_536_000_000 ~= count else { return nil }
        return .seconds((count + 999) / 1_000)
    }
}
