import SQLite
import Values

@testable import Relay
@testable import Store

/// What targets are told, and when.
extension World {
    private enum TargetQueries {
        static let waiting = Query<WaitingDelivery>(
            "simulation.waitingDeliveries",
            "SELECT number, target FROM delivery WHERE state IN ('queued', 'in-doubt') AND NOT EXISTS (SELECT 1 FROM held WHERE held.delivery = delivery.number) ORDER BY number"
        )
        static let silent = Query<Int>(
            "simulation.silent",
            "SELECT count(*) FROM delivery WHERE state IN ('dead', 'skipped') AND ifnull(reason, '') = ''")
    }

    struct WaitingDelivery: RowDecodable, Sendable {
        let number: DeliveryRow.Number
        let target: String

        init(row: borrowing Row) throws { (number, target) = (try row.value(0), try row.value(1)) }
    }

    /// As long as nothing is wrong with a target, with the program or with the machine, nothing waits for it for long.
    private static let patience = 60_000_000

    func auditFairness(_ store: Store) async throws {
        let (waiting, silent) = try await store.read("waiting") { snapshot in
            (try snapshot.all(TargetQueries.waiting), try snapshot.first(TargetQueries.silent) ?? 0)
        }
        if silent > 0 { try violate(.listed, "\(silent) deliveries were given up or skipped without a reason") }
        var since: [DeliveryRow.Number: Int] = [:]
        for one in waiting where sinks.first(where: { $0.name == one.target })?.isBlameless ?? false {
            let first = max(memory.waitingSince[one.number] ?? now, troubleAt)
            since[one.number] = first
            if now - first > Self.patience {
                try violate(
                    .fairness, "\(one.target) waits for delivery \(one.number) since \((now - first) / 1_000_000) s")
            }
        }
        memory.waitingSince = since
    }
}
