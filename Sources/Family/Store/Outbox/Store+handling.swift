import SQLite
package import Values

/// What a person does with deliveries.
extension Store {
    /// Why an order about a delivery was not followed.
    package enum Refusal: Sendable, Equatable, CustomStringConvertible {
        case unknown(DeliveryRow.Number)
        /// It is on its way just now.
        case underWay(DeliveryRow.Number)
        case settled(DeliveryRow.Number, DeliveryRow.State)

        /// For people, with the next step where there is one.
        package var description: String {
            switch self {
            case .unknown(let number): "there is no delivery \(number); see: pocketbell deliveries list"
            case .underWay(let number): "delivery \(number) is being sent just now; look again in a moment"
            case .settled(let number, let state): "delivery \(number) is \(state.rawValue) already"
            }
        }
    }

    /// Puts a delivery back in the queue, due at once, with its attempts counted from zero, and by itself if it was in a digest.
    ///
    /// - Returns: Why it was not done; `nil` if it was.
    @discardableResult
    package func retry(_ number: DeliveryRow.Number, now: Timestamp) async throws(StoreError) -> Refusal? {
        try await write("delivery.retry") { transaction in
            guard try transaction.run(HandlingTable.retry, number, now) == 0 else { return nil }
            return try transaction.refusal(number)
        }
    }

    /// Takes a delivery out of the queue for good.
    ///
    /// - Returns: Why it was not done; `nil` if it was.
    @discardableResult
    package func discard(_ number: DeliveryRow.Number, now: Timestamp) async throws(StoreError) -> Refusal? {
        try await write("delivery.discard") { transaction in
            guard try transaction.run(HandlingTable.discard, number, now) == 0 else { return nil }
            return try transaction.refusal(number)
        }
    }
}

extension WriteTransaction {
    fileprivate borrowing func refusal(_ number: DeliveryRow.Number) throws -> Store.Refusal {
        switch try first(HandlingTable.state, number) {
        case nil: .unknown(number)
        case .attempting: .underWay(number)
        case let state?: .settled(number, state)
        }
    }
}

private enum HandlingTable {
    static let state = Query<DeliveryRow.State, DeliveryRow.Number>(
        "delivery.state", "SELECT state FROM delivery WHERE number = ?1")

    static let retry = Update<DeliveryRow.Number, Timestamp>(
        "delivery.retry",
        """
        UPDATE delivery
        SET state = CASE repeat WHEN 1 THEN 'in-doubt' ELSE 'queued' END, due_at = ?2, attempts = 0, updated_at = ?2,
          digest = NULL
        WHERE number = ?1 AND state IN ('queued', 'in-doubt', 'skipped', 'dead', 'discarded')
        """)

    static let discard = Update<DeliveryRow.Number, Timestamp>(
        "delivery.discard",
        """
        UPDATE delivery SET state = 'discarded', updated_at = ?2, digest = NULL
        WHERE number = ?1 AND state IN ('queued', 'in-doubt', 'skipped', 'dead')
        """)
}
