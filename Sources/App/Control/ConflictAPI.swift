import JSON
import Store
import Values

/// What an order here and somebody else have both changed, and a person's decision of it.
struct ConflictAPI: Sendable {
    let api: ControlAPI

    /// How many a list has at most that has the decided ones.
    private static let longestList = 1_000

    func answer(_ request: ControlRequest) async throws -> JSONValue {
        switch (request.method, request.path.count) {
        case (.get, 1): try await conflicts(request)
        case (.get, 2): try await conflict(request.path[1])
        case (.post, 2) where request.path[1] == "resolve": try await resolve(request)
        default: throw ControlAnswer.Refusal.nothing(at: request)
        }
    }

    /// Those that wait; with `all` also what was decided, by rules or by people.
    private func conflicts(_ request: ControlRequest) async throws -> JSONValue {
        let all = request.query["all"] != nil
        let rows = try await api.store.read("conflicts") { snapshot in
            try all ? snapshot.newestConflicts(limit: Self.longestList) : snapshot.openConflicts()
        }
        return .array(try await json(rows))
    }

    /// `conflicts/NUMBER`.
    private func conflict(_ text: String) async throws -> JSONValue {
        guard let number = Int64(text),
            let row = try await api.store.read("conflict", { try $0.conflict(.init(rawValue: number)) })
        else {
            throw ControlAnswer.Refusal(
                .unknown, "there is no conflict '\(text)'",
                hint: "see them: \(api.commands.line("conflicts list --all"))")
        }
        return try await json([row])[0]
    }

    /// `conflicts/resolve`: shows what it is afterwards.
    private func resolve(_ request: ControlRequest) async throws -> JSONValue {
        let draft: ConflictDraft
        do throws(JSONError) { draft = try ConflictDraft(json: request.body ?? Secret("")) } catch {
            throw ControlAnswer.Refusal(.malformed, "the decision cannot be read: \(error)")
        }
        // Whoever names one that there is not hears that first.
        _ = try await conflict(draft.conflict)
        guard let taker = api.entries else { throw api.notRunning }
        try await taker.resolve(draft)
        await api.note(.changedIntents)
        try await waitForNextLook(at: draft.conflict)
        return try await conflict(draft.conflict)
    }

    /// The running program looks at the record before it sends: what somebody else has changed in the same moment is told at once.
    private func waitForNextLook(at text: String) async throws {
        guard await api.live() != nil, let number = Int64(text),
            let row = try await api.store.read("conflict", { try $0.conflict(.init(rawValue: number)) })
        else { return }
        _ = try await StoredIntents(api.store).intent(row.intent, endedWithin: .seconds(1))
    }

    private func json(_ rows: [ConflictRow]) async throws -> [JSONValue] {
        let (children, accounts) = (try await api.store.children(), try await api.store.accounts())
        let open = try await api.store.read("conflicts.open") { try $0.openConflicts() }
        return rows.map { row in
            let next = row.resolution == nil ? nil : open.first { $0.intent == row.intent && $0.field == row.field }
            return JSONValue(
                row, next: next?.number, child: children.first { $0.id == row.child && $0.server == row.server },
                account: accounts.first { $0.id == row.account }?.name)
        }
    }
}

extension JSONValue {
    /// - Parameter next: the same once more, since it was decided.
    fileprivate init(_ row: ConflictRow, next: ConflictRow.Number?, child: ChildRow?, account: String?) {
        let end = row.resolution
        self = [
            "conflict": .count(Int(row.number.rawValue)), "state": end == nil ? "open" : "resolved",
            "account": .text(account), "child": row.child.map { JSONValue(naming: child, id: $0) } ?? nil,
            "kind": .word(row.kind.rawValue), "record": .string(row.record.rawValue), "title": .string(row.title),
            "field": .string(row.field), "before": Self.said(row.base), "mine": Self.said(row.local),
            "server": Self.said(row.remote), "rule": .string(row.rule.rawValue),
            "result": end.map { .string($0.result.word) } ?? nil, "value": Self.said(end?.value),
            "resolvedBy": end.map { .string($0.resolver.rawValue) } ?? nil, "intent": .string(row.intent.rawValue),
            "foundAt": .moment(row.foundAt), "resolvedAt": .moment(end?.at),
            "next": next.map { .count(Int($0.rawValue)) } ?? nil,
        ]
    }

    /// What was kept as JSON text.
    private static func said(_ text: String?) -> JSONValue { text.flatMap { try? JSONValue(parsing: $0) } ?? nil }
}

extension ConflictRow.Result {
    /// As people say it.
    fileprivate var word: String { self == .client ? "mine" : rawValue }
}
