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
        let states = try all(AccountingTable.states)
        let oldest = try all(AccountingTable.oldest)
        let targets = try all(AccountingTable.targets).map { target in
            let own = states.filter { $0.target == target.name }
            var counts: [DeliveryRow.State: Int] = [:]
            // A state that nobody knows is counted nowhere, and the books don't balance.
            for line in own { if let state = DeliveryRow.State(rawValue: line.state) { counts[state] = line.count } }
            return DeliveryAccounting.Target(
                name: target.name, alerts: target.count, counts: counts,
                oldestOpen: oldest.first { $0.target == target.name }?.moment)
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

    struct OldestLine: RowDecodable {
        let target: String
        let moment: Timestamp

        init(row: borrowing Row) throws {
            target = try row.value(0)
            moment = try row.value(1)
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
        "SELECT target, state, count(*) FROM delivery GROUP BY target, state")

    static let oldest = Query<OldestLine>(
        "accounting.oldest",
        """
        SELECT target, min(created_at) FROM delivery WHERE state IN ('queued', 'in-doubt') GROUP BY target
        """)

    static let targets = Query<TargetLine>(
        "accounting.targets", "SELECT target, count(*) FROM delivery GROUP BY target ORDER BY target")

    static let alerts = Query<Int>("accounting.alerts", "SELECT count(*) FROM alert")

    static let everCaused = Query<Int>(
        "accounting.everCaused", "SELECT seq FROM sqlite_sequence WHERE name = 'delivery'")

    static let openAttempts = Query<Int>(
        "accounting.openAttempts", "SELECT count(*) FROM attempt WHERE finished_at IS NULL")
}
