import SQLite
package import Values

/// What the lanes write. One transaction each; callers that wait at the same time share one sync of the disk.
extension Store {
    /// Records what became of marked attempts, and marks the next ones: one commit, so that a lane pays for one sync of
    /// the disk between two attempts.
    ///
    /// When it returns the marks are on the disk, and sending may begin.
    ///
    /// - Returns: Those that were still waiting; the others must not be sent.
    @discardableResult
    package func turn(
        finish ends: [AttemptEnd], begin starts: [AttemptStart], now: Timestamp
    ) async throws(StoreError) -> Set<DeliveryRow.Number> {
        try await write("attempts.turn") { transaction in
            for end in ends { try transaction.finish(end, now: now) }
            var begun: Set<DeliveryRow.Number> = []
            for start in starts where try transaction.begin(start, now: now) { begun.insert(start.delivery) }
            return begun
        }
    }

    /// At start, before any lane works: what was being sent when the last process ended may have arrived.
    ///
    /// - Returns: How many deliveries are in doubt now because of that.
    @discardableResult
    package func recoverAttempts(now: Timestamp) async throws(StoreError) -> Int {
        try await write("attempts.recover") { transaction in
            let count = try transaction.run(AttemptTable.recoverDeliveries, now)
            try transaction.run(AttemptTable.recoverAttempts, now)
            return count
        }
    }

    /// Ends deliveries in doubt whose target must not be told twice.
    package func skip(
        _ numbers: [DeliveryRow.Number], reason: String, detail: String, now: Timestamp
    ) async throws(StoreError) {
        try await write("attempts.skip") { transaction in
            for number in numbers { try transaction.run(AttemptTable.skip, number, reason, detail, now) }
        }
    }
}
