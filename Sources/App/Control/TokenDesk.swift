import JSON
import Runtime
import Store
import Values

/// Gives out what desktops sign in with, and programs that follow the feed, and takes it back.
struct TokenDesk: Sendable {
    let api: ControlAPI

    /// `tokens` is the list; a POST with `{"desktop": TARGET, "approves": BOOL}` or `{"feed": true, "child": NAME}` makes one, and
    /// `tokens/NUMBER/revoke` takes it back.
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        switch (request.method, request.path.count) {
        case (.get, 1):
            let (rows, children) = try await api.store.read("tokens") { (try $0.tokens(), try $0.children()) }
            let live = await api.live()
            return .array(rows.map { .object(JSONObject(members($0, children, live))) })
        case (.post, 1): return try await issue(request)
        case (.post, 3) where request.path[2] == "revoke": return try await revoke(request.path[1])
        default: throw ControlAnswer.Refusal(.unknown, "there is no \(request.method.rawValue) of tokens like that")
        }
    }

    private func issue(_ request: ControlRequest) async throws -> JSONValue {
        guard let body = request.body, let order = try? JSONValue(parsing: body.withText { Array($0.utf8) }) else {
            throw ControlAnswer.Refusal(.malformed, "it is not said what the token is for")
        }
        let children = try await api.store.children()
        let (scope, now) = (try await scope(order, children), WallClock.system.now)
        guard let issued = try await api.store.write("token.issue", { try $0.issueToken(scope, at: now) }) else {
            throw ControlAnswer.Refusal(
                .conflict, "there are \(AccessTokenRow.most) tokens already",
                hint: "take back what nobody needs: \(api.commands.line("token list"))")
        }
        let text = issued.token.text.withText { $0 }
        return .object(
            JSONObject(
                members(issued.row, children, await api.live()) + [JSONObject.Member("token", .string(text))]))
    }

    /// What it is to allow.
    private func scope(_ order: JSONValue, _ children: [ChildRow]) async throws -> AccessTokenRow.Scope {
        if case .string(let name)? = order["desktop"] {
            let approves = order["approves"] == true
            try await check(name, approves: approves)
            return .desktop(target: name, approves: approves)
        }
        guard order["feed"] == true else {
            throw ControlAnswer.Refusal(.malformed, "it is not said which target's desktop it is for, or for the feed")
        }
        guard order["approves"] != true else {
            throw ControlAnswer.Refusal(.conflict, "who follows the feed approves nothing")
        }
        guard case .string(let name)? = order["child"] else { return .feed(of: nil) }
        let child = try api.child(named: name, in: children.filter { !$0.isGone })
        return .feed(of: FeedChild(server: child.server, id: child.id))
    }

    /// A token of a target that is configured otherwise, or not at all, would never be told anything.
    private func check(_ name: String, approves: Bool) async throws(ControlAnswer.Refusal) {
        let targets = await api.installed().targets
        guard let target = targets.first(where: { $0.name == name }) else {
            let known = targets.filter(\.isForDesktops).map(\.name)
            throw ControlAnswer.Refusal(
                .unknown, "there is no target '\(name)'",
                hint: known.isEmpty
                    ? "add one of 'kind: desktops' to 'targets:' in \(api.commands.file)"
                    : "of 'kind: desktops' there is \(known.joined(separator: ", "))")
        }
        guard target.isForDesktops else {
            throw ControlAnswer.Refusal(
                .conflict, "the target '\(name)' is of kind \(target.kind), which needs no token",
                hint: "tokens are for targets of 'kind: desktops'")
        }
        guard !approves || !target.isReadByChildren else {
            throw ControlAnswer.Refusal(
                .conflict, "a child reads what goes to '\(name)', and only parents approve chores",
                hint: "leave out --approve, or name a parent's target")
        }
    }

    private func revoke(_ text: String) async throws -> JSONValue {
        guard let number = Int64(text),
            try await api.store.write("token.revoke", { try $0.revokeToken(number) })
        else {
            throw ControlAnswer.Refusal(
                .unknown, "there is no token '\(text)'", hint: "see: \(api.commands.line("token list"))")
        }
        await api.note(.tookTokenBack(number))
        return ["number": .count(Int(number))]
    }

    private func members(
        _ row: AccessTokenRow, _ children: [ChildRow], _ live: LiveStatus?
    ) -> [JSONObject.Member] {
        var connections: Int?
        var approves = false
        var child: JSONValue = .null
        switch row.scope {
        case .desktop(_, let mayApprove):
            approves = mayApprove
            connections = live.map { live in live.targets.flatMap(\.desktops).count { $0.token == row.number } }
        case .feed(let one):
            guard let one else { break }
            // One that is not known any more is still the only one that it lets be followed.
            let known = children.first { $0.server == one.server && $0.id == one.id }
            child = JSONValue(naming: known, id: one.id)
        }
        return [
            JSONObject.Member("number", .count(Int(row.number))), JSONObject.Member("for", .word(row.kind.rawValue)),
            JSONObject.Member("desktop", .text(row.target)), JSONObject.Member("child", child),
            JSONObject.Member("may", .array(approves ? ["approve"] : [])),
            JSONObject.Member("createdAt", .moment(row.createdAt)), JSONObject.Member("seenAt", .moment(row.seenAt)),
            JSONObject.Member("connected", connections.map { .count($0) } ?? nil),
        ]
    }
}
