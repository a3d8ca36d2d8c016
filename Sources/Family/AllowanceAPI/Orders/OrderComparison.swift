import JSON

/// Compares what an order says with what its record said when it was given, and says now.
package struct OrderComparison: Sendable {
    private let form: OrderForm

    /// - Parameter form: the order's kind.
    package init(_ form: OrderForm) { self.form = form }

    /// The fields that two people can change at the same time, as records name them: of orders that compare them.
    package var contestable: [String] {
        switch form.effect {
        case .sets where form.isDone == nil: form.fixed.map(\.name) + form.fields.filter { !$0.isRemark }.map(\.name)
        case .removes where !form.heeded.isEmpty: [OrderContest.removal]
        case .sets, .removes, .makes, .moves: []
        }
    }

    /// What the record says now of all that the order changes, or that must not change before it is taken away: against it is seen
    /// whether somebody else has changed it since.
    ///
    /// - Returns: `nil` for orders that it does not matter to.
    package func base(_ payload: String, of content: String) -> String? {
        guard !contestable.isEmpty, let payload = try? JSONValue(parsing: payload),
            let content = try? JSONValue(parsing: content)
        else { return nil }
        let names = form.effect == .removes ? form.heeded : OrderForm.members(form.shown(payload)).map(\.name)
        return Self.text(names.map { JSONObject.Member($0, content[$0] ?? .null) })
    }

    /// What of the record is no longer as it was.
    ///
    /// - Parameters:
    ///   - base: see ``base(_:of:)``.
    ///   - content: what the record says now.
    ///   - own: what the same person's earlier orders have changed of it since: that is nobody else's doing.
    func contests(_ payload: String, base: String, content: String, own: [String]) -> [OrderContest] {
        guard let wanted = try? JSONValue(parsing: payload), let content = try? JSONValue(parsing: content),
            let base = try? JSONValue(parsing: base)
        else { return [] }
        let own = own.compactMap { try? JSONValue(parsing: $0) }
        // What it no longer says it does not ask about.
        let asked = OrderForm.members(base).filter { form.effect == .removes || wanted[$0.name] != nil }
        let moved = asked.compactMap { member -> (name: String, base: JSONValue, server: JSONValue)? in
            let before = own.last { $0[member.name] != nil }?[member.name] ?? member.value
            let now = content[member.name] ?? .null
            return OrderForm.plain(before) == OrderForm.plain(now) ? nil : (member.name, before, now)
        }
        guard form.effect == .removes, !moved.isEmpty else {
            return moved.map { name, base, now in
                OrderContest(
                    name, base: Self.text(base), local: Self.text(wanted[name] ?? .null), server: Self.text(now))
            }
        }
        return [
            OrderContest(
                OrderContest.removal, base: Self.text(moved.map { .init($0.name, $0.base) }), local: nil,
                server: Self.text(moved.map { .init($0.name, $0.server) }))
        ]
    }

    /// Whether nobody else has changed what a contest is about since it was seen so.
    ///
    /// - Parameter own: what the same person's orders have changed of the record since then.
    package func isOwn(_ contest: OrderContest, _ payload: String, content: String, own: [String]) -> Bool {
        let seen = contest.server ?? "null"
        let base = contest.field == OrderContest.removal ? seen : "{\(JSONValue.string(contest.field)):\(seen)}"
        return contests(payload, base: base, content: content, own: own).isEmpty
    }

    /// What the record says now of what a contest is about.
    package func value(of contest: OrderContest, in content: String) -> String? {
        guard let content = try? JSONValue(parsing: content) else { return contest.server }
        guard contest.field == OrderContest.removal else { return Self.text(content[contest.field] ?? .null) }
        let names =
            contest.server.flatMap { try? JSONValue(parsing: $0) }.map { OrderForm.members($0).map(\.name) } ?? []
        return Self.text(names.map { .init($0, content[$0] ?? .null) })
    }

    /// What another order has changed besides these fields; of a decision about the record as a whole nothing.
    package func change(_ payload: String, besides fields: Set<String>) -> String {
        guard !fields.contains(OrderContest.removal), let said = try? JSONValue(parsing: payload) else { return "{}" }
        return Self.text(OrderForm.members(said).filter { !fields.contains($0.name) })
    }

    /// What another order has changed of one field, or of the record as a whole.
    package func change(_ payload: String, of field: String) -> String {
        guard field != OrderContest.removal, let said = try? JSONValue(parsing: payload) else { return payload }
        return Self.text(OrderForm.members(said).filter { $0.name == field })
    }

    /// What the order says without these fields.
    ///
    /// - Returns: `nil` where nothing is left that a record could show.
    package func payload(_ payload: String, without fields: Set<String>) -> String? {
        guard let said = try? JSONValue(parsing: payload) else { return nil }
        let rest = OrderForm.members(said).filter { !fields.contains($0.name) }
        guard !fields.contains(OrderContest.removal),
            !OrderForm.members(form.shown(.object(JSONObject(rest)))).isEmpty
        else { return nil }
        return Self.text(rest)
    }

    /// What the order takes for granted, with what the server says now: that is compared from here on.
    ///
    /// - Parameter contest: of ``OrderContest/removal`` the fields of its values are meant.
    package func base(_ base: String?, accepting contest: OrderContest) -> String? {
        guard let base, let said = try? JSONValue(parsing: base) else { return nil }
        let server = contest.server.flatMap { try? JSONValue(parsing: $0) } ?? .null
        return Self.text(
            OrderForm.members(said).map { member in
                if contest.field == OrderContest.removal {
                    return server[member.name].map { .init(member.name, $0) } ?? member
                }
                return member.name == contest.field ? .init(member.name, server) : member
            })
    }

    /// The order with another value for one of its fields.
    ///
    /// - Parameter value: as JSON text; `nil` for nothing.
    package static func payload(_ payload: String, setting field: String, to value: String?) -> String {
        guard let said = try? JSONValue(parsing: payload) else { return payload }
        let value = value.flatMap { try? JSONValue(parsing: $0) } ?? .null
        return text(OrderForm.members(said).map { $0.name == field ? .init(field, value) : $0 })
    }

    private static func text(_ members: [JSONObject.Member]) -> String {
        JSONValue.object(JSONObject(members)).description
    }

    /// Without what servers cut; `nil` for nothing.
    private static func text(_ value: JSONValue) -> String? {
        let plain = OrderForm.plain(value)
        return plain == .null ? nil : plain.description
    }
}
