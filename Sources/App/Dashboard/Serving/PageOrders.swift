import Control
import HTTPServer
import JSON
import Runtime
import Store
import Values

/// What a form of the page asks for, as the order that a command would give: the page can do nothing that `Control` cannot.
enum PageOrders {
    /// The fields of a form. A browser sends each once; of one that is there twice the first counts.
    struct Form: Sendable {
        private var fields: [String: String] = [:]
        private var files: [String: [UInt8]] = [:]
        /// Bytes of a form without files: what is longer is none of this page's.
        private static let most = 64 * 1_024

        /// What cannot be read is not there.
        init(_ request: HTTPRequest) {
            let type = request.headers["content-type"] ?? ""
            if let form = MultipartForm(request.body, contentType: type) {
                take(form)
            } else if request.body.count <= Self.most {
                take(urlEncoded: request.body)
            }
        }

        private mutating func take(_ form: MultipartForm) {
            for part in form.parts {
                if part.fileName == nil {
                    fields[part.name] = fields[part.name] ?? String(decoding: part.bytes, as: UTF8.self)
                } else if !part.bytes.isEmpty {
                    files[part.name] = files[part.name] ?? Array(part.bytes)
                }
            }
        }

        private mutating func take(urlEncoded body: [UInt8]) {
            for pair in String(decoding: body, as: UTF8.self).split(separator: "&").prefix(64) {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, let name = PercentCoding.decode(parts[0], plusIsSpace: true),
                    let value = PercentCoding.decode(parts[1], plusIsSpace: true)
                else { continue }
                fields[name] = fields[name] ?? value
            }
        }

        subscript(name: String) -> String { fields[name] ?? "" }

        /// All that was sent, but what only says that it came from the page.
        var identity: String {
            fields.filter { $0.key != "form" }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "\n")
        }

        /// What was chosen for a field that takes a file; `nil` for nothing.
        func file(_ name: String) -> [UInt8]? { files[name] }
    }

    /// The order, and where the browser goes when it is carried out.
    ///
    /// - Returns: `nil` for a form that the page does not have.
    static func request(of form: Form) -> (request: ControlRequest, way: PageFrame.Place)? {
        switch form["order"] {
        case "retry", "discard", "seen":
            guard let number = Int64(form["number"]) else { return nil }
            let body: JSONValue = ["numbers": .array([.number(JSONNumberText(Int(number)))])]
            let path = form["order"] == "seen" ? ["seen"] : ["deliveries", form["order"]]
            return (ControlRequest(.post, path, body: Secret(body.description)), .alerts)
        case "retry-entry", "discard-entry":
            guard !form["entry"].isEmpty else { return nil }
            let body: JSONValue = ["intents": .array([.string(form["entry"])])]
            let order = form["order"] == "retry-entry" ? "retry" : "discard"
            return (ControlRequest(.post, ["intents", order], body: Secret(body.description)), .entries)
        case "drill": return (ControlRequest(.post, ["drill"]), .health)
        case "look-now": return (ControlRequest(.post, ["cache", "refresh"]), .health)
        case "resolve":
            guard ["mine", "server"].contains(form["keep"]) else { return nil }
            var draft = ConflictDraft(form["conflict"])
            draft.keep = form["keep"]
            return (ControlRequest(.post, ["conflicts", "resolve"], body: draft.json), .entries)
        case "silence":
            guard let body = silence(form) else { return nil }
            return (ControlRequest(.post, ["silences"], body: Secret(body.description)), .health)
        case "end-silence":
            guard let number = Int64(form["number"]) else { return nil }
            return (ControlRequest(.post, ["silences", "\(number)", "end"]), .health)
        case "test":
            guard !form["target"].isEmpty else { return nil }
            return (ControlRequest(.post, ["targets", form["target"], "test"]), .health)
        case "read-notice":
            guard !form["notice"].isEmpty else { return nil }
            var draft = OrderDraft(id: PageSession.newID(), .readNotifications)
            draft.fields = ["ids": form["notice"]]
            return (ControlRequest(.post, ["orders"], body: draft.json), .alerts)
        default: return access(form) ?? keeping(form)
        }
    }

    /// What lies here: copied, and forgotten.
    private static func keeping(_ form: Form) -> (request: ControlRequest, way: PageFrame.Place)? {
        switch form["order"] {
        case "purge", "clear": return (ControlRequest(.post, ["cache", form["order"]]), .health)
        case "make-copy": return (ControlRequest(.post, ["copies"]), .health)
        case "restore-copy":
            guard !form["copy"].isEmpty else { return nil }
            return (ControlRequest(.post, ["copies", form["copy"], "restore"]), .health)
        default: return nil
        }
    }

    private static func silence(_ form: Form) -> JSONValue? {
        let parts = form["of"].split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["child", "target"].contains(parts[0]), let hours = Int(form["hours"]),
            SilenceList.hours.contains(hours)
        else { return nil }
        return [
            "of": .string(parts[1]), "target": .bool(parts[0] == "target"),
            "seconds": .number(JSONNumberText(hours * 3_600)),
        ]
    }

    /// What a person is told of an answer; empty where the view that follows shows it.
    static func sentences(_ answer: ControlAnswer, of order: String, _ words: any PageWords) -> [String] {
        switch answer {
        case .refused(let refusal): [refusal.message] + (refusal.hint.map { [$0] } ?? [])
        case .value(let value) where order == "test":
            [value.text("message"), value.text("text"), value.text("body"), value.text("answer")].filter { !$0.isEmpty }
        case .value(let value) where order == "create-token":
            [words.tokenMade(value.text("for") == "feed" ? nil : value.text("desktop")), value.text("token")]
        case .value(let value) where order == "drill":
            value.elements.map { "\($0.text("target")): \(words.delivery($0.text("state"))) \($0.text("detail"))" }
        case .value where order == "restore-copy": [words.copyComes]
        case .value(let value) where ["purge", "clear"].contains(order):
            [words.forgotten(rows: value.count("rows"), pictures: value.count("pictures"))]
        case .value(let value): value.list("refused").map { $0.text("message") }
        case .text, .picture: []
        }
    }
}
