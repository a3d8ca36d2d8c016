import JSON
import Store
import Values

/// The answer to "how is it going": connections, and counts that must add up.
struct StatusView {
    let installed: Installed
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
            "startedAt": .moment(live?.startedAt),
            "accounts": .array(live.map { $0.accounts.map(json) } ?? installed.accounts.map(json)),
            "counts": .object(JSONObject(members)),
            "targets": .array(targets.map(json)),
            "oldestOpen": .moment(accounting.oldestOpen),
            "balanced": .bool(health.isBalanced),
            "problems": .array(health.problems(at: now).map(\.json)),
        ]
    }

    private var members: [JSONObject.Member] {
        let facts = [
            ("children", counts.children), ("transactions", counts.transactions), ("hints", counts.hints),
            ("hintsOpen", counts.openHints), ("hintsResolved", counts.resolvedHints),
            ("hintsReported", counts.reportedHints), ("alerts", accounting.alerts),
            ("deliveries", accounting.deliveries), ("intents", counts.intents),
            ("intentsWaiting", counts.waitingIntents), ("intentsConfirmed", counts.confirmedIntents),
            ("intentsParked", counts.parkedIntents), ("intentsDiscarded", counts.discardedIntents),
        ]
        return facts.map { JSONObject.Member($0.0, .count($0.1)) } + Self.states(accounting.count)
    }

    /// How many deliveries are in each state.
    private static func states(_ count: (DeliveryRow.State) -> Int) -> [JSONObject.Member] {
        DeliveryRow.State.allCases.map { JSONObject.Member($0.rawValue.camelCased, .count(count($0))) }
    }

    private func json(_ account: LiveStatus.Account) -> JSONValue {
        let known = installed.accounts.first { $0.name == account.name }
        return [
            "name": .string(account.name), "server": .text(known?.server), "email": .text(known?.email),
            "state": .word(account.state.rawValue), "reason": .text(account.reason),
            "nextStep": .text(account.nextStep),
            "hub": .text(account.hub), "nextTryAt": .moment(account.nextTryAt), "lastScan": .moment(account.lastScan),
            "openHints": .count(account.openHints),
        ]
    }

    /// Nobody watches while the program does not run.
    private func json(_ account: Installed.Account) -> JSONValue {
        let row = accounts.first { $0.name == account.name }
        return [
            "name": .string(account.name), "server": .string(account.server), "email": .text(account.email),
            "state": .word((account.canSignIn ? LiveStatus.Account.State.stopped : .signInNeeded).rawValue),
            "reason": account.canSignIn ? "the program does not run" : "must sign in",
            "nextStep": account.canSignIn ? nil : .string(health.commands.login(account.name)), "hub": nil,
            "nextTryAt": nil, "lastScan": .moment(row?.lastScanFinishedAt), "openHints": 0,
        ]
    }

    /// Those that are configured, and those that once were while something waits for them or was given up.
    private var targets: [(target: Installed.Target?, books: DeliveryAccounting.Target)] {
        let configured = installed.targets.map { target in
            let books = accounting.targets.first { $0.name == target.name }
            return (target, books ?? DeliveryAccounting.Target(name: target.name))
        }
        let names = Set(installed.targets.map(\.name))
        let former = accounting.targets.filter { !names.contains($0.name) && Self.needsPerson($0) }
        return configured + former.map { (nil, $0) }
    }

    private static func needsPerson(_ books: DeliveryAccounting.Target) -> Bool {
        [.queued, .attempting, .inDoubt, .dead].contains { books.count($0) > 0 }
    }

    private func json(_ target: Installed.Target?, _ books: DeliveryAccounting.Target) -> JSONValue {
        let lane = live?.targets.first { $0.name == books.name }
        let state: ListedTargetState =
            target == nil ? .notConfigured : live == nil ? .stopped : ListedTargetState(lane?.state ?? .working)
        let head = [
            JSONObject.Member("name", .string(books.name)), JSONObject.Member("kind", .text(target?.kind)),
            JSONObject.Member("state", .word(state.rawValue)), JSONObject.Member("reason", .text(lane?.reason)),
            JSONObject.Member("nextTryAt", .moment(lane?.nextTryAt)),
            JSONObject.Member("lastDelivered", .moment(books.lastDelivered)),
            JSONObject.Member("deliveries", .count(books.alerts)),
        ]
        return .object(JSONObject(head + Self.states(books.count)))
    }
}

/// How a target does, also one that no program serves at the moment.
package enum ListedTargetState: String, Sendable, CaseIterable {
    case working, failing, suspended
    /// Nothing is sent while the program does not run.
    case stopped
    /// It once had deliveries, and the configuration names it no longer.
    case notConfigured = "not-configured"

    init(_ state: LiveStatus.Target.State) {
        self =
            switch state {
            case .working: .working
            case .failing: .failing
            case .suspended: .suspended
            }
    }
}
