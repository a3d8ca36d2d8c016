import Control
import HTTPServer
import JSON
import Runtime
import Store
import Values

/// What a form of the page asks for, as the order that a command would give: the page can do nothing that `Control` cannot.
struct PageOrders: Sendable {
    /// The fields of a form. A browser sends each once; of one that is there twice the first counts.
    struct Form: Sendable {
        private let fields: [String: String]

        /// - Parameter body: as `application/x-www-form-urlencoded` has it; what cannot be read is not there.
        init(_ body: [UInt8]) {
            var fields: [String: String] = [:]
            for pair in String(decoding: body, as: UTF8.self).split(separator: "&").prefix(64) {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, let name = PercentCoding.decode(parts[0], plusIsSpace: true),
                    let value = PercentCoding.decode(parts[1], plusIsSpace: true)
                else { continue }
                fields[name] = fields[name] ?? value
            }
            self.fields = fields
        }

        subscript(name: String) -> String { fields[name] ?? "" }
    }

    /// The order, and where the browser goes when it is carried out.
    ///
    /// - Returns: `nil` for a form that the page does not have.
    static func request(of form: Form) -> (request: ControlRequest, way: PageFrame.Place)? {
        switch form["order"] {
        case "retry", "discard":
            guard let number = Int64(form["number"]) else { return nil }
            let body: JSONValue = ["numbers": .array([.number(JSONNumberText(Int(number)))])]
            return (ControlRequest(.post, ["deliveries", form["order"]], body: Secret(body.description)), .alerts)
        case "approve", "reject":
            guard !form["record"].isEmpty, form["intent"].utf8.count == 32 else { return nil }
            var draft = OrderDraft(id: form["intent"], form["order"] == "approve" ? .approveChore : .rejectChore)
            draft.record = form["record"]
            draft.account = form["account"].isEmpty ? nil : form["account"]
            return (ControlRequest(.post, ["orders"], body: draft.json), .overview)
        case "silence":
            let parts = form["of"].split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, ["child", "target"].contains(parts[0]), let hours = Int(form["hours"]),
                SilenceList.hours.contains(hours)
            else { return nil }
            let body: JSONValue = [
                "of": .string(parts[1]), "target": .bool(parts[0] == "target"),
                "seconds": .number(JSONNumberText(hours * 3_600)),
            ]
            return (ControlRequest(.post, ["silences"], body: Secret(body.description)), .health)
        case "end-silence":
            guard let number = Int64(form["number"]) else { return nil }
            return (ControlRequest(.post, ["silences", "\(number)", "end"]), .health)
        case "test":
            guard !form["target"].isEmpty else { return nil }
            return (ControlRequest(.post, ["targets", form["target"], "test"]), .health)
        default: return nil
        }
    }

    /// What a person is told of an answer; empty where the view that follows shows it.
    static func sentences(_ answer: ControlAnswer, of order: String) -> [String] {
        switch answer {
        case .refused(let refusal): [refusal.message] + (refusal.hint.map { [$0] } ?? [])
        case .value(let value) where order == "test":
            [value.text("message"), value.text("text"), value.text("body"), value.text("answer")].filter { !$0.isEmpty }
        case .value(let value): value.list("refused").map { $0.text("message") }
        case .text, .picture: []
        }
    }
}
