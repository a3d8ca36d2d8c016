import Control
import Daemon
import JSON
import Values

/// `pocketbell pending`: what was entered here and is no row of the server's yet.
package enum PendingReport {
    /// - Parameter isAll: what is at its end, too.
    package static func list(_ context: CommandContext, _ options: ListOptions, isAll: Bool) async -> CommandOutcome {
        let request = ControlRequest(.get, ["intents"], query: isAll ? ["all": "1"] : [:])
        return await Report.show(list, context, options, request)
    }

    /// - Parameter id: or how only this one begins.
    package static func show(_ context: CommandContext, id: String) async -> CommandOutcome {
        await Report.show(context, ControlRequest(.get, ["intents", id]), text: text)
    }

    static let list = ListReport(
        columns: [
            .init("ID") { row, _ throws(JSONError) in String(try row.cell("intent").prefix(8)) },
            .state(),
            .init("CHILD", least: 5) { row, _ throws(JSONError) in try row.firstName() },
            .init("AMOUNT", .trailing) { row, readable throws(JSONError) in try readable.movement(row, "amount") },
            .init("ENTERED", rank: .extra) { row, readable throws(JSONError) in try readable.moment(row, "acceptedAt")
            },
            .init("DESCRIPTION", least: 12) { row, _ throws(JSONError) in try row.cell("description") },
        ],
        fields: [
            .own("intent"), .word("state"),
            .typed("account") { row throws(JSONError) in try row.cell("account") },
            .typed("child") { row throws(JSONError) in try row.optional("child")?.cell("name") ?? "" },
            .own("amount"), .own("currency"), .own("category"),
            .typed("description") { row throws(JSONError) in try row.cell("description") },
            .typed("notes") { row throws(JSONError) in try row.cell("notes") }, .own("attempts"),
            .typed("reason") { row throws(JSONError) in try row.cell("reason") }, .own("transaction"),
            .moment("acceptedAt"), .moment("dueAt"), .moment("settledAt"),
        ], none: "Nothing waits.", remark: { row, _ throws(JSONError) in try row.cell("reason") })

    static func text(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let parts = [
            ("entry", try row.cell("intent")), ("state", try row.word("state")), ("account", try row.cell("account")),
            ("child", try row.firstName()), ("amount", try readable.movement(row, "amount")),
            ("category", try row.cell("category")), ("about", try row.cell("description")),
            ("notes", try row.cell("notes")), ("entered", try readable.exactMoment(row, "acceptedAt")),
            ("sent", try sent(row)), ("because", try row.cell("reason")), ("row", try row.cell("transaction")),
            ("next", try next(row, readable)),
        ]
        return parts.filter { !$0.1.isEmpty }.map { name, text in
            "\(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(text)".harmless + "\n"
        }.joined()
    }

    private static func sent(_ row: JSONNode) throws(JSONError) -> String {
        switch try row.required("attempts").int() {
        case 0: "not yet"
        case 1: "once"
        case let count: "\(count) times"
        }
    }

    private static func next(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let id = try row.cell("intent").prefix(8)
        switch try row.cell("state") {
        case "accepted": return "it is sent as soon as the server answers"
        case "sending": return "its row is waited for"
        case "unknown": return "whether the server made it is looked for \(try readable.age(row, "dueAt"))"
        case "parked":
            return "pocketbell pending retry \(id), or edit \(id), or discard \(id)"
        default: return ""
        }
    }
}

/// `pocketbell pending retry` and `discard`.
package struct PendingOrder: Sendable {
    /// What is to be done, in the words of the command line.
    package enum Action: String, Sendable {
        case retry
        case discard
    }

    private let action: Action
    private let ids: [String]

    /// - Parameter ids: or how each begins.
    package init(_ action: Action, ids: [String]) {
        self.action = action
        self.ids = ids
    }

    /// Carries the order out and says what became of it.
    ///
    /// - Returns: `.usage` where one that was named is left as it is.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            guard !ids.isEmpty else {
                throw DaemonError(
                    .usage, "it is not said which entries", hint: "pocketbell pending \(action.rawValue) ID")
            }
            let body: JSONValue = ["intents": .array(ids.map { .string($0) })]
            let request = ControlRequest(.post, ["intents", action.rawValue], body: Secret(body.description))
            let answer = try await Inquiry.with(context) { try await $0.ask(request) }
            if context.isJSON { Output.line(answer) }
            return try say(JSONNode(answer), isJSON: context.isJSON)
        } catch {
            return Output.outcome(of: error)
        }
    }

    private func say(_ answer: JSONNode, isJSON: Bool) throws(JSONError) -> CommandOutcome {
        let done = try answer.required("done").elements().count
        let refused = try answer.required("refused").elements()
        for refusal in refused { Output.problem(try refusal.cell("message")) }
        if !isJSON, done > 0 {
            let what = done == 1 ? "1 entry is" : "\(done) entries are"
            Output.line(
                action == .retry ? "\(what) taken up again." : "\(what) given up; `pending list --all` keeps them.")
        }
        return refused.isEmpty ? .success : .usage
    }
}

/// `pocketbell pending edit`.
package struct PendingEdit: Sendable {
    private let draft: EntryDraft

    /// - Parameters:
    ///   - id: or how only this one begins.
    ///   - amount: `nil`, as of the others, leaves what it was.
    package init(id: String, amount: String?, description: String?, category: String?, notes: String?) {
        var draft = EntryDraft(id: id)
        draft.amount = amount
        draft.description = description
        draft.category = category
        draft.notes = notes
        self.draft = draft
    }

    /// Changes it and shows what it is now.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        guard draft != EntryDraft(id: draft.id) else {
            return Output.outcome(
                of: DaemonError(
                    .usage, "it is not said what to change",
                    hint: "add --amount, --description, --category or --notes"))
        }
        let request = ControlRequest(.post, ["intents", "edit"], body: draft.json)
        return await Report.show(context, request, text: PendingReport.text)
    }
}
