import HTTPClient
import JSON

/// One child's list of transactions, as far back as is wanted.
struct TransactionList: Sendable {
    let child: Child.ID
    /// Rows that are wanted at most.
    let limit: Int

    /// Asks once where the server gives as many as are wanted, and page after page where it cuts its lists.
    ///
    /// - Throws: kind `truncatedAnswer` also for a list that moved too much while its pages were read.
    func read(by session: isolated AllowanceSession) async throws(AllowanceError) -> Reply<[Transaction]> {
        let first = try await first(by: session)
        var pages = TransactionPages(wanted: limit)
        var (last, next) = (first, pages.take(first.value))
        while case .page(let offset) = next {
            last = try await page(Routes.longestPage, offset: offset, by: session)
            next = pages.take(last.value)
        }
        guard next == .whole else {
            let route = session.routes.transactions(of: child, limit: limit).name
            throw AllowanceError(.truncatedAnswer, place: session.server.origin, route: route)
        }
        var reply = Reply(
            value: pages.rows, startedAt: first.startedAt, endedAt: first.endedAt, serverDate: first.serverDate)
        reply.total = pages.total
        return reply
    }

    /// A server that refuses a longer page says so once.
    private func first(
        by session: isolated AllowanceSession
    ) async throws(AllowanceError) -> Reply<TransactionPage> {
        if session.routes.isCut { return try await page(min(limit, Routes.longestPage), by: session) }
        do throws(AllowanceError) {
            return try await page(limit, by: session)
        } catch {
            guard error.kind == .invalidRequest, limit > Routes.longestPage else { throw error }
            let shorter = try await page(Routes.longestPage, by: session)
            // Without a count nobody knows whether that is all: then it was something else that was refused.
            guard shorter.value.total != nil, session.routes.cut() else { throw error }
            return shorter
        }
    }

    private func page(
        _ limit: Int, offset: Int = 0, by session: isolated AllowanceSession
    ) async throws(AllowanceError) -> Reply<TransactionPage> {
        let reader = AnswerReader(
            quick: { [child] body in
                QuickTransactionList.read(body, of: child).map { TransactionPage(rows: $0) }
            }
        ) { [child] node throws(JSONError) in try Transaction.page(node, of: child) }
        return try await session.ask(
            .transactions, { $0.transactions(of: child, limit: limit, offset: offset) }, reader)
    }
}
