import AllowanceAPI
import SQLite
import Store
import Testing
import Values

@testable import SyncEngine

/// Lists of records stored as the keeper does it, on a real store, with a planner that tells everything, as rules would.
@Suite("Telling of records")
struct RecordTellingTests {
    private let bench: TestBench
    private let store: Store
    private static let start: Int64 = 1_772_323_200

    init() async throws {
        bench = try TestBench()
        store = try await bench.open()
    }

    private func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: Self.start + seconds) }

    /// Who watches since second 100, and sees Alice with 10.00.
    private func account(_ name: String = "mum") async throws -> AccountRow {
        let (start, baseline) = (at(0), at(100))
        return try await store.write { transaction in
            let server = try transaction.ensureServer(origin: TestBench.origin)
            let made = try transaction.ensureAccount(named: name, on: server, at: start)
            try transaction.setUser("user-" + name, role: "Parent", of: made.id, at: start)
            try transaction.setBaseline(of: made.id, at: baseline)
            if try transaction.child(ChildRow.ID(rawValue: "alice"), on: server.id) == nil {
                var child = ChildRow(
                    server: server.id, id: .init(rawValue: "alice"), firstName: "Alice", lastName: "Reed",
                    balance: Decimal("10")!, seenAt: start)
                child.baselineAt = baseline
                try transaction.upsert(child)
            }
            return try #require(try transaction.account(made.id))
        }
    }

    private static let planner: AlertPlanner = { change in
        guard case .record(let news) = change.kind else { return [] }
        var alert = PlannedAlert(
            key: AlertRow.Key(rawValue: "\(news.event.rawValue)|\(change.origin)|\(news.identity)"), event: news.event,
            deliveries: [PlannedDelivery(target: "house")])
        alert.thread = news.matter.map { "\($0.kind)|\(change.origin)|\($0.subject)" }
        alert.closesThread = news.matter != nil && news.event.isEnd
        return [alert]
    }

    private func fact(_ id: String, _ content: String) -> RecordFact {
        RecordFact(id: id, child: Child.ID(rawValue: "alice"), content: content, rank: -1)
    }

    private func done(_ id: String, _ state: String, at seconds: Int64 = 150) -> RecordFact {
        fact(id, #"{"title":"Lawn","reward":"5.00","state":"\#(state)","doneAt":"\#(at(seconds))"}"#)
    }

    private func commit(
        _ facts: [RecordFact], by account: AccountRow, _ kind: RecordRow.Kind, of owner: String, at seconds: Int64
    ) -> RecordCommit {
        RecordCommit(
            asked: account, key: .init(kind, of: owner), answer: RecordAnswer(facts: facts, isWhole: true),
            startedAt: at(seconds), serverOffset: .zero, now: at(seconds),
            telling: RecordTelling(planner: Self.planner, interval: .seconds(60)))
    }

    private func store(
        _ facts: [RecordFact], by account: AccountRow, _ kind: RecordRow.Kind = .completion, of owner: String = "lawn",
        at seconds: Int64
    ) async throws {
        let commit = self.commit(facts, by: account, kind, of: owner, at: seconds)
        _ = try await store.writeAlerts("test") { try commit.run(in: $0) }
    }

    private func told() async throws -> [String] {
        try await store.alerts().map { $0.replacing(text: "|\(TestBench.origin)|", with: " ") }
    }

    @Test("what the first reading shows was there first, but what was done since the watch began")
    func baseline() async throws {
        let mum = try await account()
        try await store([done("old", "pendingApproval", at: 99), done("yes", "approved", at: 50)], by: mum, at: 200)
        #expect(try await told() == [])
        // In the second in which the watch began.
        try await store([done("new", "pendingApproval", at: 100)], by: mum, of: "a chore of today", at: 201)
        #expect(try await told() == ["chore-waiting new"])
        try await store([fact("g", #"{"target":"5.00","saved":"5.00"}"#)], by: mum, .goal, of: "alice", at: 202)
        #expect(try await told().count == 1, "nobody knows when it was reached")
    }

    @Test("a chore waits and is approved: each is told once, however often it is read, and ends the same thread")
    func chore() async throws {
        let mum = try await account()
        try await store([], by: mum, at: 120)
        for second in 160...162 as ClosedRange<Int64> {
            try await store([done("d", "pendingApproval")], by: mum, at: second)
        }
        #expect(try await told() == ["chore-waiting d"])
        for second in 163...165 as ClosedRange<Int64> { try await store([done("d", "approved")], by: mum, at: second) }
        #expect(try await told() == ["chore-approved d", "chore-waiting d"])
        #expect(try await store.deliveryCount() == 2)
        #expect(try await store.lateAlerts() == [])
        let threads = try await store.read { try $0.all(Self.threads) }
        #expect(threads == ["chore|\(TestBench.origin)|d 0", "chore|\(TestBench.origin)|d 1"])
    }

    private static let threads = Query<String>(
        "test.threads", "SELECT thread || ' ' || closes FROM alert ORDER BY created_at")

    @Test("two accounts of one family tell once, and the second one's first reading hides nothing")
    func accounts() async throws {
        let (mum, dad) = (try await account(), try await account("dad"))
        try await store([], by: mum, at: 120)
        try await store([done("d", "pendingApproval", at: 90)], by: dad, at: 160)
        try await store([done("d", "pendingApproval", at: 90)], by: mum, at: 161)
        #expect(try await told() == ["chore-waiting d"], "dad's list is new to him, and mum has read it before")
        try await store([done("d", "rejected", at: 90)], by: mum, at: 170)
        try await store([done("d", "rejected", at: 90)], by: dad, at: 171)
        #expect(try await told() == ["chore-rejected d", "chore-waiting d"])
    }

    @Test("what is gone and comes back as it was is told no second time")
    func back() async throws {
        let mum = try await account()
        let reached = fact("g", #"{"name":"Bike","target":"5.00","saved":"5.00"}"#)
        try await store(
            [fact("g", #"{"name":"Bike","target":"5.00","saved":"4.00"}"#)], by: mum, .goal, of: "alice", at: 120)
        try await store([reached], by: mum, .goal, of: "alice", at: 130)
        let first = try await told()
        #expect(first == ["goal-reached g|2"])
        for second in [200, 700, 701] as [Int64] { try await store([], by: mum, .goal, of: "alice", at: second) }
        let isGone = try await store.read { try $0.records(.goal).isEmpty }
        #expect(isGone)
        try await store([reached], by: mum, .goal, of: "alice", at: 720)
        #expect(try await told() == first)
        // Emptied, and saved for again.
        try await store(
            [fact("g", #"{"name":"Bike","target":"5.00","saved":"0.00"}"#)], by: mum, .goal, of: "alice", at: 730)
        try await store([reached], by: mum, .goal, of: "alice", at: 740)
        #expect(try await told().count == 2)
    }

    @Test("a program that dies before the commit has stored nothing, and tells it at the next reading")
    func killed() async throws {
        struct Killed: Error {}
        let mum = try await account()
        try await store([], by: mum, at: 120)
        let commit = self.commit([done("d", "pendingApproval")], by: mum, .completion, of: "lawn", at: 160)
        await #expect(throws: StoreError.self) {
            try await store.write("test") { transaction in
                _ = try commit.run(in: transaction)
                throw Killed()
            }
        }
        let kept = try await store.read { try $0.records(.completion) }
        #expect(kept.isEmpty)
        #expect(try await told() == [])
        try await store([done("d", "pendingApproval")], by: mum, at: 161)
        #expect(try await told() == ["chore-waiting d"])
    }

    @Test("what is found long after it happened, or after a gap, is marked late")
    func late() async throws {
        let mum = try await account()
        try await store([], by: mum, at: 120)
        try await store([done("a", "pendingApproval", at: 150)], by: mum, at: 450)
        #expect(try await store.lateAlerts() == [], "five minutes")
        try await store(
            [done("a", "pendingApproval", at: 150), done("b", "pendingApproval", at: 150)], by: mum, at: 451)
        #expect(try await store.lateAlerts().count == 1)
        let goal = { (saved: String) in [self.fact("g", #"{"target":"5.00","saved":"\#(saved)"}"#)] }
        try await store(goal("1.00"), by: mum, .goal, of: "alice", at: 500)
        try await store(goal("5.00"), by: mum, .goal, of: "alice", at: 500 + 1_201)
        #expect(try await store.lateAlerts().count == 2, "nobody read goals for twenty minutes")
    }

    @Test("of a child that nobody sees any more nothing is told")
    func gone() async throws {
        let mum = try await account()
        try await store([], by: mum, at: 120)
        let server = mum.server
        try await store.write { transaction in
            var child = try #require(try transaction.child(ChildRow.ID(rawValue: "alice"), on: server))
            child.isGone = true
            try transaction.upsert(child)
        }
        try await store([done("d", "pendingApproval")], by: mum, at: 160)
        #expect(try await told() == [])
    }

    @Test("a wish that is new, or cheaper, is told if there is enough for it")
    func wish() async throws {
        let mum = try await account()
        let wish = { (id: String, price: String) in
            self.fact(id, #"{"name":"Lego","price":"\#(price)","purchased":false}"#)
        }
        try await store([wish("a", "9.00"), wish("b", "12.00")], by: mum, .wish, of: "alice", at: 120)
        #expect(try await told() == [])
        try await store(
            [wish("a", "9.00"), wish("b", "10.00"), wish("c", "10.01")], by: mum, .wish, of: "alice", at: 130)
        #expect(try await told() == ["wish-affordable b|2"])
    }

    @Test("a missing allowance is told once for each day on which it was due, and not if it came another way")
    func missing() async throws {
        let mum = try await account()
        let day: Int64 = 86_400
        let settings = fact(
            "alice", #"{"weeklyAllowance":"10.00","allowanceDay":null,"lastAllowanceAt":"\#(at(-36_000))"}"#)
        func read(_ seconds: Int64) async throws {
            try await store([settings], by: mum, .settings, of: "alice", at: seconds)
        }
        // It was due seven days after the last one: on the sixth of these days; the grace ends at noon of the seventh.
        try await read(200)
        try await read(7 * day + 43_199)
        #expect(try await told() == [])
        try await read(7 * day + 43_200)
        try await read(7 * day + 43_300)
        let first = try await told()
        #expect(first == ["allowance-missing alice|2026-03-07"])
        let server = mum.server
        let (paidAt, now) = (at(13 * day), at(14 * day))
        try await store.write { transaction in
            _ = try transaction.insert(
                TransactionRow(
                    server: server, id: .init(rawValue: "hand"), child: .init(rawValue: "alice"),
                    amount: Decimal("10")!, kind: .credit, category: "Allowance", description: "By hand",
                    balanceAfter: Decimal("20")!, createdAt: paidAt, position: 1, firstSeenAt: now, source: .scan,
                    isLate: false))
        }
        try await read(15 * day)
        #expect(try await told() == first)
        try await read(22 * day)
        #expect(try await told().count == 2)
    }

    @Test("an allowance that was missing before the watch began is no matter of it")
    func longMissing() async throws {
        let mum = try await account()
        let settings = fact("alice", #"{"weeklyAllowance":"10.00","lastAllowanceAt":"\#(at(-30 * 86_400))"}"#)
        for second in [200, 300, 86_400] as [Int64] {
            try await store([settings], by: mum, .settings, of: "alice", at: second)
        }
        #expect(try await told() == [])
    }
}
