import SQLite
import Values

/// Which deliveries a person wants to see.
package struct DeliveryFilter: Sendable {
    /// Empty means all.
    package var states: Set<DeliveryRow.State>
    package var target: String?
    package var limit: Int

    package init(states: Set<DeliveryRow.State> = [], target: String? = nil, limit: Int = 100) {
        self.states = states
        self.target = target
        self.limit = limit
    }
}

/// A delivery with the history of its attempts.
package struct DeliveryHistory: Sendable, Equatable {
    package let work: DeliveryWork
    package let attempts: [AttemptRow]
}

extension Store {
    /// The newest first.
    package func deliveries(matching filter: DeliveryFilter = DeliveryFilter()) async throws(StoreError)
        -> [DeliveryWork]
    {
        let states = filter.states.map(\.rawValue).sorted().joined(separator: ",")
        let wanted = states.isEmpty ? nil : ",\(states),"
        return try await read("deliveries") { snapshot in
            try snapshot.all(DeliveryTable.matching, filter.target, wanted, max(filter.limit, 0))
                .compactMap { try snapshot.first(DeliveryWork.byNumber, $0) }
        }
    }

    /// Everything about one delivery; `nil` if there is none of this number.
    package func history(of number: DeliveryRow.Number) async throws(StoreError) -> DeliveryHistory? {
        try await read("delivery.history") { snapshot in
            guard let work = try snapshot.first(DeliveryWork.byNumber, number) else { return nil }
            return DeliveryHistory(work: work, attempts: try snapshot.all(AttemptRow.ofDelivery, number))
        }
    }
}

private enum DeliveryTable {
    static let matching = Query<DeliveryRow.Number, String?, String?, Int>(
        "delivery.matching",
        """
        SELECT number FROM delivery
        WHERE (?1 IS NULL OR target = ?1) AND (?2 IS NULL OR instr(?2, ',' || state || ',') > 0)
        ORDER BY number DESC LIMIT ?3
        """)
}
