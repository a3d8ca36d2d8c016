import SQLite
package import Values

/// What a person does with deliveries.
extension Store {
    /// Carries an order out, on some hundreds in each commit. What a lane has under way meanwhile is refused, never
    /// touched: a delivery is marked and handled in commits, one after the other.
    ///
    /// - Parameter states: what is by now in another state is passed over in silence; `nil` where each was named.
    package func handle(
        _ order: Handling.Order, _ numbers: [DeliveryRow.Number], in states: Set<DeliveryRow.State>? = nil,
        now: Timestamp
    ) async throws(StoreError) -> Handling {
        var handled = Handling()
        var rest = numbers[...]
        while !rest.isEmpty {
            let (step, before) = (rest.prefix(500), handled)
            rest = rest.dropFirst(500)
            handled = try await write("delivery.handle") { transaction in
                var handled = before
                for number in step { try transaction.handle(order, number, states, now, &handled) }
                return handled
            }
        }
        return handled
    }
}

extension WriteTransaction {
    fileprivate borrowing func handle(
        _ order: Handling.Order, _ number: DeliveryRow.Number, _ states: Set<DeliveryRow.State>?, _ now: Timestamp,
        _ handled: inout Handling
    ) throws {
        if let states, try firstReadable(HandlingTable.state, number).map(states.contains) != true { return }
        let update = order == .retry ? HandlingTable.retry : HandlingTable.discard
        if try run(update, number, now) == 1 {
            try letGo(number)
            handled.done.append(number)
            guard let target = try firstReadable(HandlingTable.target, number) else { return }
            handled.byTarget[target, default: []].append(number)
            if try firstReadable(HandlingTable.isBarred, number) == true { handled.barred.append(number) }
        } else {
            handled.refused.append(try refusal(number))
        }
    }

    fileprivate borrowing func refusal(_ number: DeliveryRow.Number) throws -> Handling.Refusal {
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

    static let target = Query<String, DeliveryRow.Number>(
        "delivery.target", "SELECT target FROM delivery WHERE number = ?1")

    /// An order leaves the reason as it was.
    static let isBarred = Query<Bool, DeliveryRow.Number>(
        "delivery.isBarred", "SELECT reason IS 'barred' FROM delivery WHERE number = ?1")

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
