package import SQLite
import Values

extension Store {
    /// The books of the outbox, of one moment.
    package func accounting() async throws(StoreError) -> DeliveryAccounting {
        try await read("accounting") { try $0.accounting() }
    }
}

extension Reading where Self: ~Copyable {
    /// The books of the outbox.
    package borrowing func accounting() throws -> DeliveryAccounting {
        let states = try readable(AccountingTable.states)
        let targets = try readable(AccountingTable.targets).map { target in
            let own = states.filter { $0.target == target.name }
            var counts: [DeliveryRow.State: Int] = [:]
            // A state that nobody knows is counted nowhere, and the books don't balance.
            for line in own { if let state = DeliveryRow.State(rawValue: line.state) { counts[state] = line.count } }
            return DeliveryAccounting.Target(
                name: target.name, alerts: target.count, counts: counts,
                oldestOpen: try firstReadable(AccountingTable.oldest, target.name),
                lastDelivered: try firstReadable(AccountingTable.lastDelivered, target.name))
        }
        return DeliveryAccounting(
            targets: targets, alerts: try first(AccountingTable.alerts) ?? 0,
            everCaused: try first(AccountingTable.everCaused) ?? 0,
            openAttempts: try first(AccountingTable.openAttempts) ?? 0)
    }
}

private enum AccountingTable {
    struct StateLine: RowDecodable {
        let target: String
        let state: String
        let count: Int

        init(row: borrowing Row) throws {
            target = try row.value(0)
            state = try row.value(1)
            count = try row.value(2)
        }
    }

    struct TargetLine: RowDecodable {
        let name: String
        let count: Int

        init(row: borrowing Row) throws {
            name = try row.value(0)
            count = try row.value(1)
        }
    }

    static let states = Query<StateLine>(
        "accounting.states",
        "SELECT target, state, count FROM delivery_tally WHERE count <> 0")

    static let oldest = Query<Timestamp, String>(
        "accounting.oldest",
        """
        SELECT created_at FROM delivery WHERE target = ?1 AND state IN ('queued', 'in-doubt')
          AND NOT EXISTS (SELECT 1 FROM held WHERE held.delivery = delivery.number) ORDER BY number LIMIT 1
        """)

    static let lastDelivered = Query<Timestamp, String>(
        "accounting.lastDelivered",
        """
        SELECT updated_at FROM delivery WHERE target = ?1 AND state = 'delivered' ORDER BY updated_at DESC LIMIT 1
        """)

    static let targets = Query<TargetLine>(
        "accounting.targets", "SELECT target, count FROM delivery_target WHERE count <> 0 ORDER BY target")

    static let alerts = Query<Int>("accounting.alerts", "SELECT count FROM tally WHERE name = 'alert'")

    static let everCaused = Query<Int>(
        "accounting.everCaused",
        """
        SELECT seq - (SELECT count FROM tally WHERE name = 'delivery.gone') FROM sqlite_sequence WHERE name = 'delivery'
        """)

    static let openAttempts = Query<Int>(
        "accounting.openAttempts", "SELECT count(*) FROM attempt WHERE finished_at IS NULL")
}
