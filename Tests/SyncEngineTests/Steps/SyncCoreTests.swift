import AllowanceAPI
import Testing
import Values

@testable import Store
@testable import SyncEngine

/// The core alone, without a store, a server or a clock: every event in every state, and what it may never say.
@Suite("SyncCore")
struct SyncCoreTests {
    private static let wall = Timestamp(seconds: 1_700_000_000)
    private static let failure = StoreError(.full, "full", nextStep: "Make room.")

    /// A core and its time.
    private struct Bench {
        var core = SyncCore(
            account: SyncAccount(name: "mum"), origin: "https://family.example", planner: { _ in [] },
            timings: SyncTimings(), seed: 1, isSent: { _ in true })
        var elapsed = Duration.zero
        /// What somebody has set the wall clock by.
        var skew = Duration.zero

        mutating func step(_ event: SyncEvent, after pause: Duration = .zero) -> [SyncEffect] {
            elapsed += pause
            return core.step(
                event, at: SyncMoment(elapsed: elapsed, wall: SyncCoreTests.wall.advanced(by: elapsed + skew)))
        }

        /// Steps, and then begins what is due.
        mutating func turn(_ event: SyncEvent, after pause: Duration = .zero) -> [SyncEffect] {
            step(event, after: pause) + step(.timePassed)
        }
    }

    private static let resumption = Resumption(
        account: AccountRow(
            id: .init(rawValue: 1), name: "mum", server: .init(rawValue: 1), userID: nil, role: nil, baselineAt: nil,
            lastScanStartedAt: wall, lastScanFinishedAt: nil, lastScanOutcome: nil), hints: [],
        deepScanAt: nil, worstLateness: .zero)

    /// As long as there is a question, an answer that says nothing new; else what the store says.
    private static func answer(_ effect: SyncEffect) -> SyncEvent? {
        switch effect {
        case .prepare: .prepared(user: nil)
        case .ask(let question):
            switch question.kind {
            case .children: .answered(question.id, .children(.success(reply([listed(alice, "1.00")]))), user: nil)
            case .transactions(let child, _):
                .answered(question.id, .transactions(of: child, .success(reply([row(1, at: 1)]))), user: nil)
            }
        case .store(let lane, let task): .stored(lane, .success(answer(task)))
        case .order(.store(.load, let id)): .order(.stored(id, .success(.waiting([]))))
        case .order, .tell, .announceRecovery, .announceAnswers, .renewLink, .fail, .end: nil
        }
    }

    private static func reply<Value>(_ value: Value) -> Reply<Value> {
        Reply(value: value, startedAt: wall, endedAt: wall)
    }

    private static func answer(_ task: StoreTask) -> StoreTask.Answer {
        switch task {
        case .journal(let commit):
            .journalled(
                open: commit.hints.enumerated().map {
                    HintCommit.Taken(
                        id: .init(rawValue: $0.offset), subject: $0.element.subject, receivedAt: wall)
                }, isOverfull: false)
        case .purge, .remember: .done
        case .noteUser: .userNoted(isAnother: false)
        case .lookUpAccount: .known(resumption.account, [alice: known("1.00", rows: 1)])
        case .lookUpPage(let ids, _): .page(known: Set(ids))
        case .list: .listed(ListCommit.Outcome())
        case .scan: .scanned(ScanCommit.Outcome())
        case .tidy: .tidied([], overload: nil)
        }
    }

    /// Answers everything that is asked, until nothing is.
    private static func settle(_ bench: inout Bench, _ effects: [SyncEffect]) -> [SyncEffect] {
        var (open, all) = (effects, effects)
        while let effect = open.first {
            open.removeFirst()
            guard let event = answer(effect) else { continue }
            let next = bench.turn(event)
            open += next
            all += next
        }
        return all
    }

    /// Answers what orders ask at once: the states are those of scans.
    private static func withoutOrders(_ bench: inout Bench, _ effects: [SyncEffect]) -> [SyncEffect] {
        effects.flatMap { effect in
            guard case .order = effect, let event = answer(effect) else { return [effect] }
            return withoutOrders(&bench, bench.turn(event))
        }
    }

    /// Cores in all their states, by name.
    private static func states() -> [(name: String, bench: Bench, open: [SyncEffect])] {
        var all: [(name: String, bench: Bench, open: [SyncEffect])] = []
        var bench = Bench()
        all.append(("new", bench, []))
        var open = withoutOrders(&bench, bench.turn(.resumed(resumption)))
        all.append(("preparing", bench, open))
        for name in ["knowing", "asking for children", "asking for lists", "looking up", "storing", "checking"] {
            guard let event = open.compactMap(answer).first else { break }
            open = withoutOrders(&bench, bench.turn(event))
            all.append((name, bench, open))
        }
        _ = settle(&bench, open)
        all.append(("idle", bench, []))
        let hinted = bench.turn(.hintsArrived([.frame(.child(alice))], dropped: 0))
        all.append(("journalling", bench, hinted))
        _ = bench.turn(.stopRequested)
        all.append(("stopping", bench, hinted))
        return all
    }

    private static let events: [SyncEvent] = [
        .linkChanged(isUp: true), .linkChanged(isUp: false), .scanRequested, .clocksChanged, .intentsChanged,
        .hintsArrived([.frame(.something)], dropped: 1), .stopRequested, .timePassed,
        .order(.stored(nil, .failure(failure))), .prepared(user: nil),
        .answered(1, .children(.failure(FactError(.unavailable, "down"))), user: nil),
        .answered(99, .children(.success(reply([]))), user: FactUser(id: "dad", role: "Parent")),
        .stored(.scan, .failure(failure)), .stored(.hints, .failure(failure)), .stored(.upkeep, .failure(failure)),
        .stored(.scan, .success(.done)), .stored(.hints, .success(.done)), .stored(.upkeep, .success(.done)),
    ]

    @Test("whatever happens in whichever state, answering what it asks brings it to rest, or to its end")
    func total() {
        for (name, start, open) in Self.states() {
            for event in Self.events {
                var bench = start
                var rest = open + bench.turn(event)
                for _ in 0..<100 {
                    _ = Self.settle(&bench, rest)
                    guard let due = bench.core.nextDue, bench.core.status.state != .live else { break }
                    rest = bench.turn(.timePassed, after: max(due - bench.elapsed, .zero))
                }
                let state = bench.core.status.state
                let isNew = name == "new"
                #expect(state == .live || state == .stopped || isNew, "\(name), then \(event): \(state)")
            }
        }
    }

    @Test("a burst is journalled before a scan is ordered, and its list asked for meanwhile")
    func order() {
        var bench = Bench()
        _ = Self.settle(&bench, bench.turn(.resumed(Self.resumption)))
        let effects = bench.turn(.hintsArrived([.frame(.child(alice))], dropped: 0), after: .seconds(1))
        var (asked, journalled, prepared) = (0, 0, 0)
        for effect in effects {
            switch effect {
            case .ask: asked += 1
            case .store(.hints, .journal): journalled += 1
            case .prepare: prepared += 1
            default: break
            }
        }
        #expect(asked == 1 && journalled == 1 && prepared == 0)
        #expect(bench.core.nextDue == nil, "nothing is begun before the journal has them")
    }

    @Test("an answer that came while the hints were journalled is not asked for again")
    func takesEarlyAnswer() {
        var bench = Bench()
        _ = Self.settle(&bench, bench.turn(.resumed(Self.resumption)))
        let effects = bench.turn(.hintsArrived([.frame(.child(alice))], dropped: 0), after: .seconds(1))
        let all = Self.settle(&bench, effects)
        let questions = all.reduce(0) { count, effect in
            if case .ask(let question) = effect, case .transactions = question.kind { count + 1 } else { count }
        }
        #expect(questions == 1)
    }

    @Test("a stop waits for the journal, then ends; nothing is asked any more")
    func stops() {
        var bench = Bench()
        _ = Self.settle(&bench, bench.turn(.resumed(Self.resumption)))
        _ = bench.step(.hintsArrived([.frame(.something)], dropped: 0), after: .seconds(1))
        let effects = bench.turn(.stopRequested)
        #expect(effects.count { if case .store(.hints, .journal) = $0 { true } else { false } } == 1)
        #expect(!effects.contains { if case .end = $0 { true } else { false } })
        let end = bench.turn(.stored(.hints, .success(.journalled(open: [], isOverfull: false))))
        #expect(end.contains { if case .end = $0 { true } else { false } })
        #expect(bench.core.status.state == .stopped && bench.core.nextDue == nil)
    }

    @Test("what somebody else's login was told is not stored")
    func anotherPerson() {
        var bench = Bench()
        var open = bench.turn(.resumed(Self.resumption))
        while let effect = open.first {
            open.removeFirst()
            if case .ask(let question) = effect, question.kind == .children {
                let effects = bench.turn(
                    .answered(
                        question.id, .children(.success(Self.reply([listed(alice, "1.00")]))),
                        user: FactUser(id: "dad", role: "Parent")))
                guard case .store(.scan, .noteUser)? = effects.first else {
                    Issue.record("the store was not told who is signed in")
                    return
                }
                let next = bench.turn(.stored(.scan, .success(.userNoted(isAnother: true))))
                #expect(next.contains { if case .tell(.personChanged) = $0 { true } else { false } })
                #expect(next.contains { if case .prepare(.deep, _) = $0 { true } else { false } })
                return
            }
            if let event = Self.answer(effect) { open += bench.turn(event) }
        }
        Issue.record("the children were not asked for")
    }

    @Test("what is sent after the clock was set bears the server's time all the same")
    func clockBeforeMark() {
        var bench = Bench()
        _ = Self.settle(&bench, bench.turn(.resumed(Self.resumption)))
        let wish = IntentRow.order(.addWish, .accepted, isSent: false)
        let serverAhead = Duration.seconds(100)
        _ = bench.turn(.intentsChanged)
        _ = bench.turn(.order(.stored(nil, .success(.waiting([wish])))))
        let found = OrderTask.Examined(
            intent: wish, unexplained: .zero, unclaimed: [], account: Self.resumption.account)
        _ = bench.turn(.order(.stored(wish.id, .success(.examined(found)))))
        let shown = Reply(
            value: RecordAnswer(facts: [], isWhole: true), startedAt: Self.wall, endedAt: Self.wall,
            serverDate: Self.wall.advanced(by: serverAhead))
        _ = bench.turn(.order(.looked(wish.id, .success(OrderEvidence(shown: shown)))))
        bench.skew = .seconds(-7_200)
        let effects = bench.turn(.order(.stored(wish.id, .success(.judged(.sendAgain)))))
        let times = effects.compactMap { effect -> Timestamp? in
            if case .order(.store(.mark(_, let serverNow, _), _)) = effect { serverNow } else { nil }
        }
        #expect(times.count == 1)
        #expect(times.allSatisfy { $0.duration(since: Self.wall) - serverAhead < .seconds(2) })
        #expect(times.allSatisfy { $0.duration(since: Self.wall) - serverAhead > .seconds(-2) })
    }

    @Test("a lost store ends the engine, a full one is tried again")
    func storeFails() {
        var bench = Bench()
        _ = bench.turn(.resumed(Self.resumption))
        let full = bench.turn(.stored(.scan, .failure(Self.failure)))
        #expect(!full.contains { if case .fail = $0 { true } else { false } })
        #expect(bench.core.status.message != nil && bench.core.nextDue != nil)
        let lost = StoreError(.inputOutput, "the disk fails", nextStep: "")
        #expect(
            bench.turn(.order(.stored(nil, .failure(lost)))).contains { if case .fail = $0 { true } else { false } })
    }
}
