import SQLite
import Values

/// Which deliveries a person wants to see.
package struct DeliveryFilter: Sendable {
    /// Empty means all.
    package var states: Set<DeliveryRow.State>
    /// A target's name; `nil` means all.
    package var target: String?
    /// The newest so many; below 1 gives none.
    package var limit: Int

    /// The newest 100, unless said otherwise.
    package init(states: Set<DeliveryRow.State> = [], target: String? = nil, limit: Int = 100) {
        self.states = states
        self.target = target
        self.limit = limit
    }
}

/// A delivery with the history of its attempts.
package struct DeliveryHistory: Sendable, Equatable {
    /// The delivery as it stands.
    package let delivery: ListedDelivery
    /// All of them, in order; also those before a person put it back in the queue.
    package let attempts: [AttemptRow]
}

extension Store {
    /// The newest first.
    package func deliveries(matching filter: DeliveryFilter = DeliveryFilter()) async throws(StoreError)
        -> [ListedDelivery]
    {
        try await read("deliveries") { snapshot in
            // A target and a state at a time: each is the end of an index, however many others there are.
            let numbers = try snapshot.readable(DeliveryTable.kinds)
                .filter { filter.target ?? $0.target == $0.target }
                .filter { filter.states.isEmpty || filter.states.contains($0.state) }
                .flatMap { try snapshot.all(DeliveryTable.newest, $0.target, $0.state, max(filter.limit, 0)) }
            return try numbers.sorted(by: >).prefix(max(filter.limit, 0))
                .compactMap { try snapshot.delivery($0) }
        }
    }

    /// Everything about one delivery; `nil` if there is none of this number.
    package func history(of number: DeliveryRow.Number) async throws(StoreError) -> DeliveryHistory? {
        try await read("delivery.history") { snapshot in
            guard let delivery = try snapshot.delivery(number) else { return nil }
            return DeliveryHistory(delivery: delivery, attempts: try snapshot.readable(AttemptRow.ofDelivery, number))
        }
    }
}

private enum DeliveryTable {
    struct Kind: RowDecodable {
        let target: String
        let state: DeliveryRow.State

        init(row: borrowing Row) throws {
            target = try row.value(0)
            state = try row.value(1)
        }
    }

    static let kinds = Query<Kind>("delivery.kinds", "SELECT target, state FROM delivery_tally WHERE count <> 0")

    static let newest = Query<DeliveryRow.Number, String, DeliveryRow.State, Int>(
        "delivery.newest",
        "SELECT number FROM delivery WHERE target = ?1 AND state = ?2 ORDER BY number DESC LIMIT ?3")
}
