import Control
import Daemon
import JSON
import TextFormats
import Values

/// `pocketbell pending`: what was entered or ordered here and is not on the server yet.
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
            .init("WHAT") { row, _ throws(JSONError) in try what(row) },
            .init("AMOUNT", .trailing) { row, readable throws(JSONError) in try amount(row, readable) },
            .init("ENTERED", rank: .extra) { row, readable throws(JSONError) in try readable.moment(row, "acceptedAt")
            },
            .init("DESCRIPTION", least: 12) { row, _ throws(JSONError) in try row.cell("description") },
        ],
        fields: [
            .own("intent"), .word("order"), .word("state"),
            .typed("account") { row throws(JSONError) in try row.cell("account") },
            .typed("child") { row throws(JSONError) in try row.optional("child")?.cell("name") ?? "" },
            .own("amount"), .own("currency"), .own("category"),
            .typed("description") { row throws(JSONError) in try row.cell("description") },
            .typed("notes") { row throws(JSONError) in try row.cell("notes") }, .own("record"), .own("attempts"),
            .typed("reason") { row throws(JSONError) in try row.cell("reason") }, .own("nextStep"), .own("transaction"),
            .moment("acceptedAt"), .moment("dueAt"), .moment("settledAt"),
        ], none: "Nothing waits.",
        remark: { row, _ throws(JSONError) in
            if try row.required("waitsForPerson").bool() { return try person(row) }
            let photo = try photo(row)
            return photo.isEmpty ? try row.cell("reason") : photo
        })

    /// How far a photo is that is on its way; empty for none.
    private static func photo(_ row: JSONNode) throws(JSONError) -> String {
        guard try row.optional("photoProgress") != nil else { return "" }
        return "\(try row.hundredths("photoProgress")) % of its photo are sent"
    }

    /// Such as `money` or `add wish`.
    private static func what(_ row: JSONNode) throws(JSONError) -> String {
        let word = try row.word("order")
        return word == "transaction" ? "money" : String(word.map { $0 == "-" ? " " : $0 })
    }

    /// Money has a sign; what something costs has none.
    private static func amount(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        try row.cell("order") == "transaction" ? readable.movement(row, "amount") : readable.balance(row, "amount")
    }

    /// All that an order about a record says.
    private static func fields(_ row: JSONNode) throws(JSONError) -> String {
        guard let members = try row.optional("fields")?.members() else { return "" }
        return try members.map { name, node throws(JSONError) in
            "\(name) \(node.isNull ? "none" : try row.required("fields").cell(name))"
        }.joined(separator: ", ")
    }

    static func text(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        let parts = [
            ("entry", try row.cell("intent")), ("state", try row.word("state")), ("account", try row.cell("account")),
            ("order", try what(row)), ("child", try row.firstName()), ("amount", try amount(row, readable)),
            ("says", try fields(row)),
            ("category", try row.cell("category")), ("about", try row.cell("description")),
            ("notes", try row.cell("notes")), ("photo", try photo(row)),
            ("entered", try readable.exactMoment(row, "acceptedAt")),
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

    /// Nobody else's login sends it.
    private static func person(_ row: JSONNode) throws(JSONError) -> String {
        "it waits until whoever entered it signs in as \(try row.cell("account")) again"
    }

    private static func next(_ row: JSONNode, _ readable: Readable) throws(JSONError) -> String {
        if try row.required("waitsForPerson").bool() { return try person(row) }
        let step = try row.cell("nextStep")
        guard step.isEmpty else { return step }
        switch try row.cell("state") {
        case "accepted":
            return "it is sent as soon as the server answers, after what was entered before it for the same child"
        case "sending": return "what the server makes of it is waited for"
        case "unknown": return "whether the server made it is looked for \(try readable.age(row, "dueAt"))"
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
            let (answer, isLive) = try await Inquiry.with(context) { (try await $0.ask(request), $0.isLive) }
            let done = Output.Done(sentence: "it is done", hint: "see it: pocketbell pending list --all")
            if context.isJSON { Output.line(answer, done: done) }
            return try say(JSONNode(answer), isJSON: context.isJSON, isLive: isLive, done)
        } catch {
            return Output.outcome(of: error)
        }
    }

    private func say(
        _ answer: JSONNode, isJSON: Bool, isLive: Bool, _ kept: Output.Done
    ) throws(JSONError) -> CommandOutcome {
        let done = try answer.required("done").elements()
        let refused = try answer.required("refused").elements()
        for refusal in refused { Output.problem(try refusal.cell("message")) }
        if !isJSON, let first = try done.first?.string() {
            Output.line(Self.sentence(action, first, count: done.count, isLive: isLive), done: kept)
        }
        return refused.isEmpty ? .success : .usage
    }

    /// What happens now.
    ///
    /// - Parameter first: the id of one of them.
    static func sentence(_ action: Action, _ first: String, count: Int, isLive: Bool) -> String {
        let what = count == 1 ? "1 entry is" : "\(count) entries are"
        let look = count == 1 ? "pocketbell pending show \(first.prefix(8))" : "pocketbell pending"
        return switch action {
        case .discard: "\(what) given up; `pending list --all` keeps \(count == 1 ? "it" : "them")."
        case .retry where isLive: "\(what) taken up again, and the server is asked now: \(look)"
        case .retry: "\(what) taken up again, and sent as soon as the program runs: pocketbell run"
        }
    }
}

/// `pocketbell pending edit`.
package struct PendingEdit: Sendable {
    private let draft: EntryDraft

    /// - Parameters:
    ///   - id: or how only this one begins.
    ///   - amount: `nil`, as of the others, leaves what it was.
    ///   - fields: of an order about a record, each as `name=value`.
    package init(
        id: String, amount: String?, description: String?, category: String?, notes: String?, fields: [String] = []
    ) {
        var draft = EntryDraft(id: id)
        draft.amount = amount
        draft.description = description
        draft.category = category
        draft.notes = notes
        for field in fields {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            draft.fields[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
        self.draft = draft
    }

    /// Changes it and shows what it is now.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        guard draft != EntryDraft(id: draft.id) else {
            return Output.outcome(
                of: DaemonError(
                    .usage, "it is not said what to change",
                    hint: "add --amount, --description, --category, --notes or --set NAME=VALUE"))
        }
        let request = ControlRequest(.post, ["intents", "edit"], body: draft.json)
        return await Report.show(context, request, text: PendingReport.text)
    }
}
