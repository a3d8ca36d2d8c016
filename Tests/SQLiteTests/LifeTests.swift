import SQLite
import Testing

@Suite("Life")
struct LifeTests {
    @Test(
        "a database that is dropped without closing finishes its work, then lets go of the file",
        .timeLimit(.minutes(1)))
    func dropped() async throws {
        let folder = try TestFolder()
        do {
            let database = try await folder.open()
            try await database.write { try $0.run(ChildTable.insert, .sample(1)) }
        }
        var next: Database?
        // Nobody is told when the threads are through; the time limit ends a wait that is in vain.
        while next == nil {
            do { next = try await folder.open() } catch let error as DatabaseError {
                try #require(error.kind == .ownedByAnotherProcess)
                await Task.yield()
            }
        }
        #expect(try await next?.read { try $0.first(ChildTable.count) } == 1)
        await next?.close()
    }

    @Test("the figures count syncs, transactions and failures")
    func statistics() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        for number in 0..<3 { try await database.write { try $0.run(ChildTable.insert, .sample(number)) } }
        await #expect(throws: DatabaseError.self) {
            try await database.write { try $0.run(ChildTable.insert, .sample(0)) }
        }
        await database.close()
        let statistics = database.statistics
        #expect(statistics.commits == 3)
        #expect(statistics.transactions == 3)
        #expect(statistics.failedCommits == 0)
        #expect(statistics.pagesInLog > 0)
    }
}
