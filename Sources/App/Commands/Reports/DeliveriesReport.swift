import Control
import Daemon
import JSON

/// `pocketbell deliveries`.
package enum DeliveriesReport {
    /// - Parameters:
    ///   - state: a word of `DeliveryRow.State`; `nil` means all.
    ///   - target: a target's name; `nil` means all, also targets that are configured no more.
    ///   - limit: rows at most, the newest first.
    package static func list(
        _ context: CommandContext, state: String?, target: String?, limit: Int
    ) async -> CommandOutcome {
        var query = ["limit": "\(limit)"]
        query["state"] = state
        query["target"] = target
        return await Report.show(context, ControlRequest(.get, ["deliveries"], query: query), text: text)
    }

    /// Has a delivery sent again that was given up or waits, and shows its history.
    package static func retry(_ context: CommandContext, number: Int) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.post, ["deliveries", "\(number)", "retry"]), text: explanation)
    }

    /// Gives a delivery up for good, and shows its history.
    package static func discard(_ context: CommandContext, number: Int) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.post, ["deliveries", "\(number)", "discard"]), text: explanation)
    }

    /// Shows a delivery's history: each attempt, and what comes next.
    package static func explain(_ context: CommandContext, number: Int) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["deliveries", "\(number)"]), text: explanation)
    }

    static func text(_ deliveries: JSONNode) throws(JSONError) -> String {
        var table = TextTable([
            .init(title: "NUMBER", alignment: .trailing), .init(title: "TARGET"), .init(title: "STATE"),
            .init(title: "TRIES", alignment: .trailing), .init(title: "CHILD"),
            .init(title: "AMOUNT", alignment: .trailing), .init(title: "DESCRIPTION"), .init(title: "REASON"),
        ])
        let all = try deliveries.elements()
        for delivery in all {
            let cells = ["number", "target", "state", "attempts", "child", "amount", "description", "reason"]
            table.append(try cells.map { name throws(JSONError) in try delivery.cell(name) })
        }
        return all.isEmpty ? "No delivery is like that.\n" : table.text(style: Report.style)
    }

    static func explanation(_ history: JSONNode) throws(JSONError) -> String {
        let delivery = try history.required("delivery")
        var lines = [
            "delivery \(try delivery.cell("number")) to \(try delivery.cell("target")): \(try delivery.cell("state"))"
        ]
        let about = try ["child", "amount", "description"].map { name throws(JSONError) in try delivery.cell(name) }
        // Of one that can't be read there may be nothing but its number.
        for (name, text) in [("alert", try delivery.cell("alert")), ("about", about.joined(separator: " "))] {
            if text.contains(where: { $0 != " " }) { lines.append("  \(name)      \(text)") }
        }
        lines.append("  next       \(try next(delivery))")
        if let detail = try delivery.optional("detail")?.string() { lines += ["  because    \(detail)"] }
        for attempt in try history.required("attempts").elements() {
            let outcome = try attempt.optional("outcome") == nil ? "under way" : try attempt.cell("outcome")
            lines += [
                "  attempt \(try attempt.cell("number"))  \(try attempt.cell("startedAt"))  \(outcome)  "
                    + "\(try attempt.cell("reason"))  \(try attempt.cell("detail"))"
            ]
        }
        return lines.map { $0.harmless + "\n" }.joined()
    }

    private static func next(_ delivery: JSONNode) throws(JSONError) -> String {
        let isReadable = try !delivery.cell("dueAt").isEmpty
        return switch try delivery.cell("state") {
        case "queued" where !isReadable, "inDoubt" where !isReadable: "given up, since the store cannot read it"
        case "queued": "tried at \(try delivery.cell("dueAt"))"
        case "inDoubt": "it may have arrived; tried again at \(try delivery.cell("dueAt")), marked as a repeat"
        case "attempting": "being sent just now"
        case "delivered": "nothing: it was delivered"
        case "dead": "nothing by itself; send it again: pocketbell deliveries retry \(try delivery.cell("number"))"
        case "skipped": "nothing: it may have arrived, and its target does not want repeats"
        default: "nothing: a person gave it up"
        }
    }
}
