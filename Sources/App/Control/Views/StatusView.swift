import JSON
import Store
import Values

/// The answer to "how is it going": connections, and counts that must add up.
struct StatusView {
    let installed: Installed
    let accounts: [AccountRow]
    let children: [ChildRow]
    let counts: StoreCounts
    let accounting: DeliveryAccounting
    let standing: StoreStanding
    let health: HealthFacts
    let silences: [SilenceRow]
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
            "oldest": [
                "hint": .moment(standing.oldestHint), "intent": .moment(standing.oldestIntent),
                "delivery": .moment(accounting.oldestOpen),
            ],
            "lastScans": .array(standing.scans.map(json)),
            "lastFacts": .object(
                JSONObject(
                    TransactionRow.Source.allCases.map {
                        JSONObject.Member($0.rawValue, .count(standing.lastFacts[$0] ?? 0))
                    })),
            "run": live == nil ? nil : RunState(merging: runs.map(\.1)).json,
            "store": .word(storeState.rawValue),
            "books": .array(health.books.map(\.json)),
            "balanced": .bool(health.isBalanced),
            "silences": .array(silences.map { JSONValue($0, children) }),
            "quiet": .array(installed.quiet.map { ["person": .string($0.name), "until": .moment($0.until)] }),
            "problems": .array(health.problems(at: now).map(\.json)),
        ]
    }

    private var members: [JSONObject.Member] {
        let facts = [
            ("children", counts.children), ("transactions", counts.transactions),
            ("transactionsWithdrawn", counts.withdrawnTransactions), ("hints", counts.hints),
            ("hintsOpen", counts.openHints), ("hintsResolved", counts.resolvedHints),
            ("hintsReported", counts.reportedHints), ("alerts", accounting.alerts),
            ("deliveries", accounting.deliveries), ("intents", counts.intents),
            ("intentsWaiting", counts.waitingIntents), ("intentsConfirmed", counts.confirmedIntents),
            ("intentsSuperseded", counts.supersededIntents),
            ("intentsParked", counts.parkedIntents), ("intentsDiscarded", counts.discardedIntents),
            ("conflictsOpen", health.conflicts.fields.values.reduce(0, +)),
        ]
        return facts.map { JSONObject.Member($0.0, .count($0.1)) } + Self.states(accounting.count)
    }

    /// How many deliveries are in each state.
    private static func states(_ count: (DeliveryRow.State) -> Int) -> [JSONObject.Member] {
        DeliveryRow.State.allCases.map { JSONObject.Member($0.rawValue.camelCased, .count(count($0))) }
    }

    private func json(_ scanned: StoreStanding.ChildScanned) -> JSONValue {
        let child = children.first { $0.id == scanned.child && $0.server == scanned.server }
        return ["child": child.map(JSONValue.init(naming:)) ?? nil, "at": .moment(scanned.at)]
    }

    private func json(_ account: LiveStatus.Account) -> JSONValue {
        let known = installed.accounts.first { $0.name == account.name }
        return [
            "name": .string(account.name), "server": .text(known?.server), "email": .text(known?.email),
            "state": .word(account.state.rawValue), "reason": .text(account.reason),
            "nextStep": .text(account.nextStep),
            "hub": .text(account.hub), "nextTryAt": .moment(account.nextTryAt), "lastScan": .moment(account.lastScan),
            "openHints": .count(account.openHints), "link": .word(account.link.rawValue),
            "run": runs.first { $0.name == account.name }?.1.json ?? nil,
            "uploads": .array(
                account.uploads.map {
                    ["intent": .string($0.intent.rawValue), "about": .string($0.title), "progress": $0.progress]
                }),
        ]
    }

    private var storeState: StoreState {
        StoreState(refusal: live?.refusedChange?.kind, room: live?.room ?? .ok)
    }

    /// What each account is about.
    private var runs: [(name: String, RunState)] {
        (live?.accounts ?? []).map { account in
            let row = accounts.first { $0.name == account.name }
            var facts = RunState.Facts(
                link: account.link, store: storeState, pending: row.flatMap { standing.waiting[$0.id] } ?? 0)
            if account.state == .signInNeeded {
                facts.failure = account.reason
            } else if account.failingSince != nil {
                facts.failure = account.reason ?? "the server does not answer"
            }
            (facts.isRefused, facts.work) = (account.isRefused, account.work)
            facts.conflicts = health.conflicts.fields[account.name] ?? 0
            return (account.name, RunState(facts))
        }
    }

    /// Nobody watches while the program does not run.
    private func json(_ account: Installed.Account) -> JSONValue {
        let row = accounts.first { $0.name == account.name }
        return [
            "name": .string(account.name), "server": account.server.isEmpty ? nil : .string(account.server),
            "email": .text(account.email),
            "state": .word((account.canSignIn ? LiveStatus.Account.State.stopped : .signInNeeded).rawValue),
            "reason": account.canSignIn ? "the program does not run" : .string(account.fault ?? "must sign in"),
            "nextStep": account.canSignIn
                ? nil
                : .string(
                    HealthFacts.SignedOut(name: account.name, fault: account.fault).login(health.commands)), "hub": nil,
            "nextTryAt": nil, "lastScan": .moment(row?.lastScanFinishedAt), "openHints": 0,
            "link": .word((account.canSignIn ? LinkState.stopped : .signInNeeded).rawValue),
            "run": nil, "uploads": [],
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
        let drill = health.drills.first { $0.last.target == books.name }
        let state: ListedTargetState =
            target == nil ? .notConfigured : live == nil ? .stopped : ListedTargetState(lane?.state ?? .working)
        let head = [
            JSONObject.Member("name", .string(books.name)), JSONObject.Member("kind", .text(target?.kind)),
            JSONObject.Member("state", .word(state.rawValue)), JSONObject.Member("reason", .text(lane?.reason)),
            JSONObject.Member("proves", .word(target?.utmost.rawValue)),
            JSONObject.Member("nextTryAt", .moment(lane?.nextTryAt)),
            JSONObject.Member("lastDelivered", .moment(books.lastDelivered)),
            JSONObject.Member("lastDrill", drill.map { JSONValue($0.last, isAway: lane?.isAway ?? false) } ?? nil),
            JSONObject.Member("provenAt", .moment(drill?.provenAt)),
            JSONObject.Member("deliveries", .count(books.alerts)),
            JSONObject.Member("desktops", target?.isForDesktops == true ? .count(lane?.desktops.count ?? 0) : nil),
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

extension Book {
    /// As `--json` has it.
    fileprivate var json: JSONValue {
        [
            "of": .word(subject.rawValue), "target": .text(target), "taken": .count(taken),
            "parts": .object(JSONObject(parts.map { JSONObject.Member($0.name.camelCased, .count($0.count)) })),
            "balanced": .bool(isBalanced),
        ]
    }
}

extension RunState.Work {
    /// From 0.00 to 0.99.
    var progress: JSONValue {
        .number(JSONNumberText(Decimal(coefficient: Int128(hundredths), scale: 2) ?? .zero))
    }
}

extension RunState {
    /// As `--json` has it: the word, and what belongs to it.
    var json: JSONValue {
        var (operation, progress, count, reason): (JSONValue, JSONValue, JSONValue, JSONValue) = (nil, nil, nil, nil)
        switch self {
        case .idle: break
        case .syncing(let work):
            operation = .word(work.operation.rawValue)
            progress = work.progress
        case .offline(let pending): count = .count(pending)
        case .error(let text): reason = .string(text)
        case .conflict(let conflicts): count = .count(conflicts)
        }
        return ["state": .string(word), "operation": operation, "progress": progress, "count": count, "reason": reason]
    }
}
