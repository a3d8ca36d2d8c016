import JSON
import Store
import Values

/// What people ordered here and is not on the server yet, on its way into a file and out of one.
struct UnsentAPI: Sendable {
    let api: ControlAPI

    func answer(_ request: ControlRequest) async throws -> JSONValue {
        if request.method == .post { return try await take(request) }
        return request.path.count == 1 ? try await list() : try await line(request.path[1])
    }

    /// `pending`: the ids, in the order of acceptance.
    private func list() async throws -> JSONValue {
        let work = try await api.store.read("unsent") { snapshot in try UnsentWork(snapshot) }
        return ["orders": .array(work.orders.map { .text($0.text("id")) })]
    }

    /// `pending/ID`: its line, and whether a picture is in it. One at a time: it may have a photo.
    private func line(_ id: String) async throws -> JSONValue {
        let work = try await api.store.read("unsent") { snapshot in try UnsentWork(snapshot) }
        guard let order = work.orders.first(where: { $0.text("id") == id }) else {
            throw ControlAnswer.Refusal(.unknown, "the entry \(id.prefix(8)) waits no more")
        }
        let files = MediaStore(api.store).files
        let (line, hasPhoto) = UnsentLine.json(order) { files.bytes(of: $0) }
        return ["line": line, "hasPhoto": .bool(hasPhoto)]
    }

    /// `pending` with a line: takes the order in.
    private func take(_ request: ControlRequest) async throws -> JSONValue {
        guard let taker = api.entries else { throw api.notRunning }
        let line: JSONValue
        do throws(JSONError) {
            line = try (request.body ?? Secret("")).withText { text throws(JSONError) in try JSONValue(parsing: text) }
        } catch {
            throw ControlAnswer.Refusal(.malformed, "it is no JSON: \(error)")
        }
        let order = try UnsentLine.order(in: line)
        let outcome = try await taker.take(order)
        if outcome == .taken { await api.note(.changedIntents) }
        let what: String =
            switch outcome {
            case .taken: "imported"
            case .known: "known"
            case .ended: "ended"
            default: throw refusal(outcome, order)
            }
        return ["intent": .string(order.id.rawValue), "outcome": .string(what)]
    }

    private func refusal(_ outcome: ImportedOrder.Outcome, _ order: ImportedOrder) -> ControlAnswer.Refusal {
        switch outcome {
        case .foreign:
            ControlAnswer.Refusal(
                .conflict, "nobody here is signed in as the person who entered it, on \(order.origin)",
                hint: "sign that person in, and import again: \(api.commands.firstLogin)")
        case .childless:
            ControlAnswer.Refusal(
                .unavailable, "nothing is known of the child that it is about yet",
                hint: "have everything read, and import again: \(api.commands.line("sync"))")
        case .tooMany:
            ControlAnswer.Refusal(
                .conflict, "\(NewIntent.limit) entries wait already, for the server or for you, and no more are taken",
                hint: "import again when they are sent: \(api.commands.line("pending"))")
        case .taken, .known, .ended, .unusable:
            ControlAnswer.Refusal(.malformed, "what it says does not fit together")
        }
    }
}
