import HTTPClient
import JSON

extension OrderRequest {
    /// Asks the server to carry the order out, in the name of `user` alone, on the route that it knows.
    ///
    /// - Parameters:
    ///   - session: who asks; it remembers which route the server knows.
    ///   - key: of the order, the same at each repetition.
    /// - Returns: The id of the record that the answer describes; `nil` where it describes none.
    /// - Throws: kind `unknownRoute` where the server has no such order; an error with `outcomeIsUnknown` where it may have been
    ///   carried out all the same.
    package func send(
        by session: isolated AllowanceSession, key: String, as user: User.ID
    ) async throws(AllowanceError) -> String? {
        guard [child, record].allSatisfy({ $0.map { Identifier<OrderForm>(rawValue: $0) != nil } ?? true }) else {
            throw .invalidRequest("The ids of child and record are not ones that can be sent.")
        }
        // What makes something says what it has made.
        let reader =
            form.effect == .makes || form.effect == .moves ? AnswerReader(Self.id) : AnswerReader(orNothing: Self.id)
        let pinned = min(session.routes.ofLists[form.name] ?? 0, form.routes.count - 1)
        let absent = AllowanceError(
            .unknownRoute, place: session.server.origin, route: form.name,
            detail: "knows no `\(form.name)`: its version has none, and nothing was done.")
        for route in [pinned] + form.routes.indices.filter({ $0 != pinned }) {
            do throws(AllowanceError) {
                let reply = try await session.ask(form.routes[route].call(self, key: key), reader, by: user)
                session.routes.ofLists[form.name] = route
                return reply.value
            } catch {
                // The server did nothing: it has no such route. Any other 404 means the child or the record.
                guard error.kind == .unknownRoute else { throw error }
            }
        }
        throw absent
    }

    private static func id(_ node: JSONNode) throws(JSONError) -> String? {
        guard case .object = node.value else { return nil }
        let id = try? node.optional("id")?.string()
        return id.flatMap { Identifier<OrderForm>(rawValue: $0)?.rawValue }
    }
}
