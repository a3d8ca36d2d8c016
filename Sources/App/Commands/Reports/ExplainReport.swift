import Control
import Daemon
import JSON
import Values

/// `pocketbell explain`: how something came to be told, or why nobody was told of it.
package enum ExplainReport {
    /// - Parameter id: a delivery's number, an alert's key, a transaction's or a record's id, or how it begins.
    package static func show(_ id: String, _ context: CommandContext) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["explain"], query: ["id": id])) {
            answer, readable throws(JSONError) in try text(answer, readable, room: Report.room)
        }
    }

    static func text(_ answer: JSONNode, _ readable: Readable, room: Int? = nil) throws(JSONError) -> String {
        let alerts = try answer.required("alerts").elements()
        var text = try fact(answer, readable, room)
        if alerts.isEmpty {
            text += "no alert came of it" + (try isHistory(answer) ? ": it is older than the watch\n" : "\n")
        }
        for alert in alerts { text += try Self.alert(alert, readable, room) }
        return text
    }

    private static func isHistory(_ answer: JSONNode) throws(JSONError) -> Bool {
        try answer.optional("transaction")?.cell("source") == "baseline"
    }

    /// What the server lists, and how it was found.
    private static func fact(_ answer: JSONNode, _ readable: Readable, _ room: Int?) throws(JSONError) -> String {
        guard let row = try answer.optional("transaction") else { return "" }
        let about = [try row.firstName(), try readable.movement(row, "amount"), try row.cell("description")]
        var lines = [("about", about.joined(separator: " ")), ("happened", try readable.exactMoment(row, "at"))]
        for hint in try answer.required("hints").elements() {
            let settled = try readable.exactMoment(hint, "settledAt")
            let end = settled.isEmpty ? "nothing has answered it yet" : "\(try hint.word("state")) \(settled)"
            lines.append(
                (
                    "heard",
                    "\(try readable.exactMoment(hint, "receivedAt"))  \(try hint.cell("message")) from the hub of "
                        + "\(try hint.cell("account")); \(end)"
                ))
        }
        let found =
            switch try row.cell("source") {
            case "hint": "announced by a hub, and then in the list"
            case "baseline": "with the history that was there first"
            default: "by a scan; no hub had announced it"
            }
        let late = try row.cell("late") == "yes" ? ", late" : ""
        lines.append(("found", "\(try readable.exactMoment(answer, "firstSeenAt"))  \(found)\(late)"))
        return page("transaction \(try row.cell("id"))", lines, room)
    }

    private static func alert(_ alert: JSONNode, _ readable: Readable, _ room: Int?) throws(JSONError) -> String {
        var lines: [(String, String)] = [("alert", try alert.cell("alert"))]
        let notice = try alert.cell("notice")
        if !notice.isEmpty { lines.append(("says", notice)) }
        if try alert.cell("event") == "balanceLow" {
            lines.append(
                (
                    "says",
                    "\(try alert.firstName()): \(try readable.balance(alert, "balance")), below "
                        + "\(try readable.balance(alert, "threshold"))"
                ))
        }
        for rule in try alert.required("rules").elements() { lines.append(("rule", try Self.rule(rule))) }
        if try alert.cell("rulesChanged") == "yes" {
            lines.append(("but", "these are today's rules, and it was told by others: they have changed since"))
        }
        for dropped in try alert.required("dropped").elements() {
            lines.append(("not told", "\(try dropped.cell("target")): \(try dropped.cell("why"))"))
        }
        let deliveries = try alert.required("deliveries").elements()
        if deliveries.isEmpty { lines.append(("told", "nobody")) }
        for row in try alert.required("later").elements() { lines.append(("later", try later(row, readable))) }
        if let seen = try alert.optional("seen") {
            lines.append(("seen", "\(try readable.exactMoment(seen, "at")), by \(try seen.cell("by"))"))
        }
        let late = try alert.cell("late") == "yes" ? ", found late" : ""
        let reminder = try alert.optional("reminder").map { row throws(JSONError) in ", \(try which(row))" } ?? ""
        let head = "alert of \(try readable.exactMoment(alert, "at")): \(try alert.word("event"))\(reminder)\(late)"
        var text = page(head, lines, room)
        for delivery in deliveries { text += try DeliveriesReport.explanation(delivery, readable, room: room) }
        return text
    }

    /// Of a reminder or a rung, which it is.
    private static func which(_ row: JSONNode) throws(JSONError) -> String {
        let what = try row.cell("kind") == "again" ? "told again" : "told others"
        return "\(what) (\(try row.cell("number")) of \(try row.cell("of")))"
    }

    /// What tells it again, or others, while nobody has seen it.
    private static func later(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let isAgain = try row.cell("kind") == "again"
        let number = "(\(try row.cell("number")) of \(try row.cell("of")))"
        let place = "\(try row.cell("target"))\(isAgain ? " again" : "") \(number)"
        let at = try readable.exactMoment(row, "at")
        switch try row.cell("state") {
        case "planned": return "\(place): at \(at), unless somebody has seen it by then"
        case "notNeeded": return "\(place): not needed, for \(try row.cell("why"))\(at.isEmpty ? "" : ", \(at)")"
        default:
            let reason = try row.word("reason")
            let state = try DeliveriesReport.proven(row, "deliveryState") + (reason.isEmpty ? "" : " (\(reason))")
            return "\(place): \(at), delivery \(try row.cell("delivery")): \(state)"
        }
    }

    private static func rule(_ rule: JSONNode) throws(JSONError) -> String {
        let place = try rule.cell("place")
        let head = try rule.cell("rule") + (place.isEmpty ? "" : " (\(place))")
        let why = try rule.cell("why")
        guard why.isEmpty else { return "\(head): \(why)" }
        let parts = [
            ("tells", try names(rule, "tells"), ""),
            ("leaves out", try names(rule, "drops"), ", who may not know of it"),
            ("leaves to a rule before it", try names(rule, "outdone"), ""),
        ]
        let said = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)\($0.2)" }
        return "\(head): it matches" + (said.isEmpty ? "" : ", and " + said.joined(separator: "; "))
    }

    private static func names(_ rule: JSONNode, _ name: String) throws(JSONError) -> String {
        try rule.required(name).elements().map { node throws(JSONError) in try node.string() }.joined(separator: ", ")
    }

    private static func page(_ head: String, _ lines: [(String, String)], _ room: Int?) -> String {
        let told = lines.flatMap { name, text in
            let label = "  " + name + String(repeating: " ", count: max(1, 11 - name.count))
            return text.harmless.hanging(label, indent: label.count, room: room)
        }
        return ([head.harmless] + told).map { $0 + "\n" }.joined()
    }
}
