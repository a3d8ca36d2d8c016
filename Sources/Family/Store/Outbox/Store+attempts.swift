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
            let count = try transaction.run(AttemptTable.recoverDeliveries, now, .interrupted)
            try transaction.run(AttemptTable.recoverAttempts, now, .interrupted)
            return count
        }
    }

    /// A lane's last word: records its outcomes and takes back every mark of its target that was never sent.
    ///
    /// It sees what was born marked before the lane closed its door, also what was being committed just then.
    package func endLane(_ target: String, finish ends: [AttemptEnd], now: Timestamp) async throws(StoreError) {
        try await write("lane.end") { try $0.endLane(target, finish: ends, now: now) }
    }

    /// The same before a lane begins anew, and what waits for another attempt is due now.
    ///
    /// When an attempt is due is counted in the time of the process that made it. Another one has another clock, which
    /// may have been set since, and a start is a good moment to try.
    ///
    /// - Parameter forgetsBodies: what was sent before may say what the target hides by now, and is not repeated as it was.
    /// - Returns: Whether something waits that has been tried.
    @discardableResult
    package func beginLane(
        _ target: String, finish ends: [AttemptEnd], forgetsBodies: Bool = false, now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write("lane.begin") { transaction in
            try transaction.endLane(target, finish: ends, now: now)
            if forgetsBodies { try transaction.forgetBodies(of: target) }
            try transaction.run(AttemptTable.wake, target, now)
            try transaction.shortenWindows(target, now: now)
            try transaction.shortenHeld(target, now: now)
            return try transaction.first(LaneTable.nextDue, target, Timestamp(microseconds: .min)) != nil
        }
    }

    /// Makes everything due now that waits for a target after a failure, because the target is back.
    ///
    /// - Parameters:
    ///   - isProven: it has just taken something; else somebody says so.
    ///   - now: in the time in which the lane counts what is due.
    @discardableResult
    package func wake(_ target: String, isProven: Bool = false, now: Timestamp) async throws(StoreError) -> Int {
        try await write("delivery.wake") { try $0.wake(target, isProven: isProven, now: now) }
    }

    /// Moves what is due for a target along with a wall clock that was set.
    package func moveDueTimes(_ target: String, by step: Duration, now: Timestamp) async throws(StoreError) {
        let microseconds = step.microseconds
        try await write("delivery.moveDue") { transaction in
            try transaction.run(FailureTable.move, target, microseconds)
            try transaction.run(AttemptTable.moveDue, target, microseconds, now)
            try transaction.moveWindows(target, by: microseconds)
            try transaction.shortenHeld(target, now: now)
        }
    }

    /// Ends deliveries that nobody can carry out because they cannot be read, whatever else their rows hold: they would be in
    /// the way of all others of their target, for ever. A person may try them again.
    package func giveUp(_ deliveries: [UnreadableDelivery], now: Timestamp) async throws(StoreError) {
        let reason = FailureReason.unreadable
        try await write("attempts.giveUp") { transaction in
            for delivery in deliveries {
                try transaction.run(AttemptTable.giveUp, delivery.number, reason, delivery.sentence, now)
                try transaction.run(AttemptTable.close, delivery.number, now, "dead", reason, delivery.sentence)
            }
        }
    }

    /// Ends deliveries in doubt whose target must not be told twice.
    package func skip(_ numbers: [DeliveryRow.Number], detail: String, now: Timestamp) async throws(StoreError) {
        try await write("attempts.skip") { transaction in
            for number in numbers { try transaction.run(AttemptTable.skip, number, .notRepeated, detail, now) }
        }
    }
}

extension Duration {
    /// Rounded down; as tables keep moments and spans.
    var microseconds: Int64 {
        Int64(clamping: components.seconds) * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
