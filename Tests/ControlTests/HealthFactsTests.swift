import JSON
import Testing
import Values

@testable import Control
@testable import Store

@Suite("What is wrong, of one moment")
struct HealthFactsTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    private func ago(_ seconds: Int) -> Timestamp { now.advanced(by: .seconds(-seconds)) }

    /// A program that is well: one account that was just scanned, one target.
    private var well: HealthFacts {
        var account = LiveStatus.Account(name: "mum", state: .live)
        account.lastScan = ago(20)
        var live = LiveStatus(startedAt: ago(100_000), version: "1")
        live.accounts = [account]
        live.targets = [LiveStatus.Target(name: "house", state: .working)]
        return HealthFacts(
            live: live, accounting: nil, counts: nil, commands: ProgramCommands(isService: false, namedFile: nil))
    }

    private func problems(_ change: (inout LiveStatus) -> Void) -> [Problem] {
        var facts = well
        change(&facts.live!)
        return facts.problems(at: now)
    }

    private func books(_ targets: [String: [DeliveryRow.State: Int]], ever: Int? = nil) -> DeliveryAccounting {
        let targets = targets.sorted { $0.key < $1.key }.map {
            DeliveryAccounting.Target(name: $0.key, alerts: $0.value.values.reduce(0, +), counts: $0.value)
        }
        let all = targets.reduce(0) { $0 + $1.alerts }
        return DeliveryAccounting(
            targets: targets, alerts: all, everCaused: ever ?? all,
            openAttempts: targets.reduce(0) { $0 + $1.count(.attempting) })
    }

    @Test("nothing, of a program that is well")
    func nothing() {
        #expect(well.problems(at: now).isEmpty)
        #expect(well.statusLine(at: now) == "watching 1 account")
    }

    @Test(
        "a desktop that is off is no trouble; a target for which no desktop has a token is, and what makes one is named"
    )
    func desktops() {
        func problems(_ tokens: Set<String>?, isForDesktops: Bool = true) -> [Problem] {
            var facts = well
            facts.live!.targets[0].mayBeAway = isForDesktops
            facts.targetsWithToken = tokens
            return facts.problems(at: now)
        }
        #expect(problems(["house"]).isEmpty && problems(nil).isEmpty && problems([], isForDesktops: false).isEmpty)
        let missing = problems(["another"])
        #expect(missing.map(\.kind) == [.desktopWithoutToken] && missing[0].subject == "house")
        #expect(missing[0].severity == .needsPerson)
        #expect(missing[0].nextStep == "pocketbell token create --desktop house")
    }

    @Test("a child that nobody is needs a person, as the configuration says it; without a known child nobody asks")
    func strangers() async throws {
        try await Installation.with { installation async throws in
            var facts = well
            facts.file.strangers = { known in known.count == 2 ? known[0] : [] }
            try await facts.take(installation.store)
            #expect(facts.file.unknown == ["Alice", "Alice Reed", "id-alice"])
            let found = facts.problems(at: now)
            #expect(found.map(\.kind) == [.unknownChild, .unknownChild, .unknownChild])
            #expect(found[0].text == "Alice" && found[0].severity == .needsPerson)
        }
    }

    @Test("scanned is who was scanned by this run, and each of them; nobody is not")
    func scanned() {
        #expect(well.isScanned)
        for change in [
            { $0.accounts[0].lastScan = nil }, { $0.startedAt = $0.accounts[0].lastScan! }, { $0.accounts = [] },
            { $0.accounts.append(LiveStatus.Account(name: "dad", state: .live)) },
        ] as [(inout LiveStatus) -> Void] {
            var facts = well
            change(&facts.live!)
            #expect(!facts.isScanned)
        }
    }

    @Test("a program that does not run, with how this one is started")
    func stopped() {
        for (commands, step) in [
            (ProgramCommands(isService: false, namedFile: "/a b"), "pocketbell run --config '/a b'"),
            (ProgramCommands(isService: true, namedFile: nil), "sudo systemctl start pocketbell"),
        ] {
            let facts = HealthFacts(
                live: nil, accounting: books(["old": [.queued: 2]]), counts: nil, commands: commands)
            // Without a program nobody knows here what is configured: nothing is called stranded.
            #expect(facts.problems(at: now).map(\.kind) == [.notRunning])
            #expect(facts.problems(at: now).first?.nextStep == step)
        }
    }

    @Test("a server that is away is not called a hub's absence; a written-down password is corrected where it stands")
    func deepest() {
        for (isServerAway, head) in [(true, "the server of mum is away"), (false, "the hub of mum is away")] {
            let found = problems { live in
                live.accounts[0].state = .waiting
                live.accounts[0].hubLostSince = ago(60)
                live.accounts[0].isServerAway = isServerAway
            }
            #expect(found.map(\.kind) == [.hubLost] && found[0].sentence.hasPrefix(head))
        }
        for step in [nil, "correct the password in /p"] {
            let found = problems { live in
                live.accounts[0].state = .signInNeeded
                live.accounts[0].signInStep = step
            }
            #expect(found.map(\.nextStep) == [step ?? "pocketbell login mum"])
        }
    }

    @Test("neither accounts nor targets, in the line for systemd too")
    func empty() {
        var facts = well
        facts.live?.accounts = []
        facts.live?.targets = []
        facts.commands = ProgramCommands(isService: true, namedFile: nil)
        #expect(facts.problems(at: now).map(\.kind) == [.noAccount, .noTarget])
        // Without a target somebody has chosen to be told nothing.
        #expect(facts.problems(at: now).map(\.severity) == [.needsPerson, .remark])
        #expect(
            facts.statusLine(at: now)
                == "nobody is signed in: sudo pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG; "
                + "nobody is told: no target is configured: add one to 'targets:' in /etc/pocketbell/pocketbell.yaml")
    }

    @Test(
        "each state of an account, with and without failing scans, freshly or long lost",
        arguments: LiveStatus.Account.State.allCases)
    func accounts(_ state: LiveStatus.Account.State) {
        for lostFor in [nil, 29, 30, 599, 600] as [Int?] {
            for failingFor in [nil, 0, 599, 600] as [Int?] {
                let found = problems { live in
                    live.accounts[0].state = state
                    live.accounts[0].hubLostSince = lostFor.map(ago)
                    live.accounts[0].failingSince = failingFor.map(ago)
                }
                let isAway = [.connecting, .waiting, .stopped].contains(state) && (lostFor ?? 0) >= 30
                let kind: Problem.Kind? =
                    state == .signInNeeded ? .signInNeeded : failingFor != nil ? .cannotScan : isAway ? .hubLost : nil
                #expect(found.map(\.kind) == (kind.map { [$0] } ?? []), "\(state) \(lostFor ?? -1) \(failingFor ?? -1)")
                let lasts = kind == .signInNeeded || (kind == .cannotScan ? failingFor : lostFor) == 600
                if let problem = found.first {
                    #expect(problem.severity == (lasts ? .needsPerson : .mendsItself))
                    #expect(problem.subject == "mum")
                    #expect(
                        problem.since == (state == .signInNeeded || kind == .cannotScan ? failingFor : lostFor).map(ago)
                    )
                }
            }
        }
    }

    @Test("a sign-in comes with its account's command, a failing scan with the server's own words, once")
    func words() {
        let signIn = problems { live in
            live.accounts[0].state = .signInNeeded
            live.accounts[0].reason = "The server asks for a sign-in."
        }
        #expect(
            signIn.map(\.text) == [
                "mum must sign in (The server asks for a sign-in): pocketbell login mum"
            ])
        let scan = problems { live in
            live.accounts[0].failingSince = ago(5)
            live.accounts[0].reason = "It cannot be reached."
            live.accounts[0].nextStep = "Check the network."
        }
        #expect(scan.map(\.text) == ["mum cannot be scanned (It cannot be reached): Check the network."])
        #expect(scan.first?.kind == .cannotScan && scan.first?.subject == "mum" && scan.first?.severity == .mendsItself)
        let refused = problems { live in
            live.accounts[0].failingSince = ago(5)
            live.accounts[0].isRefused = true
        }
        #expect(refused.first?.severity == .needsPerson)
    }

    @Test("a server without a hub is no problem, unless somebody has said where it is")
    func polling() {
        let found = problems { live in
            live.accounts[0].state = .polling
            live.accounts[0].reason = "https://one.example has no hub at /hubs/x."
            live.accounts[0].nextStep = "Correct `hub`."
        }
        #expect(found.map(\.kind) == [.hubMissing] && found.first?.nextStep == "Correct `hub`.")
        #expect(problems { $0.accounts[0].state = .polling }.isEmpty)
    }

    @Test("a last scan older than three intervals and a minute, by the account's own interval")
    func overdue() {
        for (interval, age, isOverdue) in [(60, 240, false), (60, 241, true), (600, 1_860, false), (600, 1_861, true)] {
            let found = problems { live in
                live.accounts[0].scanInterval = .seconds(interval)
                live.accounts[0].lastScan = ago(age)
            }
            #expect(found.map(\.kind) == (isOverdue ? [.scanOverdue] : []), "\(interval) \(age)")
        }
        let long = problems { $0.accounts[0].lastScan = ago(3_600) }
        #expect(long.first?.severity == .needsPerson && long.first?.since == ago(3_600 - 240))
        #expect(long.first?.sentence == "the last scan of mum is 1 h old, although one is due every 1 min")
        // A program that has just begun is behind with nothing yet.
        let begun = problems { live in
            live.accounts[0].lastScan = ago(90_000)
            live.startedAt = ago(10)
        }
        #expect(begun.isEmpty)
        let never = problems { live in
            live.accounts[0].lastScan = nil
            live.startedAt = ago(300)
        }
        #expect(never.map(\.kind) == [.scanOverdue])
    }

    @Test("each state of a target; what fails for long needs a person, what is suspended does at once")
    func targets() {
        for (state, age, kind, severity) in [
            (.working, 5_000, nil, nil), (.failing, 10, .targetFailing, .mendsItself),
            (.failing, 600, .targetFailing, .needsPerson), (.suspended, 1, .targetSuspended, .needsPerson),
        ] as [(LiveStatus.Target.State, Int, Problem.Kind?, Problem.Severity?)] {
            let found = problems { live in
                live.targets[0].state = state
                live.targets[0].since = ago(age)
                live.targets[0].reason = "no such topic"
            }
            #expect(
                found.first?.kind == kind && found.first?.severity == severity && found.count == (kind == nil ? 0 : 1))
            #expect(found.allSatisfy { $0.since == ago(age) && $0.sentence.contains("no such topic") })
            if state == .suspended {
                #expect(
                    found.first?.nextStep
                        == "mend it, reload (systemctl --user reload pocketbell; or start it again), then "
                        + "pocketbell target test house")
            }
        }
        let behind = problems { live in
            live.targets[0].unrecorded = 2
            live.targets[0].isOutdated = true
        }
        #expect(behind.map(\.kind) == [.outcomesUnrecorded, .reloadPending])
    }

    @Test(
        "a target that has not taken its drill for an hour is silent, unless it refuses anyway or has taken something since"
    )
    func silent() {
        func drill(_ state: DeliveryRow.State, age: Int, _ reason: FailureReason? = nil) -> DrillStanding {
            DrillStanding([row(state, age: age, reason)])!
        }
        func row(_ state: DeliveryRow.State, age: Int, _ reason: FailureReason? = nil) -> DrillRow {
            DrillRow(
                alert: .init(rawValue: "drill|x"), target: "house", state: state, reason: reason,
                detail: "no answer", plannedAt: ago(age), updatedAt: ago(age), heldUntil: nil, took: nil)
        }
        func kinds(_ drill: DrillStanding, _ change: (inout HealthFacts) -> Void = { _ in }) -> [Problem.Kind] {
            var facts = well
            facts.drills = [drill]
            change(&facts)
            return facts.problems(at: now).map(\.kind)
        }
        #expect(kinds(drill(.queued, age: 3_599)) == [] && kinds(drill(.queued, age: 3_600)) == [.targetSilent])
        #expect(kinds(drill(.inDoubt, age: 3_600)) == [.targetSilent] && kinds(drill(.dead, age: 1)) == [.targetSilent])
        #expect(kinds(drill(.delivered, age: 9_000)) == [] && kinds(drill(.discarded, age: 9_000)) == [])
        #expect(kinds(drill(.skipped, age: 9_000, .silenced)) == [])
        #expect(kinds(drill(.skipped, age: 1, .notRepeated)) == [.targetSilent])
        #expect(kinds(drill(.queued, age: 9_000)) { $0.live?.targets[0].state = .suspended } == [.targetSuspended])
        #expect(kinds(drill(.queued, age: 9_000)) { $0.live?.targets = [] } == [.noTarget])
        // A desktop may be off from one drill to the next, and for ever where none comes by itself.
        let (day, week) = (86_400, 7 * 86_400)
        for (age, pause, found) in [
            (day, week, []), (week + 3_599, week, []), (week + 3_600, week, [.targetSilent]),
            (week, day, [.targetSilent]),
            (99 * week, nil, []),
        ] as [(Int, Int?, [Problem.Kind])] {
            // Behind it the next one waits as well.
            let waiting = DrillStanding([
                row(.queued, age: 60), row(.queued, age: age), row(.delivered, age: 199 * week),
            ])!
            #expect(waiting.provenAt == ago(199 * week))
            let told = kinds(waiting) {
                $0.live?.targets[0].mayBeAway = true
                $0.drillPause = pause.map { .seconds($0) }
            }
            #expect(told == found)
            #expect(kinds(waiting) == [], "of any other the last one counts")
        }
        #expect(kinds(drill(.dead, age: 1)) { $0.live?.targets[0].mayBeAway = true } == [.targetSilent])
    }

    @Test("deliveries that were given up, and those that wait for a target that is configured no longer")
    func deliveries() {
        var facts = well
        facts.accounting = books([
            "house": [.dead: 1, .queued: 3], "old": [.attempting: 1], "gone": [.inDoubt: 1, .queued: 1, .dead: 2],
            "done": [.delivered: 5, .skipped: 1, .discarded: 1],
        ])
        let found = facts.problems(at: now)
        #expect(
            found.map { "\($0.kind.rawValue) \($0.subject ?? "")" } == [
                "dead-deliveries gone", "stranded-deliveries gone", "dead-deliveries house", "stranded-deliveries old",
            ])
        #expect(
            found.map(\.sentence) == [
                "2 deliveries to gone were given up",
                "2 deliveries wait for the target gone, which is not configured", "1 delivery to house was given up",
                "1 delivery waits for the target old, which is not configured",
            ])
        #expect(
            found[0].nextStep
                == "pocketbell deliveries retry --state dead --target gone, "
                + "or pocketbell deliveries discard --state dead --target gone"
        )
        #expect(found[1].nextStep?.hasSuffix("pocketbell deliveries discard --target gone") == true)
    }

    @Test("a store that takes nothing, does not add up, cannot be read everywhere, or lies badly")
    func store() {
        var facts = well
        facts.live?.refusedChange = StoreError(.full, "The disk is full.", nextStep: "Make room.")
        facts.live?.storeWarnings = ["it lies on a network's file system"]
        facts.accounting = books(["house": [.delivered: 2]], ever: 3)
        facts.unreadable = ["txn 7 (odd)", "txn 8 (odd)"]
        #expect(
            facts.problems(at: now).map(\.kind) == [.storeRefuses, .accountingBroken, .unreadableRows, .storeUnsafe])
        #expect(!facts.isBalanced)
        facts.counts = StoreCounts(
            children: 0, transactions: 0, hints: 2, openHints: 0, resolvedHints: 1, reportedHints: 0, journal: 0)
        facts.accounting = nil
        #expect(!facts.isBalanced)
        #expect(
            facts.problems(at: now).contains {
                $0.sentence.hasSuffix("do not add up: of 2 announcements of the hub 1 are accounted for")
            })
        facts.unreadable = ["txn 7 (odd)"]
        #expect(facts.problems(at: now).contains { $0.sentence.hasPrefix("1 row of the store") })
    }

    @Test("little room and none are told apart, and while there is none nothing is said to work")
    func room() {
        var facts = well
        facts.live?.room = .low
        facts.live?.roomLeft = "120 MiB"
        let low = facts.problems(at: now)
        #expect(low.map(\.kind) == [.diskLow] && low.first?.severity == .needsPerson)
        #expect(low.first?.sentence.hasSuffix("has little room left: 120 MiB") == true)
        let full = StoreError(.full, "The disk is full: 1 MiB are left.", nextStep: "Make room.")
        facts.live?.room = .full
        facts.live?.roomFault = full
        facts.live?.sayWhatStands()
        #expect(facts.problems(at: now).map(\.kind) == [.storeRefuses])
        #expect(facts.live?.accounts.allSatisfy { $0.state == .waiting && $0.reason == full.sentence } == true)
        #expect(facts.live?.accounts.allSatisfy { $0.link == .waiting } == true)
        #expect(facts.live?.targets.allSatisfy { $0.state == .working } == true, "what was begun is ended")
        facts.live?.refusedChange = full
        facts.live?.sayWhatStands()
        #expect(facts.live?.targets.allSatisfy { $0.state == .failing && $0.reason == full.sentence } == true)
        #expect(facts.problems(at: now).map(\.kind) == [.storeRefuses], "it is one trouble, and told once")
    }

    @Test("what does not hang on the disk keeps its own word on a full one")
    func roomAndOthers() {
        var live = LiveStatus(startedAt: now, version: "1")
        live.accounts = LiveStatus.Account.State.allCases.map { LiveStatus.Account(name: $0.rawValue, state: $0) }
        live.targets = LiveStatus.Target.State.allCases.map { LiveStatus.Target(name: $0.rawValue, state: $0) }
        let former = live
        live.sayWhatStands()
        #expect(live == former, "there is room")
        live.refusedChange = StoreError(.readOnly, "It must not be written.", nextStep: "Let it.")
        live.sayWhatStands()
        #expect(live.accounts == former.accounts, "that is no matter of room")
        live.refusedChange = StoreError(.full, "The disk is full.", nextStep: "Make room.")
        live.sayWhatStands()
        #expect(live.accounts.map(\.state) == [.waiting, .waiting, .waiting, .waiting, .signInNeeded, .stopped])
        #expect(live.targets.map(\.state) == [.failing, .failing, .suspended])
        #expect(live.targets.map { $0.reason != nil } == [true, false, false])
    }

    @Test("entries that wait for a person are a problem with the command that shows them")
    func parkedEntries() {
        var facts = well
        var counts = StoreCounts(
            children: 0, transactions: 0, hints: 0, openHints: 0, resolvedHints: 0, reportedHints: 0, journal: 0)
        (counts.intents, counts.parkedIntents, counts.confirmedIntents) = (3, 1, 2)
        facts.counts = counts
        let problem = facts.problems(at: now).first
        #expect(problem?.kind == .parkedIntents && problem?.severity == .needsPerson)
        #expect(problem?.nextStep == "pocketbell pending" && problem?.sentence.hasPrefix("1 entry") == true)
        // What somebody else has changed too has a word of its own, and is no entry that was not made.
        facts.conflicts.fields = ["mum": 2]
        facts.conflicts.orders = [IntentRow.ID(rawValue: "a")]
        #expect(facts.problems(at: now).map(\.kind) == [.openConflicts])
        #expect(facts.problems(at: now).first?.subject == "mum")
        facts.conflicts = OpenConflicts()
        #expect(facts.isBalanced)
        counts.intents = 4
        facts.counts = counts
        #expect(!facts.isBalanced)
    }

    @Test(
        "a reload that was refused, and a part that waits for the store, metrics that nobody can have, each since its moment"
    )
    func program() {
        let found = problems { live in
            live.refusedReload = LiveStatus.Refusal("it has mistakes", since: ago(4))
            live.waitingParts = [LiveStatus.WaitingPart("the relay", reason: "full", since: ago(3))]
            live.refusedMetrics = LiveStatus.Refusal("somebody has the port", since: ago(2))
        }
        #expect(found.map(\.kind) == [.reloadRefused, .partWaiting, .metricsNotServed])
        #expect(found.map(\.since) == [ago(4), ago(3), ago(2)])
        #expect(found[2].sentence == "metrics are not served: somebody has the port")
        #expect(found[2].nextStep?.contains("another address for 'listen'") == true)
        #expect(
            found[0].text.hasSuffix("pocketbell config check ~/.config/pocketbell/pocketbell.yaml, then reload again"))
    }

    @Test("parts that wait for the same are told of once, and not where the store says it")
    func sameReason() {
        let full = StoreError(.full, "The disk is full.", nextStep: "Make room.")
        for (refused, kinds) in [(nil, [Problem.Kind.partWaiting]), (full, [.storeRefuses])] {
            let found = problems { live in
                live.waitingParts = ["mum", "the relay"].map { .init($0, reason: full.description, since: ago(3)) }
                live.refusedChange = refused
            }
            #expect(found.map(\.kind) == kinds)
        }
        let other = problems { live in
            live.waitingParts = [
                .init("mum", reason: "full", since: ago(3)), .init("dad", reason: "broken", since: ago(3)),
            ]
        }
        #expect(other.map(\.subject) == ["mum", "dad"])
    }

    @Test("what needs a person comes first")
    func order() {
        let found = problems { live in
            live.accounts[0].failingSince = ago(5)
            live.targets[0].state = .suspended
        }
        #expect(found.map(\.kind) == [.targetSuspended, .cannotScan])
    }

    @Test("JSON has the words in camelCase, and nothing for what is not known")
    func json() throws {
        let problem = Problem(.signInNeeded, of: "mum", since: Timestamp(seconds: 0), "it must", nextStep: "do")
        let expected: JSONValue = [
            "kind": "signInNeeded", "subject": "mum", "since": "1970-01-01T00:00:00Z", "severity": "needsPerson",
            "sentence": "it must", "nextStep": "do",
        ]
        #expect(problem.json == expected)
        #expect(try Problem(JSONNode(problem.json)) == problem)
        let bare = Problem(.storeUnsafe, severity: .mendsItself, "odd", nextStep: nil)
        let empty: JSONValue = [
            "kind": "storeUnsafe", "subject": nil, "since": nil, "severity": "mendsItself", "sentence": "odd",
            "nextStep": nil,
        ]
        #expect(bare.json == empty && bare.text == "odd")
        #expect(try Problem(JSONNode(bare.json)) == bare)
        for kind in Problem.Kind.allCases {
            #expect(try Problem(JSONNode(Problem(kind, "odd", nextStep: nil).json))?.kind == kind)
        }
        for severity in Problem.Severity.allCases {
            let problem = Problem(.diskLow, severity: severity, "odd", nextStep: nil)
            #expect(try Problem(JSONNode(problem.json)) == problem)
        }
        #expect(try Problem(JSONNode(["kind": "ofTomorrow", "severity": "needsPerson", "sentence": "odd"])) == nil)
    }
}
