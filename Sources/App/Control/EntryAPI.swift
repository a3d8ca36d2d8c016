import JSON
import Runtime
import Store
import Values

/// What a person enters or orders here, and what became of it.
struct EntryAPI: Sendable {
    let api: ControlAPI

    /// How many ended ones a list has at most.
    private static let longestList = 1_000
    /// How long one answer is waited for.
    private static let longestWait = 30

    func answer(_ request: ControlRequest) async throws -> JSONValue {
        switch (request.method, request.path.first, request.path.count) {
        case (.get, "intents", 1): try await intents(request)
        case (.get, "intents", 2): try await intent(request)
        case (.post, "intents", 1): try await addIntent(request)
        case (.post, "intents", 2): try await orderIntents(request)
        case (.post, "orders", 1): try await addOrder(request)
        default: throw ControlAnswer.Refusal.nothing(at: request)
        }
    }

    private func intents(_ request: ControlRequest) async throws -> JSONValue {
        let all = request.query["all"] != nil
        let rows = try await api.store.read("intents.list") { snapshot in
            try all ? snapshot.newestIntents(limit: Self.longestList) : snapshot.openIntents().reversed()
        }
        let about = try await EntrySurroundings(api)
        return .array(rows.map { about.json($0) })
    }

    /// `intents/ID`, with `wait` so many seconds for its end.
    private func intent(_ request: ControlRequest) async throws -> JSONValue {
        let row = try await found(request.path[1])
        guard let text = request.query["wait"], row.state.isWaiting else {
            return try await EntrySurroundings(api).json(row)
        }
        guard let seconds = Int(text), 1...Self.longestWait ~= seconds else {
            throw ControlAnswer.Refusal(.malformed, "a wait is a number of seconds from 1 to \(Self.longestWait)")
        }
        let last = try await StoredIntents(api.store).intent(row.id, endedWithin: .seconds(seconds))
        return try await EntrySurroundings(api).json(last ?? row)
    }

    private func addIntent(_ request: ControlRequest) async throws -> JSONValue {
        let draft = try draft(request)
        guard let taker = api.entries else { throw api.notRunning }
        guard let name = draft.child else {
            throw ControlAnswer.Refusal(.malformed, "it is not said whose money moves")
        }
        let children = try await api.store.children().filter { !$0.isGone }
        guard !children.isEmpty else { throw await ControlAnswer.Refusal.noChild(api) }
        let row = try await taker.add(draft, try api.child(named: name, in: children))
        await api.note(.changedIntents)
        return try await said(of: row)
    }

    /// What is said of an entry that is safe on the disk; that it is, also where the store cannot be read any more.
    private func said(of row: IntentRow) async throws -> JSONValue {
        do {
            return try await EntrySurroundings(api).json(row)
        } catch {
            let id = row.id.rawValue.prefix(8)
            throw ControlAnswer.Refusal(
                .unavailable, "the entry is kept, as \(id), and the store cannot be read: \(error)",
                hint: "look for it later: \(api.commands.line("pending show \(id)"))")
        }
    }

    /// An order about a record.
    private func addOrder(_ request: ControlRequest) async throws -> JSONValue {
        try await said(of: try await OrderAPI(api: api).add(request))
    }

    /// `intents/retry`, `discard` and `edit`.
    private func orderIntents(_ request: ControlRequest) async throws -> JSONValue {
        guard request.path[1] != "edit" else { return try await editIntent(try draft(request)) }
        guard let order = Handling.Order(rawValue: request.path[1]), let body = request.body else {
            throw ControlAnswer.Refusal(.unknown, "an entry can be retried, discarded or edited, nothing else")
        }
        var rows: [IntentRow] = []
        // All are looked for before the first is changed.
        for prefix in try ids(body) { rows.append(try await found(prefix)) }
        var (done, refused): ([JSONValue], [JSONValue]) = ([], [])
        for row in rows {
            let moment = WallClock.system.now
            let (now, isDone) =
                order == .retry
                ? try await StoredIntents(api.store).retry(row.id, now: moment)
                : try await StoredIntents(api.store).discard(row.id, now: moment)
            if isDone {
                done.append(.string(row.id.rawValue))
            } else {
                let message = "\(row.id.rawValue.prefix(8)) is left as it is: \(why(now ?? row, order.rawValue))"
                refused.append(["intent": .string(row.id.rawValue), "message": .string(message)])
            }
        }
        await api.note(.changedIntents)
        if order == .retry, !done.isEmpty { await api.note(.wantsSending) }
        return ["order": .string(order.rawValue), "done": .array(done), "refused": .array(refused)]
    }

    private func editIntent(_ draft: EntryDraft) async throws -> JSONValue {
        guard let taker = api.entries else { throw api.notRunning }
        let row = try await taker.edit(draft, try await found(draft.id))
        await api.note(.changedIntents)
        return try await said(of: row)
    }

    /// Why an entry in this state can't be changed so.
    private func why(_ row: IntentRow, _ order: String) -> String {
        switch row.state {
        case .accepted where row.isDoubtful: "it was sent, and the server may have made it"
        case .accepted: "it waits already"
        case .sending: "it is on its way just now"
        case .unknown: "it was sent, and the server may have made it; whether it has is looked for"
        case .acked: "the server has made it"
        case .confirmed: "the server has made it; only the server can take it back"
        case .superseded: "what it was about is no longer there"
        case .parked: "somebody else has changed the same: decide with \(api.commands.line("conflicts"))"
        case .discarded: "it was given up"
        }
    }

    private func draft(_ request: ControlRequest) throws -> EntryDraft {
        do throws(JSONError) { return try EntryDraft(json: request.body ?? Secret("")) } catch {
            throw ControlAnswer.Refusal(.malformed, "the entry cannot be read: \(error)")
        }
    }

    private func ids(_ body: Secret) throws -> [String] {
        do throws(JSONError) {
            let node = JSONNode(try body.withText { text throws(JSONError) in try JSONValue(parsing: text) })
            return try node.required("intents").elements().map { node throws(JSONError) in try node.string() }
        } catch {
            throw ControlAnswer.Refusal(.malformed, "the entries' ids cannot be read: \(error)")
        }
    }

    /// By its id, or by how only this one begins.
    private func found(_ text: String) async throws -> IntentRow {
        let prefix = text.lowercased()
        let rows = try await api.store.read("intent.found") { snapshot in
            if let row = try snapshot.intent(IntentRow.ID(rawValue: prefix)) { return [row] }
            return prefix.isEmpty ? [] : try snapshot.intents(startingWith: prefix)
        }
        let list = api.commands.line("pending list --all")
        guard let row = rows.first else {
            throw ControlAnswer.Refusal(.unknown, "there is no entry '\(text)'", hint: "see them: \(list)")
        }
        guard rows.count == 1 else {
            throw ControlAnswer.Refusal(
                .unknown, "more than one entry begins with '\(text)'", hint: "write more of it: \(list)")
        }
        return row
    }
}
