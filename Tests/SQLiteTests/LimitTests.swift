import SQLite
import Testing

@Suite("Limits and cancellation")
struct LimitTests {
    static let endless = Query<Int>(
        "endless", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")

    @Test("cancelling the task ends a running query; the connection works on", .timeLimit(.minutes(1)))
    func cancel() async throws {
        let folder = try TestFolder()
        let database = try await folder.open { $0.readers = 1 }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await database.read { snapshot in
                start.yield()
                return try snapshot.first(Self.endless)
            }
        }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.read { try $0.first(ChildTable.count) } == 0)
        await database.close()
    }

    @Test("a read past its time limit is interrupted", .timeLimit(.minutes(1)))
    func timeLimit() async throws {
        let folder = try TestFolder()
        let database = try await folder.open { $0.readTimeLimit = .milliseconds(50) }
        let error = await #expect(throws: DatabaseError.self) { try await database.read { try $0.first(Self.endless) } }
        #expect(error?.kind == .interrupted)
        await database.close()
    }

    @Test("a full queue refuses, a cancelled waiting call is not begun, and the rest is done")
    func overload() async throws {
        let folder = try TestFolder()
        let database = try await folder.open { $0.queueCapacity = 4 }
        let gate = Gate()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let blocker = Task {
            try await database.write { _ in
                start.yield()
                gate.wait()
            }
        }
        for await _ in started { break }
        let (outcomes, tell) = AsyncStream.makeStream(of: String.self)
        let callers = (0..<10).map { number in
            Task {
                do {
                    try await database.write { try $0.run(ChildTable.insert, .sample(number)) }
                    tell.yield("done")
                } catch let error as DatabaseError { tell.yield(error.kind.rawValue) } catch { tell.yield("cancelled") }
            }
        }
        var told: [String: Int] = [:]
        var seen = 0
        for await outcome in outcomes {
            told[outcome, default: 0] += 1
            seen += 1
            if seen == 6 {
                for caller in callers { caller.cancel() }
                gate.open()
            }
            if seen == 10 { break }
        }
        try await blocker.value
        #expect(told == ["overloaded": 6, "cancelled": 4])
        #expect(try await database.read { try $0.first(ChildTable.count) } == 0)
        await database.close()
    }
}
