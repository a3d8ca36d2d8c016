import Control
import JSON
import Store
import Values

/// What whoever is signed in may ask the program, and order of it. Of a child nothing goes through but what is listed here; what is not its
/// own is not there.
struct PageGate: Sendable {
    let standing: PageStanding
    let words: any PageWords
    /// The program's.
    let answer: @Sendable (ControlRequest) async -> ControlAnswer

    private var nothing: ControlAnswer.Refusal { ControlAnswer.Refusal(.unknown, words.nothingHere) }

    /// Kinds of records that a child may see those of its own of.
    private static let kinds: Set<RecordRow.Kind> = [.chore, .completion, .goal, .wish, .settings]

    @Sendable func ask(_ path: [String], _ query: [String: String]) async throws -> JSONValue {
        guard case .child(let child, _) = standing else {
            return try await value(ControlRequest(.get, path, query: query))
        }
        var query = query
        let own = child.rawValue
        switch (path.first, path.count) {
        case ("children", 1):
            return .array(try await value(ControlRequest(.get, path)).elements.filter { $0.text("id") == own })
        case ("transactions", _), ("reports", 2), ("records", 2):
            if path[0] == "records", !Self.kinds.contains(where: { $0.rawValue == path[1] }) { throw nothing }
            guard query["child"].map({ $0 == own }) ?? true else { throw nothing }
            query["child"] = own
            return try await value(ControlRequest(.get, path, query: query))
        case ("intents", 1):
            let all = try await value(ControlRequest(.get, path, query: query))
            return .array(all.elements.filter { $0["child"]?.text("id") == own })
        case ("explain", 1): return try await transaction(query["id"] ?? "", of: own)
        default: throw nothing
        }
    }

    /// A transaction without whom rules told of it: the id in full, so that nothing is learnt about those of others.
    private func transaction(_ id: String, of own: String) async throws -> JSONValue {
        let matter = try? await value(ControlRequest(.get, ["explain"], query: ["id": id]))
        guard let matter, let row = matter["transaction"], row.text("id") == id, row["child"]?.text("id") == own else {
            throw nothing
        }
        return ["transaction": row, "firstSeenAt": matter["firstSeenAt"] ?? .null]
    }

    /// The photo of something that was done.
    func photo(of completion: String) async throws -> [UInt8] {
        if !standing.isOfFamily {
            let done = try await ask(["records", RecordRow.Kind.completion.rawValue], [:])
            guard done.list("records").contains(where: { $0.text("id") == completion }) else { throw nothing }
        }
        switch await answer(ControlRequest(.get, ["photos", completion])) {
        case .picture(let bytes): return bytes
        case .refused(let refusal): throw refusal
        case .value, .text: throw nothing
        }
    }

    /// Gives an order. A child's goes by its own login, and is about what is its own.
    @Sendable func give(_ request: ControlRequest) async -> ControlAnswer {
        guard case .child(let child, let account) = standing else { return await answer(request) }
        do {
            guard request.path == ["orders"], let account, let body = request.body else { throw nothing }
            var draft = try OrderDraft(json: body)
            guard standing.mayOrder(.deed(draft.deed)), draft.child.map({ $0 == child.rawValue }) ?? true else {
                throw nothing
            }
            if let record = draft.record {
                let own = try await ask(["records", draft.deed.subjectKind.rawValue], [:]).list("records")
                guard own.contains(where: { $0.text("id") == record }) else { throw nothing }
            } else {
                draft.child = child.rawValue
            }
            draft.account = account
            return await answer(ControlRequest(.post, request.path, body: draft.json))
        } catch {
            return .refused(error as? ControlAnswer.Refusal ?? nothing)
        }
    }

    private func value(_ request: ControlRequest) async throws -> JSONValue {
        switch await answer(request) {
        case .value(let value): return value
        case .refused(let refusal): throw refusal
        case .text, .picture: return .null
        }
    }
}
