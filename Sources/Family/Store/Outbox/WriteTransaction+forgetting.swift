import SQLite
import Values

/// What was told long ago is forgotten; that it was told is not.
extension WriteTransaction {
    /// A step of forgetting deliveries that are at their end, with their attempts, their alerts and their digests. What waits, what is
    /// in doubt and what a person has to decide about stays, however old it is.
    ///
    /// - Parameters:
    ///   - horizon: only what was caused and ended before.
    ///   - step: deliveries, and digests, at most.
    /// - Returns: How many of them went.
    borrowing func forgetTold(before horizon: Timestamp, _ step: Int) throws -> Int {
        let old = try all(ForgettingTable.told, horizon, step)
        for delivery in old {
            // First, and in the same commit: the same fact, should it come again, is told nobody twice.
            try run(ForgettingTable.keep, delivery.alert, delivery.target, delivery.at)
            try run(ForgettingTable.attempts, delivery.number)
            try run(ForgettingTable.delivery, delivery.number)
            try run(ForgettingTable.alert, delivery.alert)
        }
        if !old.isEmpty { try run(ForgettingTable.gone, old.count) }
        return try old.count + run(ForgettingTable.digests, horizon, step)
    }

    /// A step of forgetting entries that are at their end, and what had to be done to the store.
    ///
    /// - Returns: How many went.
    borrowing func forgetSettled(before horizon: Timestamp, recoveriesBefore: Timestamp, _ step: Int) throws -> Int {
        try [IntentRow.State.confirmed, .superseded, .discarded].reduce(0) { count, state in
            try count + run(ForgettingTable.intents, state, horizon, step)
        } + run(ForgettingTable.recoveries, recoveriesBefore)
    }
}

private struct OldDelivery: RowDecodable {
    let number: DeliveryRow.Number
    let alert: AlertRow.Key
    let target: String
    let at: Timestamp

    init(row: borrowing Row) throws {
        number = try row.value(0)
        alert = try row.value(1)
        target = try row.value(2)
        at = try row.value(3)
    }
}

private enum ForgettingTable {
    static let told = Query<OldDelivery, Timestamp, Int>(
        "forgetting.told",
        """
        SELECT number, alert, target, updated_at FROM delivery
        WHERE created_at < ?1 AND updated_at < ?1 AND state IN ('delivered', 'skipped', 'discarded')
        ORDER BY created_at LIMIT ?2
        """)
    static let keep = Update<AlertRow.Key, String, Timestamp>(
        "forgetting.keep",
        "INSERT INTO told (alert, target, at) VALUES (?1, ?2, ?3) ON CONFLICT (alert, target) DO NOTHING")
    static let attempts = Update<DeliveryRow.Number>("forgetting.attempts", "DELETE FROM attempt WHERE delivery = ?1")
    static let delivery = Update<DeliveryRow.Number>("forgetting.delivery", "DELETE FROM delivery WHERE number = ?1")
    static let alert = Update<AlertRow.Key>(
        "forgetting.alert",
        """
        DELETE FROM alert WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM delivery WHERE alert = ?1)
          AND NOT EXISTS (SELECT 1 FROM problem WHERE alert = ?1)
        """)
    static let gone = Update<Int>(
        "forgetting.gone", "UPDATE tally SET count = count + ?1 WHERE name = 'delivery.gone'")
    static let digests = Update<Timestamp, Int>(
        "forgetting.digests",
        """
        DELETE FROM digest WHERE number IN (
          SELECT number FROM digest d WHERE created_at < ?1
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE digest = d.number) ORDER BY number LIMIT ?2)
        """)
    static let intents = Update<IntentRow.State, Timestamp, Int>(
        "forgetting.intents",
        """
        DELETE FROM intent WHERE number IN (
          SELECT number FROM intent i WHERE state = ?1 AND settled_at < ?2 AND uncovered = 0
            AND NOT EXISTS (SELECT 1 FROM conflict c WHERE c.intent = i.id) ORDER BY number LIMIT ?3)
        """)
    static let recoveries = Update<Timestamp>(
        "forgetting.recoveries",
        "DELETE FROM recovery WHERE at < ?1 AND number < (SELECT number FROM recovery ORDER BY number DESC LIMIT 1)")
}
