import JSON
import Store
import Values

/// The answer to "how is it going": connections, and counts that must add up.
struct StatusView {
    let accounts: [AccountRow]
    let counts: StoreCounts
    let accounting: DeliveryAccounting
    let health: HealthFacts
    let now: Timestamp

    private var live: LiveStatus? { health.live }

    var json: JSONValue {
        [
            "running": .bool(live != nil),
            "version": live.map { .string($0.version) } ?? nil,
            "startedAt": live.map { .string($0.startedAt.description) } ?? nil,
            "accounts": .array(live.map { $0.accounts.map(Self.json) } ?? accounts.map(Self.json)),
            "counts": .object(JSONObject(members)),
            "targets": .array(accounting.targets.map(Self.json)),
            "oldestOpen": accounting.oldestOpen.map { .string($0.description) } ?? nil,
            "balanced": .bool(health.isBalanced),
            "problems": .array(health.problems(at: now).map(\.json)),
        ]
    }

    private var members: [JSONObject.Member] {
        let facts = [
            ("children", counts.children), ("transactions", counts.transactions), ("hints", counts.hints),
            ("hintsOpen", counts.openHints), ("hintsResolved", counts.resolvedHints),
            ("hintsReported", counts.reportedHints), ("alerts", accounting.alerts),
            ("deliveries", accounting.deliveries),
        ]
        let states = DeliveryRow.State.allCases.map { (Self.name(of: $0), accounting.count($0)) }
        return (facts + states).map { JSONObject.Member($0.0, .number(JSONNumberText($0.1))) }
    }

    private static func json(_ account: LiveStatus.Account) -> JSONValue {
        [
            "name": .string(account.name), "state": .string(account.state.rawValue),
            "reason": account.reason.map { .string($0) } ?? nil,
            "nextStep": account.nextStep.map { .string($0) } ?? nil, "hub": account.hub.map { .string($0) } ?? nil,
            "nextTryAt": account.nextTryAt.map { .string($0.description) } ?? nil,
            "lastScan": account.lastScan.map { .string($0.description) } ?? nil,
            "openHints": .number(JSONNumberText(account.openHints)),
        ]
    }

    /// Nobody watches while the program does not run.
    private static func json(_ account: AccountRow) -> JSONValue {
        [
            "name": .string(account.name), "state": "stopped", "reason": "the program does not run",
            "nextStep": nil, "hub": nil, "nextTryAt": nil,
            "lastScan": account.lastScanFinishedAt.map { .string($0.description) } ?? nil, "openHints": 0,
        ]
    }

    private static func json(_ target: DeliveryAccounting.Target) -> JSONValue {
        let states = DeliveryRow.State.allCases.map {
            JSONObject.Member(name(of: $0), .number(JSONNumberText(target.count($0))))
        }
        let head = [
            JSONObject.Member("name", .string(target.name)),
            JSONObject.Member("deliveries", .number(JSONNumberText(target.alerts))),
        ]
        return .object(JSONObject(head + states))
    }

    /// As names in JSON are written.
    static func name(of state: DeliveryRow.State) -> String {
        state == .inDoubt ? "inDoubt" : state.rawValue
    }
}
