import Control
import Daemon
import JSON
import TextFormats

/// `pocketbell deliveries`.
package enum DeliveriesReport {
    /// The newest rows: as many as named, else 20, and all of a named time or for a program that reads them.
    package static func list(
        _ context: CommandContext, _ filter: ListFilter, _ options: ListOptions = ListOptions(), limit named: Int?
    ) async -> CommandOutcome {
        let limit = RowLimit(named, context, options, filter)
        let request = ControlRequest(.get, ["deliveries"], query: ["limit": "\(limit.count)"])
        return await Report.show(list, context, options, request, filter: filter, limit: limit)
    }

    /// Shows a delivery's history: each attempt, and what comes next.
    package static func explain(_ context: CommandContext, number: Int) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["deliveries", "\(number)"])) {
            history, readable throws(JSONError) in try explanation(history, readable, room: Report.room)
        }
    }

    static let list = ListReport(
        columns: [
            .init("NUMBER", .trailing) { row, _ throws(JSONError) in try row.cell("number") },
            .init("WHEN") { row, readable throws(JSONError) in try readable.moment(row, "createdAt") },
            .init("EVENT") { row, _ throws(JSONError) in try row.word("event") },
            .init("TARGET", least: 12) { row, _ throws(JSONError) in try row.cell("target") }, .proof(),
            .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
            .init("AMOUNT", .trailing) { row, readable throws(JSONError) in try amount(row, readable) },
            .init("WHAT", least: 12, rank: .extra) { row, readable throws(JSONError) in try description(row, readable)
            },
            .init("TRIES", .trailing, rank: .extra) { row, _ throws(JSONError) in try row.cell("attempts") },
            .init("REASON", rank: .extra) { row, readable throws(JSONError) in try reason(row, readable) },
        ],
        fields: [
            .own("number"), .moment("createdAt"), .word("event"),
            .typed("target") { row throws(JSONError) in try row.cell("target") },
            .word("state"), .word("proof"), .own("attempts"), .moment("at"),
            .typed("child") { row throws(JSONError) in try row.optional("child")?.cell("name") ?? "" }, .own("amount"),
            .own("balance"), .own("threshold"), .own("currency"),
            .typed("description") { row throws(JSONError) in try row.cell("description") },
            .typed("notice") { row throws(JSONError) in try row.optional("notice")?.cell("sentence") ?? "" },
            .own("late"), .own("repeat"), .moment("dueAt"), .moment("updatedAt"), .word("reason"),
            .typed("detail") { row throws(JSONError) in try row.cell("detail") },
        ], none: "Nothing was told to anybody yet.", noMatch: "No delivery is like that.")

    /// Why it is as it is; of what is held, until when.
    private static func reason(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        guard try row.cell("state") == "queued", try row.cell("attempts") == "0",
            let due = try row.optional("dueAt")?.timestamp(), let made = try row.optional("createdAt")?.timestamp(),
            due > made
        else { return try row.word("reason") }
        return "until \(try readable.moment(row, "dueAt"))"
    }

    /// What moved; for a balance that fell too low that balance.
    private static func amount(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        if try isOfBalance(row) { return try readable.balance(row, "balance") }
        guard try row.cell("amount").isEmpty, let details = try row.optional("details") else {
            return try readable.movement(row, "amount")
        }
        return try readable.balance(details, "price", in: row)
    }

    private static func isOfBalance(_ row: JSONNode) throws(JSONError) -> Bool {
        ["balanceLow", "balanceRecovered"].contains(try row.cell("event"))
    }

    private static func description(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        if let notice = try row.optional("notice") {
            return (try notice.cell("over") == "yes" ? "over: " : "") + (try notice.cell("sentence"))
        }
        if try isOfBalance(row) {
            let word = try row.cell("event") == "balanceLow" ? "below" : "no longer below"
            return "\(word) \(try readable.balance(row, "threshold"))"
        }
        guard try row.cell("description").isEmpty, let details = try row.optional("details") else {
            return try row.cell("description")
        }
        if let name = try details.optional("name")?.string() { return name }
        if let due = try details.optional("due")?.string() { return "due \(due)" }
        return try details.optional("reason")?.string() ?? ""
    }

    static func explanation(_ history: JSONNode, _ readable: Readable, room: Int? = nil) throws(JSONError) -> String {
        let delivery = try history.required("delivery")
        let (number, target) = (try delivery.cell("number"), try delivery.cell("target"))
        let head = "delivery \(number) to \(target): \(try proven(delivery))".harmless
        let lines = try explained(history, delivery, readable).flatMap { name, text in
            let label = "  " + name + String(repeating: " ", count: max(1, 11 - name.count))
            return text.harmless.hanging(label, indent: label.count, room: room)
        }
        return ([head] + lines).map { $0 + "\n" }.joined()
    }

    /// What is proven of one that its target took; the state of any other.
    static func proven(_ row: JSONNode, _ state: String = "state") throws(JSONError) -> String {
        try row.optional("proof") == nil ? try row.word(state) : try row.word("proof")
    }

    /// That it was told before, who has seen it, and what follows if nobody has.
    private static func seeing(
        _ history: JSONNode, _ delivery: JSONNode, _ readable: Readable
    ) throws(JSONError) -> [(String, String)] {
        var lines: [(String, String)] = []
        if let reminder = try delivery.optional("reminder") {
            let isAgain = try reminder.cell("kind") == "again"
            let what = isAgain ? "told again, since nobody had seen it" : "told others, since nobody had seen it"
            lines.append(("reminder", "\(what) (\(try reminder.cell("number")) of \(try reminder.cell("of")))"))
        }
        if let seen = try delivery.optional("seen") {
            return lines + [("seen", "by \(try seen.cell("by")), \(try readable.moment(seen, "at"))")]
        }
        for row in try history.required("followUps").elements() {
            let target = try row.cell("target")
            let what = try row.cell("kind") == "again" ? "\(target) is told again" : "\(target) is told"
            lines.append(("if unseen", "\(what) \(try readable.moment(row, "at"))"))
        }
        return lines
    }

    /// What there is to say of it, each under a name.
    private static func explained(
        _ history: JSONNode, _ delivery: JSONNode, _ readable: Readable
    ) throws(JSONError) -> [(String, String)] {
        // What is wrong with the program says its text.
        let what = try delivery.optional("notice") == nil ? try description(delivery, readable) : ""
        let about = [try delivery.firstName(), try amount(delivery, readable), what].filter { !$0.isEmpty }
        // Of one that can't be read there may be nothing but its number.
        let parts = [
            ("rule", try history.cell("rule")), ("about", about.joined(separator: " ")),
            ("title", try history.cell("title")), ("text", try history.cell("text")),
            ("words", try wording(history)), ("digest", try digest(history, delivery)),
            ("withdrawn", try withdrawal(history, readable)),
        ]
        var lines = parts.filter { !$0.1.isEmpty }
        lines += try seeing(history, delivery, readable)
        lines.append(("next", try next(history, readable)))
        if let detail = try delivery.optional("detail")?.string() { lines.append(("because", detail)) }
        for attempt in try history.required("attempts").elements() {
            let words = [
                try readable.exactMoment(attempt, "startedAt"), try outcome(of: attempt), try attempt.word("reason"),
                try attempt.cell("detail"),
            ]
            lines.append(("attempt \(try attempt.cell("number"))", words.joined(separator: "  ")))
        }
        return lines
    }

    /// What is proven of an attempt that its target took; how any other ended.
    private static func outcome(of attempt: JSONNode) throws(JSONError) -> String {
        if let proof = try attempt.optional("proof")?.string() { return proof }
        return try attempt.optional("outcome") == nil ? "under way" : try attempt.word("outcome")
    }

    /// Nobody keeps the words that were sent.
    private static func wording(_ history: JSONNode) throws(JSONError) -> String {
        guard try !history.cell("text").isEmpty, try !history.required("attempts").elements().isEmpty else { return "" }
        return "by today's configuration; its language, currency and looks may have been others when it was sent"
    }

    /// What it tells of is not there any more.
    private static func withdrawal(_ history: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        guard try history.optional("withdrawnAt") != nil else { return "" }
        return "the server does not list the transaction any more, since \(try readable.moment(history, "withdrawnAt"))"
    }

    /// Its words did not go out alone.
    private static func digest(_ history: JSONNode, _ delivery: JSONNode) throws(JSONError) -> String {
        guard let digest = try history.optional("digest") else { return "" }
        let others = try digest.required("others").int()
        let told = try delivery.optional("proof") != nil ? "told " : ""
        return "\(told)in a digest\(others == 0 ? "" : " with \(others) other\(others == 1 ? "" : "s")")"
    }

    /// What comes next, and when.
    private static func next(_ history: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        guard let next = try history.optional("next") else { return "given up, since the store cannot read it" }
        let at = try readable.age(next, "at")
        // In front: the sentence may end with a command to type.
        return (at.isEmpty ? "" : "\(at): ") + (try next.cell("sentence"))
    }
}
