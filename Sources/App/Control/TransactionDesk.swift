import JSON
import Store
import Values

/// The list of transactions, with what waits to become one.
struct TransactionDesk: Sendable {
    let api: ControlAPI

    /// How many rows one page looks at, wanted or not: what is looked for has no index, and a page is to be there at once.
    private static let longestLook = 20_000
    /// How long what is looked for may be, in characters.
    private static let longestSearch = 200

    /// The newest rows that the filter wants, and before them what waits to become such a row.
    func list(_ request: ControlRequest) async throws -> JSONValue {
        let (filter, children) = try await filter(request, limit: try api.limit(request))
        // Of one moment: an entry is a row or waits, never both and never neither.
        let (rows, overlay) = try await api.store.read("transactions") { snapshot in
            (try snapshot.transactions(matching: filter), try snapshot.overlay())
        }
        let currency = await api.installed().currency
        let list = waiting(overlay, filter, children, currency) + json(rows, children, currency)
        return .array(Array(list.prefix(filter.limit)))
    }

    /// `transactions/page`: the same, piece by piece. What waits is in the first, beside as many rows as were asked for.
    func page(_ request: ControlRequest) async throws -> JSONValue {
        let (filter, children) = try await filter(request, limit: try api.limit(request))
        let place = try request.query["before"].map { text in
            guard let place = StoredTransactionPage.Place(text) else {
                throw ControlAnswer.Refusal(
                    .malformed, "'before' is no place in the list", hint: "take the 'next' of the page before")
            }
            return place
        }
        let (page, overlay) = try await api.store.read("transactions.page") { snapshot in
            (
                try snapshot.transactionPage(
                    matching: filter, after: place, lookingAt: max(Self.longestLook, filter.limit + 1)),
                place == nil ? try snapshot.overlay() : []
            )
        }
        let currency = await api.installed().currency
        return [
            "rows": .array(waiting(overlay, filter, children, currency) + json(page.rows, children, currency)),
            "next": .text(page.next?.description), "searchedTo": .moment(page.stoppedAt),
        ]
    }

    private func filter(
        _ request: ControlRequest, limit: Int
    ) async throws -> (TransactionFilter, [ChildRow]) {
        let children = try await api.store.children()
        var filter = TransactionFilter(
            child: try api.child(request, children), period: try api.period(request), limit: limit)
        filter.match = TransactionMatch(
            kind: try request.query["kind"].map(kind), category: request.query["category"],
            text: try search(request.query["search"] ?? ""))
        return (filter, children)
    }

    private func kind(_ word: String) throws -> TransactionRow.Kind {
        let all = TransactionRow.Kind.allCases
        guard let kind = all.first(where: { $0.rawValue == word }) else {
            throw ControlAnswer.Refusal(
                .malformed, "there is no kind '\(word)' of transaction", known: all.map(\.rawValue), to: word)
        }
        return kind
    }

    private func search(_ text: String) throws -> String {
        guard text.count <= Self.longestSearch else {
            throw ControlAnswer.Refusal(
                .malformed, "what is looked for has at most \(Self.longestSearch) characters",
                hint: "take one of its words")
        }
        return text
    }

    private func waiting(
        _ overlay: [IntentRow], _ filter: TransactionFilter, _ children: [ChildRow], _ currency: Currency
    ) -> [JSONValue] {
        let waiting = overlay.reversed().filter { intent in
            intent.isPending && filter.period.contains(intent.acceptedAt)
                && (filter.child.map { $0.id == intent.child && $0.server == intent.server } ?? true)
                && (intent.order.content?.isWanted(by: filter.match) ?? false)
        }
        return waiting.map { JSONValue(pending: $0, child: owner($0.child, $0.server, children), in: currency) }
    }

    private func json(_ rows: [TransactionRow], _ children: [ChildRow], _ currency: Currency) -> [JSONValue] {
        rows.map { JSONValue($0, child: owner($0.child, $0.server, children), in: currency) }
    }

    private func owner(_ id: ChildRow.ID?, _ server: ServerRow.ID, _ children: [ChildRow]) -> ChildRow? {
        children.first { $0.id == id && $0.server == server }
    }
}
