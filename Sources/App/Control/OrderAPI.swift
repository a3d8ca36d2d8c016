import JSON
import Store
import TextFormats
import Values

/// Orders about records, such as a wish to be added: who and what is meant by what a person typed.
struct OrderAPI: Sendable {
    let api: ControlAPI

    func add(_ request: ControlRequest) async throws -> IntentRow {
        guard let taker = api.entries else { throw api.notRunning }
        let draft: OrderDraft
        do throws(JSONError) { draft = try OrderDraft(json: request.body ?? Secret("")) } catch {
            throw ControlAnswer.Refusal(.malformed, "the order cannot be read: \(error)")
        }
        let children = try await api.store.children().filter { !$0.isGone }
        guard !children.isEmpty || draft.deed.subject == .login else {
            throw await ControlAnswer.Refusal.noChild(api)
        }
        let named = try draft.child.map { try api.child(named: $0, in: children) }
        let subject =
            switch draft.deed.subject {
            case .child, .settings:
                EntryTaker.Subject(child: try required(named), record: nil)
            case .record: try await record(draft, of: named, among: children, taker)
            case .login: EntryTaker.Subject(child: nil, record: nil)
            }
        let row = try await taker.order(draft, subject)
        await api.note(.changedIntents)
        return row
    }

    /// Of each as much as tells it from the others, eight characters at least.
    static func distinct(_ ids: [String]) -> [String] {
        let longest = ids.map(\.count).max() ?? 0
        let length = (8..<max(9, longest)).first { length in Set(ids.map { $0.prefix(length) }).count == ids.count }
        return ids.map { String($0.prefix(length ?? longest)) }
    }

    private func required(_ child: ChildRow?) throws -> ChildRow {
        if let child { return child }
        throw ControlAnswer.Refusal(.malformed, "it is not said which child is meant")
    }

    /// By its name in any letter case, its id, or how only one of them begins.
    private func record(
        _ draft: OrderDraft, of child: ChildRow?, among children: [ChildRow], _ taker: EntryTaker
    ) async throws -> EntryTaker.Subject {
        let kind = draft.deed.subjectKind
        let text = (draft.record ?? "").trimmed
        let all = try await api.store.read("order.record") { try $0.records(kind, of: child?.id) }
        var found = try await named(text, draft.deed, in: all)
        // Of several of one name a child's login means its own.
        if found.count > 1, let child = try await taker.ownChild(draft.account) {
            let own = found.filter { $0.child == child }
            if own.count == 1 { found = own }
        }
        guard found.count == 1 else {
            let ids = Self.distinct(found.map(\.id.rawValue)).prefix(5)
            throw ControlAnswer.Refusal(
                .unknown, "'\(text)' is more than one \(kind.shown)",
                hint: "name the child with --child, or use an id: \(ids.joined(separator: ", "))")
        }
        let record = found[0]
        let owner = children.first { $0.id == record.child && $0.server == record.server }
        return EntryTaker.Subject(child: owner, record: record)
    }
}

extension OrderAPI {
    /// Those that a text can mean, one at least. Something that has exactly that name, though nothing can be ordered of it now, is meant
    /// before what only begins so.
    private func named(_ text: String, _ deed: RecordOrder.Deed, in all: [RecordRow]) async throws -> [RecordRow] {
        let (wanted, kind) = (text.lowercased(), deed.subjectKind)
        func meant(_ isIt: (String) -> Bool) -> [RecordRow] {
            all.filter { row in
                isIt(row.id.rawValue) || row.isOpen(for: deed) && row.title.map { isIt($0.lowercased()) } ?? false
            }
        }
        let exact = meant { $0 == wanted }
        guard exact.isEmpty || text.isEmpty else { return exact }
        if let waiting = try await waiting(kind, named: wanted) {
            let id = waiting.id.rawValue.prefix(8)
            throw ControlAnswer.Refusal(
                .conflict, "the \(kind.shown) '\(text)' is not on the server yet, and waits to be made",
                hint: "change it before that: \(api.commands.line("pending edit \(id)"))")
        }
        if let reviewed = reviewed(all.filter { $0.title?.lowercased() == wanted }, text) { throw reviewed }
        let begun = wanted.utf8.count >= 4 ? meant { $0.hasPrefix(wanted) } : []
        guard begun.isEmpty else { return begun }
        let names = all.filter { $0.isOpen(for: deed) }.compactMap(\.title)
        let sentence =
            kind == .completion ? "no chore '\(text)' waits for a parent" : "there is no \(kind.rawValue) '\(text)'"
        throw ControlAnswer.Refusal(.unknown, sentence, hint: nearestHint(to: text, in: names))
    }

    /// What was done under the name, where nothing of it waits for a parent any more; `nil` for none.
    private func reviewed(_ rows: [RecordRow], _ text: String) -> ControlAnswer.Refusal? {
        let states = Set(rows.compactMap(\.state))
        guard let state = states.first else { return nil }
        let what = states.count == 1 ? state : "approved or rejected"
        return ControlAnswer.Refusal(
            .conflict, "'\(text)' was \(what) before, and none of it waits for a parent",
            hint: "see what was done: \(api.commands.line("chores history"))")
    }

    /// What was entered to make such a record, and has not made it yet.
    private func waiting(_ kind: RecordRow.Kind, named name: String) async throws -> IntentRow? {
        try await api.store.read("order.waiting") { try $0.openIntents() }.first { intent in
            guard case .record(let order) = intent.order, intent.isPending || intent.state == .parked else {
                return false
            }
            return order.deed.kind == kind && order.record == nil && order.title.lowercased() == name
        }
    }
}

extension RecordRow {
    /// Whether a name alone may mean it: of what was done only what waits for a parent, else the same chore done twice has no name.
    fileprivate func isOpen(for deed: RecordOrder.Deed) -> Bool {
        guard deed == .approveChore || deed == .rejectChore else { return true }
        return state == "pendingApproval"
    }

    /// Of something that was done.
    fileprivate var state: String? {
        guard kind == .completion, case .string(let state)? = (try? JSONValue(parsing: content))?["state"] else {
            return nil
        }
        return state
    }

    /// What people call it; `nil` where it has no name.
    var title: String? {
        guard let content = try? JSONValue(parsing: content) else { return nil }
        for name in ["name", "title"] { if case .string(let text)? = content[name] { return text } }
        return nil
    }
}

extension RecordRow.Kind {
    /// For people: what was done is called by its chore.
    fileprivate var shown: String { self == .completion ? "chore" : rawValue }
}
