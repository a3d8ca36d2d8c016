import SQLite
import TestWaiting
import Testing

@Suite("Maintenance")
struct MaintenanceTests {
    @Test("a copy taken during writes is one moment of the database, private, and opens", .timeLimit(.minutes(1)))
    func backup() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        try await database.write { transaction in
            for number in 0..<20_000 {
                try transaction.run(ChildTable.insert, .sample(number, note: "filler filler filler"))
            }
        }
        let (steps, step) = AsyncStream.makeStream(of: Int.self)
        let target = folder.path + "/copy.db"
        let task = Task { try await database.backUp(to: target, progress: { copied, _ in step.yield(copied) }) }
        for await _ in steps { break }
        for number in 30_000..<30_200 { try await database.write { try $0.run(ChildTable.insert, .sample(number)) } }
        try await task.value
        #expect(try folder.mode("copy.db") == 0o600)
        let copy = try await folder.open { $0.path = target }
        #expect(try await copy.read { try $0.first(ChildTable.count) } == 20_000)
        #expect(try await copy.checkEverything() == [])
        await copy.close()
        #expect(try await database.read { try $0.first(ChildTable.count) } == 20_200)
        await database.close()
    }

    @Test("the log is emptied once no snapshot holds it back", .timeLimit(.minutes(1)))
    func logBound() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let gate = Gate()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        async let held: Void = database.read { snapshot in
            _ = try snapshot.first(ChildTable.count)
            start.yield()
            gate.wait()
        }
        for await _ in started { break }
        let filler = String(repeating: "x", count: 100_000)
        for number in 0..<900 {
            try await database.write { try $0.run(ChildTable.insert, .sample(number, note: filler)) }
        }
        let grown = logSize(folder)
        #expect(grown > 64 << 20)
        gate.open()
        try await held
        for number in 2_000..<2_100 {
            try await database.write { try $0.run(ChildTable.insert, .sample(number, note: filler)) }
        }
        #expect(logSize(folder) < 16 << 20)
        await database.close()
    }

    @Test("a pause moves the log into the file, without a commit that waits for it", .timeLimit(.minutes(1)))
    func movedInPause() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let before = try folder.size("test.db")
        try await database.write { transaction in
            for number in 0..<60 {
                try transaction.run(ChildTable.insert, .sample(number, note: String(repeating: "x", count: 100_000)))
            }
        }
        // More than is worth it, less than what is moved at once. By the log's size, which stays when its pages are moved: that may have begun.
        #expect(1_000 * 4_096..<2_000 * 4_096 ~= logSize(folder))
        try await eventually("the pages in the file") { try folder.size("test.db") > before + 6_000_000 }
        #expect(database.statistics.commits == 1)
        await database.close()
    }

    private func logSize(_ folder: TestFolder) -> Int {
        (try? folder.size("test.db-wal")) ?? -1
    }
}
