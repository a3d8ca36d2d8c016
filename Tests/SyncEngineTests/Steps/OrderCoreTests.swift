import AllowanceAPI
import Testing
import Values

@testable import Store
@testable import SyncEngine

/// What sends orders, alone: without a store, a server or a clock.
@Suite("OrderCore")
struct OrderCoreTests {
    private static let wall = Timestamp(seconds: 1_000)
    private static let full = StoreError(.full, "full", nextStep: "Make room.")
    private static let account = AccountRow(
        id: .init(rawValue: 1), name: "mum", server: .init(rawValue: 1), userID: "mum", role: nil, baselineAt: nil,
        lastScanStartedAt: nil, lastScanFinishedAt: nil, lastScanOutcome: nil)

    /// A core and its time.
    private struct Bench {
        var core = OrderCore(timings: SyncTimings(), seed: 1, isSent: { _ in true })
        var elapsed = Duration.zero
        var now: SyncMoment { SyncMoment(elapsed: elapsed, wall: OrderCoreTests.wall.advanced(by: elapsed)) }

        init(_ rows: IntentRow...) {
            core.resume(account.id)
            _ = core.timePassed(at: now)
            _ = loaded(rows)
        }

        mutating func take(_ event: OrderEvent) -> [OrderEffect] { core.take(event, at: now) }
        mutating func stored(_ answer: OrderTask.Answer) -> [OrderEffect] {
            take(.stored(Self.id, .success(answer)))
        }
        mutating func failed() -> [OrderEffect] { take(.stored(Self.id, .failure(OrderCoreTests.full))) }
        mutating func loaded(_ rows: [IntentRow]) -> [OrderEffect] { take(.stored(nil, .success(.waiting(rows)))) }
        /// As often as the store is asked.
        mutating func settled(_ rows: IntentRow...) {
            while loaded(rows).contains(where: { if case .store(.load, _) = $0 { true } else { false } }) {}
        }
        /// A full scan that has read Alice's list.
        mutating func scanned(_ rows: IntentRow...) -> [OrderEffect] {
            let began = elapsed
            elapsed += .seconds(1)
            _ = core.scanEnded(.all, read: [alice], began: began)
            return loaded(rows)
        }

        static let id = IntentRow.ID(rawValue: "1")
        private var account: AccountRow { OrderCoreTests.account }
    }

    private static func examined(_ row: IntentRow) -> OrderTask.Answer {
        .examined(OrderTask.Examined(intent: row, unexplained: .zero, unclaimed: [], account: account))
    }

    private static func evidence(_ facts: [RecordFact]) -> OrderEvidence {
        OrderEvidence(
            shown: Reply(value: RecordAnswer(facts: facts, isWhole: true), startedAt: wall, endedAt: wall))
    }

    /// The words for effects that a test compares; loads are left out.
    private static func words(_ effects: [OrderEffect]) -> [String] {
        effects.compactMap { effect in
            switch effect {
            case .store(.load, _), .tell: nil
            case .store(.mark, _): "mark"
            case .store(.record, _): "record"
            case .store(.examine, _): "examine"
            case .store(.judge, _): "judge"
            case .store(.park, _): "park"
            case .send: "send"
            case .look: "look"
            }
        }
    }

    private static func loads(_ effects: [OrderEffect]) -> Int {
        effects.count { if case .store(.load, _) = $0 { true } else { false } }
    }

    private static let money = IntentRow.sample(.accepted, isSent: false)
    private static let wish = IntentRow.order(.addWish, .accepted, isSent: false)

    @Test("money: after a list, marked, sent, written down; each only when the one before is done")
    func money() {
        var bench = Bench(Self.money)
        #expect(bench.core.listDue == .zero)
        #expect(Self.words(bench.scanned(Self.money)) == ["mark"])
        let sending = IntentRow.sample(.sending)
        #expect(Self.words(bench.stored(.marked(OrderTask.Marked(intent: sending, current: nil)))) == ["send"])
        #expect(Self.words(bench.take(.sent(Bench.id, .made(.init(rawValue: "a"))))) == ["record"])
        let end = bench.stored(.done)
        #expect(Self.words(end) == [] && Self.loads(end) == 1)
        _ = bench.loaded([])
        #expect(bench.core.listDue == nil && bench.core.busyLanes(at: bench.elapsed) == 0)
    }

    @Test("a wish: looked at, sent by what the list says")
    func wish() {
        var bench = Bench(Self.wish)
        #expect(Self.words(bench.core.timePassed(at: bench.now)) == ["examine"])
        #expect(Self.words(bench.stored(Self.examined(Self.wish))) == ["look"])
        #expect(Self.words(bench.take(.looked(Bench.id, .success(Self.evidence([]))))) == ["judge"])
        #expect(Self.words(bench.stored(.judged(.sendAgain))) == ["mark"])
    }

    @Test("what the store said before something else happened is not believed")
    func stale() {
        var bench = Bench(Self.money)
        #expect(Self.loads(bench.core.changed()) == 1)
        #expect(Self.loads(bench.core.changed()) == 0, "one at a time")
        #expect(Self.loads(bench.loaded([])) == 1, "asked again")
        #expect(bench.core.listDue == .zero, "what came first is of before")
        _ = bench.loaded([])
        #expect(bench.core.listDue == nil)
    }

    @Test("a list that cannot be read is not asked for again at once, whatever the store says of the order")
    func unreadable() throws {
        var bench = Bench(Self.wish)
        _ = bench.core.timePassed(at: bench.now)
        _ = bench.stored(Self.examined(Self.wish))
        let effects = bench.take(.looked(Bench.id, .failure(FactError(.unavailable, "away"))))
        #expect(Self.loads(effects) == 1)
        _ = bench.loaded([Self.wish])
        #expect(try #require(bench.core.ownListDue) > bench.elapsed)
        #expect(bench.core.timePassed(at: bench.now).isEmpty)
        bench.core.hurry(at: bench.elapsed)
        #expect(Self.words(bench.core.timePassed(at: bench.now)) == ["examine"], "a person may ask for it now")
    }

    @Test("one in doubt that may not be sent now is looked for later, however often the store is asked")
    func refusedInDoubt() throws {
        let unknown = IntentRow.sample(.unknown)
        var bench = Bench(unknown)
        bench.elapsed = .seconds(120)
        #expect(Self.words(bench.scanned(unknown)) == ["examine"])
        #expect(Self.words(bench.stored(Self.examined(unknown))) == ["mark"])
        _ = bench.stored(.marked(nil))
        bench.settled(unknown)
        #expect(try #require(bench.core.listDue) > bench.elapsed)
    }

    @Test("a scan that has not read the list is not made again because another order moved")
    func missed() throws {
        var bench = Bench(Self.money)
        let began = bench.elapsed
        bench.elapsed += .seconds(1)
        _ = bench.core.scanEnded(.all, read: [], began: began)
        _ = bench.loaded([Self.money])
        let due = try #require(bench.core.listDue)
        #expect(due > bench.elapsed)
        _ = bench.core.changed()
        bench.settled(Self.money)
        #expect(bench.core.listDue == due)
    }

    @Test("what kept one order from being read keeps none that comes after it")
    func afterOutage() throws {
        let next = IntentRow.sample(.accepted, isSent: false)
        for isHurried in [true, false] {
            var bench = Bench(Self.money)
            let began = bench.elapsed
            bench.elapsed += .seconds(1)
            _ = bench.core.scanEnded(.all, read: [], began: began)
            _ = bench.loaded([Self.money])
            // The server is back: at once, or by the time of the next scan.
            if isHurried {
                bench.core.hurry(at: bench.elapsed)
            } else {
                bench.elapsed = try #require(bench.core.listDue)
            }
            #expect(Self.words(bench.scanned(Self.money)) == ["mark"])
            let sending = IntentRow.sample(.sending)
            _ = bench.stored(.marked(OrderTask.Marked(intent: sending, current: nil)))
            _ = bench.take(.sent(Bench.id, .refused("no")))
            _ = bench.stored(.done)
            bench.settled(next)
            #expect(bench.core.listDue == bench.elapsed, "\(isHurried)")
        }
    }

    @Test("a store that fails at any step holds the order up for a while, and not for ever")
    func failures() throws {
        var steps: [(String, Bench)] = []
        var bench = Bench(Self.wish)
        _ = bench.core.timePassed(at: bench.now)
        steps.append(("examine", bench))
        _ = bench.stored(Self.examined(Self.wish))
        _ = bench.take(.looked(Bench.id, .success(Self.evidence([]))))
        steps.append(("judge", bench))
        _ = bench.stored(.judged(.sendAgain))
        steps.append(("mark", bench))
        for (name, start) in steps {
            var bench = start
            #expect(Self.words(bench.failed()) == [], "\(name)")
            bench.settled(Self.wish)
            let due = try #require(bench.core.ownListDue, "\(name)")
            #expect(due > bench.elapsed && due <= bench.elapsed + .seconds(6), "\(name)")
            bench.elapsed = due
            #expect(Self.words(bench.core.timePassed(at: bench.now)) == ["examine"], "\(name)")
        }
    }

    @Test("money that a person has to decide about is looked for again where that cannot be written down")
    func parkFails() throws {
        let unknown = IntentRow.sample(.unknown, attempts: IntentMatch.attemptLimit)
        var bench = Bench(unknown)
        bench.elapsed = .seconds(120)
        #expect(Self.words(bench.scanned(unknown)) == ["examine"])
        #expect(Self.words(bench.stored(Self.examined(unknown))) == ["park"])
        _ = bench.failed()
        _ = bench.loaded([unknown])
        #expect(try #require(bench.core.listDue) > bench.elapsed)
    }

    @Test("an outcome that cannot be written down leaves the order in doubt: it is looked for, not sent")
    func outcomeFails() {
        var bench = Bench(Self.money)
        _ = bench.scanned(Self.money)
        let sending = IntentRow.sample(.sending)
        _ = bench.stored(.marked(OrderTask.Marked(intent: sending, current: nil)))
        _ = bench.take(.sent(Bench.id, .made(.init(rawValue: "a"))))
        _ = bench.failed()
        _ = bench.loaded([sending])
        #expect(bench.core.settled(by: .all, from: bench.elapsed + SyncTimings().settle) == [Bench.id])
        #expect(bench.core.settled(by: .all, from: bench.elapsed) == [], "the server may still make it")
    }

    @Test("what an earlier run has sent is given its time anew: the clock may have been set since")
    func earlierRun() {
        // By the wall clock its time is long over.
        let bench = Bench(IntentRow.sample(.unknown))
        let settle = SyncTimings().settle
        #expect(bench.core.settled(by: .all, from: settle - .seconds(1)) == [])
        #expect(bench.core.settled(by: .all, from: settle) == [Bench.id])
    }

    @Test("what was sent before somebody else signed in is written down, and nothing else is done for it")
    func anotherPerson() {
        var bench = Bench(Self.money)
        _ = bench.scanned(Self.money)
        _ = bench.stored(.marked(OrderTask.Marked(intent: .sample(.sending), current: nil)))
        _ = bench.core.startOver()
        #expect(bench.core.listDue == nil)
        _ = bench.loaded([])
        #expect(Self.words(bench.take(.sent(Bench.id, .unclear("500")))) == ["record"])
        #expect(Self.words(bench.stored(.done)) == [])
    }

    @Test("what a server asks to wait for is waited for, by all of its orders")
    func floor() throws {
        var bench = Bench(Self.money)
        _ = bench.scanned(Self.money)
        _ = bench.stored(.marked(OrderTask.Marked(intent: .sample(.sending), current: nil)))
        _ = bench.take(.sent(Bench.id, .notMade("busy", wait: .seconds(90))))
        _ = bench.stored(.done)
        _ = bench.loaded([Self.money])
        bench.core.hurry(at: bench.elapsed)
        #expect(try #require(bench.core.listDue) >= bench.elapsed + .seconds(90))
    }

    @Test("lists that the store could not be asked about are read again later, not at once")
    func loadFails() throws {
        var bench = Bench(Self.money)
        var result = Scan.Result()
        result.applied = [alice]
        _ = bench.core.scanEnded(.all, read: result.applied, began: bench.elapsed)
        #expect(bench.core.listDue == nil, "until the store has said what they have made of the orders")
        #expect(Self.words(bench.take(.stored(nil, .failure(Self.full)))) == [])
        #expect(try #require(bench.core.listDue) > bench.elapsed)
    }

    @Test("answers that nobody waits for change nothing")
    func strangers() {
        var bench = Bench(Self.wish)
        let before = bench.core.ownListDue
        let events: [OrderEvent] = [
            .sent(Bench.id, .done(nil)), .looked(Bench.id, .success(Self.evidence([]))),
            .stored(Bench.id, .success(.judged(.sendAgain))), .stored(Bench.id, .failure(Self.full)),
            .stored(nil, .success(.waiting([]))),
        ]
        for event in events { #expect(bench.take(event).isEmpty) }
        #expect(bench.core.ownListDue == before)
    }
}
