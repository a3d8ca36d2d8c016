import HTTPClient
import JSON

extension RecordList {
    /// The whole list, page after page to its end.
    ///
    /// - Parameters:
    ///   - session: who asks; it remembers which route the server knows.
    ///   - owner: the child or the chore whose list it is.
    /// - Returns: `nil` where the server has no such list, on any route that is known.
    /// - Throws: kind `notFound` without a request for an owner that must not stand in a path.
    package func read(
        by session: isolated AllowanceSession, of owner: String? = nil
    ) async throws(AllowanceError) -> Reply<RecordAnswer>? {
        if let owner, Identifier<RecordList>(rawValue: owner) == nil {
            throw AllowanceError(.notFound, place: session.server.origin, route: name)
        }
        let pinned = session.routes.ofLists[name] ?? 0
        for route in [pinned] + routes.indices.filter({ $0 != pinned }) {
            do throws(AllowanceError) {
                let reply = try await pages(route, of: owner, by: session)
                session.routes.ofLists[name] = route
                return reply
            } catch {
                // Only an empty 404 means that the route is unknown; any other means that the owner is.
                guard error.kind == .unknownRoute else { throw error }
            }
        }
        return nil
    }

    /// A row that moved to a later page while they were asked for is taken once.
    private func pages(
        _ route: Int, of owner: String?, by session: isolated AllowanceSession
    ) async throws(AllowanceError) -> Reply<RecordAnswer> {
        let reader = AnswerReader { node throws(JSONError) in try page(node, of: owner) }
        let first = try await session.ask(call(route, of: owner, page: 1), reader)
        var (last, ids, number) = (first.value, Set<String>(), 1)
        var facts = last.facts.filter { ids.insert($0.id).inserted }
        while !last.isWhole, !last.facts.isEmpty, hasPages(route), number < Self.pageLimit {
            number += 1
            last = try await session.ask(call(route, of: owner, page: number), reader).value
            facts += last.facts.filter { ids.insert($0.id).inserted }
        }
        return Reply(
            value: RecordAnswer(facts: facts, isWhole: last.isWhole), startedAt: first.startedAt,
            endedAt: first.endedAt, serverDate: first.serverDate)
    }
}
