import Runtime
import SQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
    struct Refusal: Error, Equatable {}

    /// Numbers of what stayed.
    private final class Told: Sendable {
        private let state = Lock(Set<Int>())

        var numbers: Set<Int> { state.withLock { $0 } }

        func insert(_ number: Int) { state.withLock { _ = $0.insert(number) } }
    }

    @Test("what was written is read, by key, in order and among many")
    func roundTrip() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let children = [Child.sample(1), .sample(2, note: "late")]
        try await database.write { for child in children { try $0.run(ChildTable.insert, child) } }
        #expect(try await database.read { try $0.all(ChildTable.all) } == children)
        #expect(try await database.read { try $0.first(ChildTable.byID, children[1].id) } == children[1])
        #expect(try await database.read { try $0.all(ChildTable.among, #"["child-2","zzz"]"#) } == [children[1]])
        #expect(try await database.write { try $0.run(ChildTable.rename, "Bo", children[0].id) } == 1)
        await database.close()
        let again = try await folder.open()
        #expect(try await again.read { try $0.first(ChildTable.byID, children[0].id) }?.name == "Bo")
        await again.close()
    }

    @Test("a body that throws leaves nothing, and its own error comes back")
    func throwing() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        await #expect(throws: Refusal()) {
            try await database.write {
                try $0.run(ChildTable.insert, .sample(1))
                throw Refusal()
            }
        }
        #expect(try await database.read { try $0.first(ChildTable.count) } == 0)
        await database.close()
    }

    @Test("of many that share a sync, each failing one fails alone")
    func neighbours() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    do {
                        try await database.write { transaction in
                            try transaction.run(ChildTable.insert, .sample(number))
                            // Of every ten: one throws, one breaks a deferred foreign key, one breaks a key at once.
                            if number % 10 == 3 { throw Refusal() }
                            if number % 10 == 5 {
                                try transaction.run(GiftTable.insert, Child.ID(rawValue: "nobody"), "x")
                            }
                            if number % 10 == 7 { try transaction.run(ChildTable.insert, .sample(number)) }
                        }
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 140)
        #expect(try await database.read { try $0.first(ChildTable.count) } == 140)
        #expect(try await database.read { try $0.first(GiftTable.count) } == 0)
        await database.close()
    }

    @Test("what stayed is told before the call returns, and nothing else: not what threw, nor what its commit refused")
    func onCommit() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let told = Told()
        await withDiscardingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let done = try? await database.write(
                        onCommit: { number in told.insert(number) },
                        { transaction in
                            try transaction.run(ChildTable.insert, .sample(number))
                            if number % 10 == 3 { throw Refusal() }
                            if number % 10 == 5 {
                                try transaction.run(GiftTable.insert, Child.ID(rawValue: "nobody"), "x")
                            }
                            return number
                        })
                    #expect(told.numbers.contains(number) == (done != nil))
                }
            }
        }
        #expect(told.numbers == Set((0..<200).filter { $0 % 10 != 3 && $0 % 10 != 5 }))
        // Alone, so that the commit itself fails.
        await #expect(throws: DatabaseError.self) {
            try await database.write(onCommit: { told.insert(1_000) }) {
                _ = try $0.run(GiftTable.insert, Child.ID(rawValue: "nobody"), "x")
            }
        }
        #expect(!told.numbers.contains(1_000))
        await database.close()
    }

    @Test("a query may run inside itself")
    func nesting() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let visits = try await database.write { transaction in
            try transaction.run(ChildTable.insert, .sample(1))
            try transaction.run(ChildTable.insert, .sample(3))
            var visits = 0
            try transaction.forEach(ChildTable.all) { _ in
                try transaction.forEach(ChildTable.all) { _ in visits += 1 }
            }
            return visits
        }
        #expect(visits == 4)
        await database.close()
    }

    @Test("a snapshot does not see later commits; a new one does")
    func snapshots() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let (seen, see) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        async let counts = database.read { snapshot in
            let before = try snapshot.first(ChildTable.count)
            see.yield()
            gate.wait()
            return [before, try snapshot.first(ChildTable.count)]
        }
        for await _ in seen { break }
        try await database.write { try $0.run(ChildTable.insert, .sample(1)) }
        gate.open()
        #expect(try await counts == [0, 0])
        #expect(try await database.read { try $0.first(ChildTable.count) } == 1)
        await database.close()
    }

    @Test(
        "callers cannot control transactions, attach files or set pragmas",
        arguments: [
            PlainUpdate("c", "COMMIT"), PlainUpdate("c", "ROLLBACK"), PlainUpdate("c", "SAVEPOINT part"),
            PlainUpdate("c", "ATTACH '/tmp/x.db' AS x"), PlainUpdate("c", "PRAGMA synchronous = OFF"),
        ])
    func denied(command: PlainUpdate) async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let error = await #expect(throws: DatabaseError.self) { try await database.write { try $0.run(command) } }
        #expect(error?.kind == .notAuthorized)
        try await database.write { try $0.run(ChildTable.insert, .sample(1)) }
        await database.close()
    }

    @Test("errors tell kind, extended code and query, never a bound value")
    func errors() async throws {
        let folder = try TestFolder()
        let database = try await folder.open([
            .children, .gifts, Migration("search", "CREATE VIRTUAL TABLE search USING fts5(t)"),
        ])
        try await database.write { try $0.run(ChildTable.insert, .sample(1)) }
        func failure(_ body: @escaping @Sendable (borrowing WriteTransaction) throws -> Void) async -> DatabaseError? {
            do { try await database.write { try body($0) } } catch { return error as? DatabaseError }
            return nil
        }
        let taken = await failure { try $0.run(ChildTable.insert, .sample(1)) }
        #expect(taken?.description == "child.insert: constraint: UNIQUE constraint failed: child.id (SQLite 1555)")
        let match = Query<String, String>("search.match", "SELECT t FROM search WHERE search MATCH ?1")
        let found = await failure { _ = try $0.all(match, #"secret""#) }
        #expect(found.map { "\($0)".contains("secret") } == false)
        let few = await failure {
            try $0.run(Update<String>("few", "UPDATE child SET name = ?1 WHERE id = ?2"), "secret")
        }
        #expect(few?.description == "few: malformedQuery: 2 parameters, but 1 values were bound")
        let two = await failure { try $0.run(PlainUpdate("two", "DELETE FROM child; DELETE FROM gift")) }
        #expect(two?.kind == .malformedQuery)
        let quoted = await failure { _ = try $0.all(Query<String>("dqs", #"SELECT "nme" FROM child"#)) }
        #expect(quoted?.kind == .malformedQuery)
        let big = await failure {
            try $0.run(ChildTable.rename, String(repeating: "x", count: 17 << 20), Child.ID(rawValue: "a"))
        }
        #expect(big?.kind == .tooBig)
        await database.close()
    }

    @Test("a reader cannot write")
    func readOnly() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let sneaky = Query<String>("sneaky", "DELETE FROM child RETURNING id")
        let error = await #expect(throws: DatabaseError.self) { _ = try await database.read { try $0.all(sneaky) } }
        #expect(error?.kind == .readOnly)
        await database.close()
    }
}
