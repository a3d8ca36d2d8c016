import AllowanceAPI
import Store
import Testing
import Values

@testable import SyncEngine

@Suite("Storing a list of records")
struct RecordCommitTests {
    private let bench: TestBench
    private let store: Store

    init() async throws {
        bench = try TestBench()
        store = try await bench.open()
    }

    private func moment(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_700_000_000 + seconds) }

    private func account(_ name: String = "mum", server: String = TestBench.origin) async throws -> AccountRow {
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: server)
            let made = try transaction.ensureAccount(named: name, on: server, at: Timestamp(seconds: 1))
            try transaction.setUser("user-" + name, role: "Parent", of: made.id, at: Timestamp(seconds: 1))
            return try #require(try transaction.account(made.id))
        }
    }

    private func goal(_ id: String, _ content: String = "{}") -> RecordFact {
        RecordFact(id: id, child: Child.ID(rawValue: "alice"), content: content, rank: 1)
    }

    @discardableResult
    private func store(
        _ facts: [RecordFact], by account: AccountRow, _ kind: RecordRow.Kind = .goal, isWhole: Bool = true,
        begun: Int64 = 0, at seconds: Int64 = 0
    ) async throws -> RecordCommit.Outcome? {
        let commit = RecordCommit(
            asked: account, key: .init(kind, of: "alice"), answer: RecordAnswer(facts: facts, isWhole: isWhole),
            startedAt: moment(begun), serverOffset: .zero, now: moment(seconds), telling: .nobody)
        return try await store.write { try commit.run(in: $0).result }
    }

    private func contents(_ kind: RecordRow.Kind = .goal) async throws -> [String] {
        try await store.read { try $0.records(kind) }.map(\.content)
    }

    @Test("an answer says what is new, what is other and what is gone, and how old it is")
    func told() async throws {
        let mum = try await account()
        #expect(try await store([goal("a"), goal("b")], by: mum)?.changed.map(\.rawValue) == ["a", "b"])
        #expect(
            try await store([goal("a"), goal("b", "[]")], by: mum, begun: 5, at: 6)?.changed.map(\.rawValue) == ["b"])
        #expect(try await store([goal("a")], by: mum, begun: 7, at: 8) == .init())
        let gone = try await store([goal("a")], by: mum, begun: 308, at: 308)
        #expect(gone?.withdrawn.map(\.rawValue) == ["b"] && gone?.changed == [])
        let list = try await store.read { try $0.recordList(of: mum.id, .goal, owner: "alice") }
        #expect(list?.readAt == moment(308) && list?.failure == nil)
    }

    @Test("an answer that was asked for before one that is stored is ignored; one of a future clock is not in the way")
    func stale() async throws {
        let mum = try await account()
        try await store([goal("a", "new")], by: mum, begun: 10, at: 11)
        #expect(try await store([goal("a", "old")], by: mum, begun: 9, at: 12) == nil)
        #expect(try await contents() == ["new"])
        #expect(try await store([goal("a", "same")], by: mum, begun: 10, at: 12) != nil)
        // The clock was set back an hour after the last reading.
        #expect(try await store([goal("a", "later")], by: mum, begun: -3_600, at: -3_599) != nil)
        #expect(try await contents() == ["later"])
    }

    @Test("what one person was shown is not stored for another, nor for another server")
    func person() async throws {
        let mum = try await account()
        let moment = moment(1)
        try await store.write { try $0.setUser("somebody", role: "Parent", of: mum.id, at: moment) }
        #expect(try await store([goal("a")], by: mum) == nil)
        let now = try #require(try await store.read { try $0.account(mum.id) })
        #expect(try await store([goal("a")], by: now) != nil)
        _ = try await account("mum", server: "https://elsewhere.example")
        #expect(try await store([goal("b")], by: now, at: 5) == nil)
        #expect(try await store.read { try $0.records(.goal) } == [])
    }

    @Test("an answer that is not the whole withdraws nothing, however long it lacks a record")
    func cut() async throws {
        let mum = try await account()
        try await store([goal("a"), goal("b")], by: mum)
        for moment in [10, 1_000, 100_000] as [Int64] {
            #expect(try await store([goal("a")], by: mum, isWhole: false, begun: moment, at: moment) == .init())
        }
        #expect(try await contents().count == 2)
    }

    @Test("a whole answer that was cut short once withdraws nothing if the next has it")
    func cutOnce() async throws {
        let mum = try await account()
        try await store([goal("a"), goal("b")], by: mum)
        try await store([], by: mum, begun: 10, at: 10)
        try await store([goal("a"), goal("b")], by: mum, begun: 200, at: 200)
        #expect(try await store([], by: mum, begun: 400, at: 400) == .init())
        #expect(try await contents().count == 2)
    }

    @Test("what is hidden from one login is not taken from what another was shown; alone, it is what there is")
    func partial() async throws {
        let (mum, alice) = (try await account("mum"), try await account("alice"))
        let (shown, hidden) = (
            RecordFact(id: "alice", child: nil, content: "5.00", rank: 1),
            RecordFact(id: "alice", child: nil, content: "null", rank: 1, isPartial: true)
        )
        for round in 1...3 as ClosedRange<Int64> {
            try await store([shown], by: mum, .savings, begun: round, at: round)
            #expect(try await store([hidden], by: alice, .savings, begun: round, at: round) == .init())
        }
        #expect(try await contents(.savings) == ["5.00"])
        let server = mum.server
        let row = try await store.read { try $0.record(RecordRow.ID(rawValue: "alice"), .savings, on: server) }
        #expect(row?.revision == 1)
        // Without the parent's login the child is not shown what it may not see any more.
        let moment = moment(10)
        try await store.write { try $0.setUser("another", role: "Parent", of: mum.id, at: moment) }
        try await store([hidden], by: alice, .savings, begun: 11, at: 11)
        #expect(try await contents(.savings) == ["null"])
    }

    @Test("of what has a time only what is young enough is taken, and what has become too old is withdrawn at once")
    func kept() async throws {
        let mum = try await account()
        func notice(_ id: String, _ age: Int64) -> RecordFact {
            RecordFact(id: id, child: nil, content: "{}", rank: RecordFact.rank(at: moment(-age)))
        }
        let limit: Int64 = 90 * 86_400
        let first = try await store(
            [notice("new", 0), notice("last", limit), notice("old", limit + 1)], by: mum, .notification, isWhole: false)
        #expect(first?.changed.map(\.rawValue) == ["new", "last"])
        let second = try await store([notice("new", 0)], by: mum, .notification, isWhole: false, begun: 1, at: 1)
        #expect(second?.withdrawn.map(\.rawValue) == ["last"])
        #expect(try await store([notice("last", limit)], by: mum, .notification, begun: 2, at: 2) == .init())
    }
}
