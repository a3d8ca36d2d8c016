import JSON
import Runtime
import Store
import Values

/// Lists who is signed in at the page, and signs browsers out.
struct BrowserDesk: Sendable {
    let api: ControlAPI

    /// `browsers` is the list; a POST to `browsers/NUMBER/sign-out` signs one out, and to `browsers/sign-out` all.
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        switch (request.method, request.path.count, request.path.last) {
        case (.get, 1, _):
            let now = WallClock.system.now
            let rows = try await api.store.read("browsers") { try $0.browsers(at: now) }
            return .array(rows.map(json))
        case (.post, 2, "sign-out"):
            let count = try await api.store.write("browsers.signOut") { try $0.signOutAllBrowsers() }
            await api.note(.signedOutBrowsers)
            return ["signedOut": .count(count)]
        case (.post, 3, "sign-out"): return try await signOut(request.path[1])
        default: throw ControlAnswer.Refusal.nothing(at: request)
        }
    }

    private func signOut(_ text: String) async throws -> JSONValue {
        guard let number = Int64(text),
            try await api.store.write("browser.signOut", { try $0.signOutBrowser(number) })
        else {
            throw ControlAnswer.Refusal(
                .unknown, "no browser '\(text)' is signed in", hint: "see: \(api.commands.line("browsers"))")
        }
        return ["signedOut": .count(1)]
    }

    private func json(_ row: BrowserRow) -> JSONValue {
        let role: JSONValue =
            switch row.person {
            case nil: nil
            case let person?: person.child == nil ? "parent" : "child"
            }
        return [
            "number": .count(Int(row.number)), "name": .text(row.person?.name), "role": role,
            "child": row.person?.child.map { .string($0.rawValue) } ?? nil, "agent": .string(row.agent),
            "createdAt": .moment(row.createdAt), "seenAt": .moment(row.seenAt), "endsAt": .moment(row.endsAt),
        ]
    }
}
