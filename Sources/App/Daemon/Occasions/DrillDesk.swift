import Control
import JSON
import Relay
import Runtime
import SQLite
import Store
import Values

/// A drill that a person wants now: every target is sent one through the outbox, and what becomes of each is followed.
struct DrillDesk: Sendable {
    /// A program that answers sooner than who asks gives up.
    static let patience: Duration = .seconds(45)

    let store: Store
    let rules: RuleSet
    /// Brings what is planned to the lanes.
    let admit: @Sendable ([PlannedAlert]) -> [PlannedAlert]
    /// Targets where nobody is to be told: they are not waited for.
    var away: @Sendable () -> Set<String> = { [] }
    var limit = patience
    var now: @Sendable () -> Timestamp = { WallClock.system.now }

    /// Returns when each target has had its say, whatever comes of it later, and else at the limit.
    func answer() async -> ControlAnswer {
        let moment = now()
        let alert = rules.drill("asked|\(moment)", at: moment, waits: false)
        guard !alert.deliveries.isEmpty else {
            return .refused(.init(.notPermitted, "no target is configured", hint: "add one to 'targets:'"))
        }
        do throws(StoreError) {
            let admitted = admit([alert])
            try await store.writeAlerts("drill") { transaction in
                let born = try admitted.flatMap {
                    try transaction.insert($0, dueAt: moment, isLate: false, at: moment) ?? []
                }
                return ((), born)
            }
            let rows = try await result(of: alert.key)
            // In the order of the settings, as all lists of targets are.
            let order = alert.deliveries.compactMap { delivery in rows.first { $0.target == delivery.target } }
            let away = away()
            return .value(.array(order.map { JSONValue($0, isAway: away.contains($0.target)) }))
        } catch {
            return .refused(.init(.unavailable, error.description))
        }
    }

    private func result(of alert: AlertRow.Key) async throws(StoreError) -> [DrillRow] {
        // Before the first look, so that nothing is missed in between.
        let changes = store.database.changes(to: ["delivery"])
        _ = await race(limit: limit) {
            if await isAnswered(alert) { return }
            for await _ in changes where await isAnswered(alert) { return }
        }
        return try await store.read("drill") { try $0.drill(alert) }
    }

    /// A store that cannot say will not say later either.
    private func isAnswered(_ alert: AlertRow.Key) async -> Bool {
        let rows = try? await store.read("drill") { try $0.drill(alert) }
        let away = away()
        return rows?.allSatisfy { $0.isAnswered || $0.state == .queued && away.contains($0.target) } ?? true
    }
}
