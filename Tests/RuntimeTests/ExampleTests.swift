import Examples
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExampleTests {
    @Test("an owner that sleeps on a condition variable answers everybody")
    func ledger() async throws {
        let ledger = try Ledger()
        for _ in 0..<20 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = try await ledger.add(1) } }
                try await group.waitForAll()
            }
        }
        #expect(try await ledger.add(0) == 200)
        await ledger.stop()
        await #expect(throws: Ledger.Failure.closed) { try await ledger.add(1) }
    }

    @Test("an owner that sleeps in poll sees commands and descriptors")
    func watcher() async throws {
        let watcher = try DescriptorWatcher()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        defer { for end in [reader, writer] { close(end) } }
        async let isReadable = watcher.waitUntilReadable(reader)
        #expect(write(writer, "x", 1) == 1)
        #expect(await isReadable)
        await watcher.stop()
        #expect(await !watcher.waitUntilReadable(reader))
    }
}
