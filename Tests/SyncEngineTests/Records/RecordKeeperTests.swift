import AllowanceAPI
import Observability
import Runtime
import Store
import TestWaiting
import Testing
import Values

@testable import SyncEngine

/// The keeper with a server that answers as it is told.
@Suite("Keeping records")
struct RecordKeeperTests {
    private let bench: TestBench
    private let store: Store
    private let source = ScriptedRecords()

    init() async throws {
        bench = try TestBench()
        store = try await bench.open()
    }

    private func keeper(now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }) -> RecordKeeper {
        RecordKeeper(
            account: "mum", source: source, store: store, logger: bench.logger, timings: TestBench.quick, now: now)
    }

    /// What the engine does: an account, who is signed in, and children whose lists were read.
    private func signIn(_ children: [String] = ["alice"], user: String = "user-mum") async throws {
        let moment = WallClock.system.now
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: TestBench.origin)
            let account = try transaction.ensureAccount(named: "mum", on: server, at: moment)
            try transaction.setUser(user, role: "Parent", of: account.id, at: moment)
            for child in children {
                let listed = listed(ChildRow.ID(rawValue: child), "1.00")
                try transaction.upsert(ChildRow(listed, on: server.id, seenAt: moment))
                try transaction.link(account, to: listed.rowID)
                try transaction.setRead(listed.rowID, by: account.id, at: moment)
            }
        }
    }

    private func keep(_ keeper: RecordKeeper, _ body: () async throws -> Void) async throws {
        async let running: Void = keeper.run()
        do { try await body() } catch {
            await keeper.stop()
            try await running
            throw error
        }
        await keeper.stop()
        try await running
    }

    private func goals() async throws -> [String] { try await store.read { try $0.records(.goal) }.map(\.id.rawValue) }

    private func failure(_ kind: RecordRow.Kind, of owner: String = "") async throws -> String? {
        try await store.read { try $0.recordLists(kind) }.first { $0.owner == owner }?.failure
    }

    @Test("nothing is asked before the engine has made the account; then every list of every child and chore is read")
    func beginning() async throws {
        source.set("goal of alice", .facts([.goal("g")]))
        source.set("chore", .facts([RecordFact(id: "t", child: nil, content: "{}", rank: -1)]))
        let keeper = keeper()
        try await keep(keeper) {
            keeper.hint()
            #expect(source.state.withLock { $0.asked } == [])
            try await signIn(["alice", "bruno"])
            try await eventually("the chore's own list") { source.count("completion of t") == 1 }
            try await eventually("all lists") {
                let lists = try await store.read { snapshot in
                    try RecordRow.Kind.allCases.flatMap { try snapshot.recordLists($0) }
                }
                return lists.count == 21 && lists.allSatisfy { $0.readAt != nil }
            }
        }
        #expect(try await goals() == ["g"])
        let asked = source.state.withLock { $0.asked }
        #expect(asked.count == Set(asked).count, "each is read once: \(asked)")
    }

    @Test("one list that fails holds no other up, and is read once it can be; why it cannot is kept until then")
    func failing() async throws {
        try await signIn()
        let errors: [(String, FactError)] = [
            ("goal of alice", FactError(.unavailable, "down")), ("budget of alice", FactError(.refused, "no")),
            ("chore", FactError(.undecodable, "[0].id")),
        ]
        for (list, error) in errors { source.set(list, .failure(error)) }
        source.set("wish of alice", .absent)
        let keeper = keeper()
        try await keep(keeper) {
            try await eventually("the others") { source.count("member") == 1 && source.count("notification") == 1 }
            try await eventually("reasons") {
                let found = try await (
                    failure(.goal, of: "alice"), failure(.budget, of: "alice"), failure(.chore),
                    failure(.wish, of: "alice")
                )
                return found == ("unavailable", "refused", "undecodable", "absent")
            }
            source.set("goal of alice", .facts([.goal("g")]))
            source.set("chore", .facts([]))
            try await eventually("the answer") { try await goals() == ["g"] }
            try await eventually("no reason") {
                let reasons = try await (failure(.goal, of: "alice"), failure(.chore))
                return reasons == (nil, nil)
            }
        }
        #expect(source.count("budget of alice") == 1 && source.count("wish of alice") == 1)
        // What scans tell is not told again; what is not understood is, once, and that it is over.
        let said = bench.sink.records.filter { $0.level >= .info }
        #expect(said.count { $0.message == "a list cannot be read" && $0.level == .warning } == 1)
        #expect(said.count { $0.message == "a list cannot be read" && $0.level == .info } == 1)
        #expect(said.count { $0.message == "a list can be read again" } == 1)
    }

    @Test("what is answered for one person is not kept for another, and everything is read anew")
    func anotherPerson() async throws {
        try await signIn()
        source.set("goal of alice", .facts([.goal("hers")]))
        let keeper = keeper()
        try await keep(keeper) {
            try await eventually("the first person's") {
                try await goals() == ["hers"] && source.count("notification") == 1
            }
            source.set("goal of alice", .facts([.goal("his")]))
            source.state.withLock { $0.user = FactUser(id: "user-dad", role: "Parent") }
            try await signIn(user: "user-dad")
            try await eventually("the second person's") { try await goals() == ["his"] }
            try await eventually("all of it") { source.count("notification") == 2 && source.count("member") == 2 }
        }
    }

    @Test("an answer that comes while the login changes hands is thrown away")
    func changedMeanwhile() async throws {
        try await signIn()
        source.set("goal of alice", .facts([.goal("hers")]))
        let source = source
        source.state.withLock { state in
            state.interruption = { list in
                guard list == "goal of alice" else { return }
                source.state.withLock { $0.user = FactUser(id: "user-dad", role: "Parent") }
            }
        }
        let keeper = keeper()
        try await keep(keeper) {
            try await eventually("the question") { source.count("goal of alice") > 0 }
            // The answers of whoever signed in meanwhile are not asked for before the engine has noted it.
            try await eventually("what had begun before") { source.count("goal of alice") == 1 }
        }
        #expect(try await goals() == [])
    }

    @Test("a hint has what may be announced read again, after the spacing and no sooner")
    func hints() async throws {
        try await signIn()
        let keeper = keeper()
        try await keep(keeper) {
            try await eventually("all lists") {
                source.count("notification") == 1 && source.count("wish of alice") == 1
            }
            for _ in 0..<5 { keeper.hint() }
            keeper.ask(for: [.wish])
            #expect(source.count("goal of alice") <= 1, "there are 15 s between two readings")
        }
    }

    @Test("a chore that has changed has its list of completions read; one that has not, has not")
    func completions() async throws {
        try await signIn()
        func chores(_ count: Int) -> ScriptedRecords.Answer {
            .facts(
                ["t", "u"].map { RecordFact(id: $0, child: nil, content: "\($0)\($0 == "t" ? count : 0)", rank: -1) })
        }
        source.set("chore", chores(0))
        let keeper = keeper()
        try await keep(keeper) {
            try await eventually("both") {
                try await store.read { try $0.recordLists(.completion) }.count { $0.readAt != nil } == 2
            }
        }
        // A start later on: the lists are young, and the chores are looked at again because somebody asks.
        source.set("chore", chores(1))
        let later = self.keeper()
        try await keep(later) {
            later.ask(for: [.chore])
            try await eventually("the one that changed") { source.count("completion of t") == 2 }
        }
        #expect(source.count("completion of u") == 1)
    }

    @Test("a child that is gone takes its records along, with patience; one that comes back in time keeps them")
    func goneChild() async throws {
        let time = Lock(WallClock.system.now)
        try await signIn(["alice", "bruno"])
        source.set("goal of bruno", .facts([.goal("b", of: "bruno")]))
        let account = try #require(try await store.read { try $0.account(named: "mum") })
        try await keep(keeper { time.withLock { $0 } }) {
            try await eventually("the goal") { try await goals() == ["b"] }
            try await eventually("all") { source.count("notification") == 1 }
        }
        try await store.write { _ = try $0.unlink(account, from: ChildRow.ID(rawValue: "bruno")) }
        // The first look marks, the second withdraws.
        for round in 0..<2 {
            try await keep(keeper { time.withLock { $0 } }) {
                try await eventually("round \(round)") {
                    let lists = try await store.read { try $0.recordLists(of: account.id) }
                    let isRetired = !lists.contains { $0.owner == "bruno" }
                    return try await round == 0 ? store.missingRecords() == ["b"] : isRetired
                }
            }
            if round == 0 { #expect(try await goals() == ["b"]) }
            time.withLock { $0 = $0.advanced(by: RecordCommit.patience) }
        }
        #expect(try await goals() == [])
    }

    @Test("what an old server had and a new one has not is withdrawn when it has none the next day either")
    func upgraded() async throws {
        let time = Lock(WallClock.system.now)
        try await signIn()
        source.set("wish of alice", .facts([.goal("w")]))
        let first = keeper { time.withLock { $0 } }
        try await keep(first) { try await eventually("the wish") { try await wishes() == ["w"] } }
        source.set("wish of alice", .absent)
        for rest in [["w"], []] {
            time.withLock { $0 = $0.advanced(by: .seconds(86_400)) }
            let before = source.count("wish of alice")
            let next = keeper { time.withLock { $0 } }
            try await keep(next) {
                try await eventually("a question") { source.count("wish of alice") > before }
                // What was there before the answer says nothing of what came of it.
                try await eventually("its answer") { try await failure(.wish, of: "alice") == "absent" }
                try await eventually("what is left") { try await wishes() == rest }
            }
        }
    }

    private func wishes() async throws -> [String] { try await store.read { try $0.records(.wish) }.map(\.id.rawValue) }

    @Test("an order reads every list anew, fresh ones too, and tells when that is done and what could not be read")
    func order() async throws {
        try await signIn()
        let board = SyncBoard()
        let keeper = RecordKeeper(
            account: "mum", source: source, store: store, logger: bench.logger, timings: TestBench.quick, board: board)
        try await keep(keeper) {
            let first = keeper.readAll()
            let done: @Sendable (SyncBoard.Contents) -> RecordReading? = { contents in
                contents.records.taken >= first && contents.records.open == 0 ? contents.records : nil
            }
            let order = await board.wait(until: done)
            #expect(order?.failures == [] && order?.lists == source.state.withLock { Set($0.asked).count })
            let asked = source.state.withLock { $0.asked.count }
            source.set("goal of alice", .failure(FactError(.unavailable, "away")))
            let second = keeper.readAll()
            let again = await board.wait { contents in
                contents.records.taken >= second && contents.records.open == 0 ? contents.records : nil
            }
            #expect(again?.failures == ["goal of alice"])
            #expect(source.state.withLock { $0.asked.count } >= asked + (order?.lists ?? 0))
        }
    }

    @Test("an order for a login of which nothing is known yet ends with nothing read")
    func orderOfNobody() async throws {
        let board = SyncBoard()
        let keeper = RecordKeeper(
            account: "mum", source: source, store: store, logger: bench.logger, timings: TestBench.quick, board: board)
        try await keep(keeper) {
            let number = keeper.readAll()
            let order = await board.wait { contents in
                contents.records.taken >= number && contents.records.open == 0 ? contents.records : nil
            }
            #expect(order?.lists == 0 && source.state.withLock { $0.asked } == [])
        }
    }
}
