import Control
import Daemon
import JSON
import TextFormats
import Values

/// `pocketbell conflicts`: what was changed here and by somebody else at the same time.
package enum ConflictsReport {
    /// - Parameter isAll: what is decided, too.
    package static func list(_ context: CommandContext, _ options: ListOptions, isAll: Bool) async -> CommandOutcome {
        let request = ControlRequest(.get, ["conflicts"], query: isAll ? ["all": "1"] : [:])
        return await Report.show(list, context, options, request)
    }

    /// - Parameter number: as `conflicts` shows it.
    package static func show(_ context: CommandContext, number: String) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["conflicts", number]), text: text)
    }

    /// Carries a decision out and shows what came of it.
    ///
    /// - Parameters:
    ///   - keep: `server` or `mine`.
    ///   - set: `FIELD=VALUE`, instead of both.
    package static func resolve(
        _ context: CommandContext, number: String, keep: String?, set: String?
    ) async -> CommandOutcome {
        var draft = ConflictDraft(number)
        draft.keep = keep
        if let set {
            let parts = set.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            draft.fields[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
        let request = ControlRequest(.post, ["conflicts", "resolve"], body: draft.json)
        return await Report.show(context, request, text: text)
    }

    static let list = ListReport(
        columns: [
            .init("ID", .trailing) { row, _ throws(JSONError) in try row.cell("conflict") },
            .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
            .init("WHAT", least: 8) { row, _ throws(JSONError) in try what(row) },
            .init("FIELD") { row, _ throws(JSONError) in try row.cell("field") },
            .init("BEFORE", rank: .extra) { row, _ throws(JSONError) in try said(row, "before") },
            .init("YOURS", least: 6) { row, _ throws(JSONError) in try said(row, "mine") },
            .init("SERVER", least: 6) { row, _ throws(JSONError) in try said(row, "server") },
            .init("DECIDED") { row, _ throws(JSONError) in try decided(row) },
        ],
        fields: [
            .own("conflict"), .word("state"), .typed("account") { row throws(JSONError) in try row.cell("account") },
            .typed("child") { row throws(JSONError) in try row.optional("child")?.cell("name") ?? "" },
            .word("kind"), .own("record"), .typed("title") { row throws(JSONError) in try row.cell("title") },
            .own("field"), .typed("before") { row throws(JSONError) in try said(row, "before") },
            .typed("mine") { row throws(JSONError) in try said(row, "mine") },
            .typed("server") { row throws(JSONError) in try said(row, "server") }, .own("rule"), .own("result"),
            .typed("value") { row throws(JSONError) in try said(row, "value") }, .own("resolvedBy"), .own("intent"),
            .moment("foundAt"), .moment("resolvedAt"), .own("next"),
        ], none: "Nothing waits for your decision.")

    /// Such as `goal Telescope`.
    private static func what(_ row: JSONNode) throws(JSONError) -> String {
        let title = try row.cell("title")
        let kind = try row.word("kind")
        return title.isEmpty ? kind : "\(kind) \(title)"
    }

    /// A value of the record; of several what each is.
    private static func said(_ row: JSONNode, _ name: String) throws(JSONError) -> String {
        guard let node = try row.optional(name), !node.isNull else {
            // What is taken away says nothing.
            let field = try row.cell("field")
            return name != "value" && field == "removal" ? "gone" : ""
        }
        guard case .object(let object) = node.value else { return try row.cell(name) }
        return object.members.map { "\($0.name) \(plain($0.value))" }.joined(separator: ", ")
    }

    private static func plain(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .null: "none"
        default: value.description
        }
    }

    /// Empty while it waits.
    private static func decided(_ row: JSONNode) throws(JSONError) -> String {
        switch try row.cell("result") {
        case "": ""
        case "server": "the server's"
        case "mine": "yours"
        default: try said(row, "value").isEmpty ? "another" : try said(row, "value")
        }
    }

    static func text(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let parts = [
            ("conflict", try row.cell("conflict")), ("about", try what(row)), ("child", try row.firstName()),
            ("field", try row.cell("field")), ("before", try said(row, "before")),
            ("yours", "\(try said(row, "mine")), ordered by \(try row.cell("account"))"),
            ("server", try said(row, "server")), ("found", try readable.exactMoment(row, "foundAt")),
            ("rule", try row.cell("rule")), ("decided", try end(row, readable)),
            ("entry", String(try row.cell("intent").prefix(8))), ("next", try next(row)),
        ]
        return parts.filter { !$0.1.isEmpty }.map { name, text in
            "\(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(text)".harmless + "\n"
        }.joined()
    }

    private static func end(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let decided = try decided(row)
        guard !decided.isEmpty else { return "" }
        let who = try row.cell("resolvedBy") == "rule" ? "by the rule" : "by a person"
        return "\(decided), \(who), \(try readable.exactMoment(row, "resolvedAt"))"
    }

    private static func next(_ row: JSONNode) throws(JSONError) -> String {
        let again = try row.cell("next")
        guard again.isEmpty else {
            return "it has changed there once more since, and waits for you again: pocketbell conflicts show \(again)"
        }
        guard try row.cell("state") == "open" else { return "" }
        let command = "pocketbell conflicts resolve \(try row.cell("conflict"))"
        let field = try row.cell("field")
        let other = field == "removal" ? "" : ", or --set \(field)=VALUE"
        return "\(command) --keep server, or --keep mine\(other)"
    }
}
