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

    /// A row that moved to a later page while they were asked for is taken once. The first time they are read to the end; from
    /// then on until a page has nothing that was not in the list before, which is the end of what is new.
    private func pages(
        _ route: Int, of owner: String?, by session: isolated AllowanceSession
    ) async throws(AllowanceError) -> Reply<RecordAnswer> {
        let reader = AnswerReader { node throws(JSONError) in try page(node, of: owner) }
        let first = try await session.ask(call(route, of: owner, page: 1), reader)
        let key = "\(name) \(owner ?? "")"
        let known = session.routes.readToEnd[key] ?? []
        var (last, ids, number) = (first.value, Set<String>(), 1)
        var facts = last.facts.filter { ids.insert($0.id).inserted }
        while !last.isWhole, !last.facts.isEmpty, hasPages(route), number < Self.mostPages {
            if number >= Self.pageLimit, last.facts.allSatisfy({ known.contains($0.id) }) { break }
            number += 1
            do throws(AllowanceError) {
                last = try await session.ask(call(route, of: owner, page: number), reader).value
            } catch {
                // What is old can wait for the next time; what is new is worth having.
                guard number > Self.pageLimit else { throw error }
                return reply(first, facts, isWhole: false)
            }
            facts += last.facts.filter { ids.insert($0.id).inserted }
        }
        if hasPages(route) { session.routes.readToEnd[key] = last.isWhole ? ids : known.union(ids) }
        return reply(first, facts, isWhole: last.isWhole)
    }

    private func reply(
        _ first: Reply<RecordAnswer>, _ facts: [RecordFact], isWhole: Bool
    ) -> Reply<RecordAnswer> {
        Reply(
            value: RecordAnswer(facts: facts, isWhole: isWhole), startedAt: first.startedAt, endedAt: first.endedAt,
            serverDate: first.serverDate)
    }
}
