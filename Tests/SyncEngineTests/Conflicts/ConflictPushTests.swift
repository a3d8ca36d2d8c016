import AllowanceAPI
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Orders on their way that meet what somebody else has changed: nothing is overwritten unseen, and nothing is silently lost.
@Suite("Conflicts on their way")
struct ConflictPushTests {
    private static let wish = #"{"name":"Kite","price":"13.00","notes":null}"#
    private static let one = ConflictRow.Number(rawValue: 1)

    /// A wish whose price somebody has made 13, while 14 was ordered over 12.50.
    private func contested(_ rules: [String: ConflictRow.Rule] = [:]) async throws -> (bench: OrderBench, store: Store)
    {
        var bench = try OrderBench()
        bench.rules = ConflictRules(rules)
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", Self.wish)])
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
        }
        return (bench, store)
    }

    private func conflicts(_ store: Store) async throws -> [ConflictRow] {
        try await store.read { try $0.newestConflicts(limit: 10) }
    }

    private func resolve(_ store: Store, _ choice: ConflictDesk.Choice, _ number: ConflictRow.Number = one)
        async throws -> ConflictDesk.Outcome
    {
        try await ConflictDesk(store).resolve(number, choice, now: WallClock.system.now)
    }

    @Test("what both have changed is parked unsent, with all three values, until a person says which counts")
    func manual() async throws {
        let (bench, store) = try await contested()
        let row = try #require(try await conflicts(store).first)
        #expect(row.base == #""12.50""# && row.local == #""14.00""# && row.remote == #""13.00""# && row.rule == .merge)
        #expect(row.resolution == nil && row.field == "price")
        #expect(try await store.entries().map(\.state) == [.parked] && bench.orders.sent == 0)
        guard case .done(let intent) = try await resolve(store, .mine) else {
            Issue.record("not done")
            return
        }
        #expect(intent.state == .accepted && intent.order.record?.base == #"{"price":"13.00"}"#)
        guard case .decided = try await resolve(store, .server) else {
            Issue.record("decided twice")
            return
        }
        #expect(try await resolve(store, .mine, .init(rawValue: 7)) == .unknown)
        try await bench.run(store) { _ in }
        #expect(bench.orders.state.withLock { $0.sent.map(\.payload) } == [#"{"price":"14.00"}"#])
        #expect(try await store.entries().map(\.state) == [.confirmed])
        #expect(try await conflicts(store).map(\.resolution?.result) == [.client])
        await store.close()
    }

    @Test("kept as the server has it, nothing is sent; set to something else, that is sent")
    func otherChoices() async throws {
        let (bench, store) = try await contested()
        _ = try await resolve(store, .server)
        #expect(try await store.entries().map(\.state) == [.superseded])
        #expect(try await conflicts(store).map(\.local) == [#""14.00""#], "the losing text stays readable")
        #expect(try await store.counts().isBalanced)
        await store.close()
        #expect(bench.orders.sent == 0)

        let (other, second) = try await contested()
        _ = try await resolve(second, .other(#""15.00""#))
        try await other.run(second) { _ in }
        #expect(other.orders.state.withLock { $0.sent.map(\.payload) } == [#"{"price":"15.00"}"#])
        #expect(try await conflicts(second).first?.resolution?.value == #""15.00""#)
        await second.close()
    }

    @Test("what has moved again since a person looked is shown before it is overwritten")
    func moved() async throws {
        let (bench, store) = try await contested()
        // A later reading of the list, by whoever keeps it.
        bench.orders.set([.made("w", #"{"name":"Kite","price":"13.50"}"#)])
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"name":"Kit"}"#, record: "w", base: #"{"name":"Kite"}"#)
        }
        guard case .moved(let row) = try await resolve(store, .mine) else {
            Issue.record("overwritten unseen")
            return
        }
        #expect(row.remote?.contains("13.50") == true || row.remote == nil)
        #expect(try await store.entries()[0].state == .parked)
        guard case .done = try await resolve(store, .mine) else {
            Issue.record("seen by now")
            return
        }
        await store.close()
    }

    @Test(
        "the rules that ask nobody: sent, or ended, and noted with both versions",
        arguments: [
            ("client", ConflictRow.Rule.client), ("server", .server),
        ])
    func automatic(name: String, rule: ConflictRow.Rule) async throws {
        let (bench, store) = try await contested(["wish.price": rule])
        let row = try #require(try await conflicts(store).first)
        #expect(row.rule == rule && row.resolution?.result.rawValue == name && row.resolution?.resolver == .rule)
        #expect(row.base == #""12.50""# && row.local == #""14.00""# && row.remote == #""13.00""#)
        #expect(try await conflicts(store).count == 1)
        #expect(bench.orders.sent == (rule == .client ? 1 : 0))
        #expect(try await store.entries().map(\.state) == [rule == .client ? .confirmed : .superseded])
        await store.close()
    }

    @Test("merged by field: what only the other side has changed stays, ours is sent beside it")
    func merged() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", #"{"name":"Dragon","price":"12.50"}"#)])
        try await bench.run(store) { _ in
            try await store.order(
                .editWish, #"{"name":"Kite","price":"14.00"}"#, record: "w", base: #"{"name":"Kite","price":"12.50"}"#)
        }
        #expect(bench.orders.state.withLock { $0.sent.map(\.payload) } == [#"{"price":"14.00"}"#])
        let row = try #require(try await conflicts(store).first)
        #expect(row.field == "name" && row.resolution?.result == .server && row.rule == .merge)
        #expect(try await store.entries().map(\.state) == [.confirmed])
        await store.close()
    }

    @Test("two changes of one's own of the same field are no conflict")
    func own() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", #"{"price":"12.50"}"#)])
        try await bench.run(store) { _ in
            for price in ["13.00", "14.00"] {
                try await store.order(
                    .editWish, #"{"price":"\#(price)"}"#, record: "w", base: #"{"price":"12.50"}"#)
            }
        }
        #expect(try await store.entries().map(\.state) == [.confirmed, .confirmed])
        #expect(try await conflicts(store).isEmpty && bench.orders.sent == 2)
        await store.close()
    }

    @Test("a later order of one's own has moved it, and nobody else: the decision holds, until somebody else moves it")
    func ownMoves() async throws {
        let (bench, store) = try await contested()
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"15.00"}"#, record: "w", base: #"{"price":"13.00"}"#)
        }
        #expect(try await store.entries().map(\.state) == [.parked, .confirmed])
        guard case .done = try await resolve(store, .mine) else {
            Issue.record("one's own change is nobody else's")
            return
        }
        await store.close()

        let (other, second) = try await contested()
        try await other.run(second) { _ in
            try await second.order(.editWish, #"{"price":"15.00"}"#, record: "w", base: #"{"price":"13.00"}"#)
        }
        other.orders.set([.made("w", #"{"name":"Kite","price":"16.00"}"#)])
        try await other.run(second) { _ in
            try await second.order(.editWish, #"{"name":"Kit"}"#, record: "w", base: #"{"name":"Kite"}"#)
        }
        guard case .moved = try await resolve(second, .mine), case .done = try await resolve(second, .mine) else {
            Issue.record("moved by somebody else, and seen then")
            return
        }
        await second.close()
    }

    @Test("what was decided over a change of one's own is not asked again")
    func decidedOverOwn() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", #"{"price":"12.50"}"#)])
        let ordered = WallClock.system.now
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"13.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
        }
        bench.orders.set([.made("w", #"{"price":"13.50"}"#)])
        try await bench.run(store) { _ in
            try await store.order(
                .editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#, at: ordered)
        }
        let row = try #require(try await conflicts(store).first)
        #expect(row.base == #""13.00""# && row.remote == #""13.50""#)
        _ = try await resolve(store, .mine)
        try await bench.run(store) { _ in }
        #expect(try await conflicts(store).count == 1)
        #expect(try await store.entries().map(\.state) == [.confirmed, .confirmed])
        await store.close()
    }

    @Test("what is gone cannot be changed: the order ends, and what it said stays readable")
    func goneMeanwhile() async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.next(.answer(.missing("not found")))
        try await bench.run(store) { _ in
            try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
        }
        #expect(try await store.entries().map(\.state) == [.superseded])
        let row = try #require(try await conflicts(store).first)
        #expect(row.field == OrderContest.removal && row.rule == .server && row.remote == nil)
        #expect(row.local == #"{"price":"14.00"}"# && row.resolution?.result == .server)
        await store.close()
    }

    @Test("what somebody else has changed is not taken away before a person says so", arguments: [true, false])
    func removal(isMine: Bool) async throws {
        let bench = try OrderBench()
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", Self.wish)])
        try await bench.run(store) { _ in
            try await store.order(.removeWish, "{}", record: "w", base: #"{"name":"Kite","price":"12.50"}"#)
        }
        let row = try #require(try await conflicts(store).first)
        #expect(row.field == OrderContest.removal && row.local == nil && row.remote == #"{"price":"13.00"}"#)
        #expect(try await store.entries().map(\.state) == [.parked] && bench.orders.facts().count == 1)
        _ = try await resolve(store, isMine ? .mine : .server)
        try await bench.run(store) { _ in }
        #expect(bench.orders.facts().count == (isMine ? 0 : 1))
        #expect(try await store.entries().map(\.state) == [isMine ? .confirmed : .superseded])
        await store.close()
    }

    @Test("a kill behind the first byte sends ours once, and notes the conflict once")
    func killed() async throws {
        var bench = try OrderBench()
        bench.rules = ConflictRules(["wish": .client])
        let store = try await bench.bench.open()
        bench.orders.set([.made("w", Self.wish)])
        bench.orders.state.withLock { $0.atFirstByte = { _ in await store.close() } }
        bench.orders.next(.lostAnswer)
        let engine = bench.engine(store)
        try await engine.start()
        async let running: Void = engine.run()
        try await engine.settled()
        try await store.order(.editWish, #"{"price":"14.00"}"#, record: "w", base: #"{"price":"12.50"}"#)
        engine.intentsChanged()
        try await eventually("the request") { bench.orders.sent == 1 }
        var failure: (any Error)?
        do { try await running } catch { failure = error }
        #expect(failure is StoreError)
        bench.orders.state.withLock { $0.atFirstByte = nil }
        let reopened = try await bench.bench.open()
        #expect(try await reopened.entries().map(\.state) == [.sending])
        #expect(try await conflicts(reopened).map(\.resolution?.result) == [.client], "noted before it was sent")
        try await bench.run(reopened) { _ in }
        #expect(bench.orders.sent == 1)
        #expect(try await conflicts(reopened).count == 1)
        #expect(try await reopened.entries().map(\.state) == [.confirmed])
        await reopened.close()
    }

    @Test("an open one is there after a restart, is nobody's but the person's, and is decided by that person alone")
    func persons() async throws {
        let (bench, store) = try await contested()
        await store.close()
        let reopened = try await bench.bench.open()
        #expect(try await reopened.read { try $0.openConflicts() }.count == 1)
        let account = try #require(try await reopened.accounts().first)
        func signIn(_ user: String) async throws {
            try await reopened.write { try $0.setUser(user, role: "Parent", of: account.id, at: WallClock.system.now) }
        }
        try await signIn("dad")
        #expect(try await reopened.read { try $0.openConflicts() }.isEmpty)
        #expect(try await resolve(reopened, .mine) == .unknown)
        #expect(try await reopened.entries().map(\.state) == [.parked])
        try await signIn("mum")
        guard case .done = try await resolve(reopened, .mine) else {
            Issue.record("mum's own")
            return
        }
        await reopened.close()
    }
}
