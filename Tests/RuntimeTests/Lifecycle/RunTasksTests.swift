import Runtime
import Testing

@Suite("Tasks for the values of a stream", .timeLimit(.minutes(1)))
struct RunTasksTests {
    private struct Broken: Error {}

    private let numbers = AsyncStream.makeStream(of: Int.self)
    private let journal = Journal()

    @Test("begin as the values come, beside each other, and are waited for when the stream has ended")
    func each() async throws {
        let (values, value) = numbers
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        // The second comes when the first has begun, and lets it end.
        journal.onCount(1) { value.yield(2) }
        value.yield(1)
        try await runTasks(forEach: values, finishing: value) { number in
            journal.append("\(number) begins")
            if number == 1 {
                for await _ in gate {}
            } else {
                value.finish()
                opening.finish()
            }
            journal.append("\(number) ends")
        }
        #expect(journal.entries.prefix(2) == ["1 begins", "2 begins"])
        #expect(Set(journal.entries.suffix(2)) == ["1 ends", "2 ends"])
    }

    @Test("end with the first that fails, although nobody finishes the stream; the others are cancelled")
    func failure() async throws {
        let (values, value) = numbers
        journal.onCount(1) { value.yield(2) }
        value.yield(1)
        await #expect(throws: Broken.self) {
            try await runTasks(forEach: values, finishing: value) { number in
                journal.append("\(number) begins")
                if number == 2 { throw Broken() }
                for await _ in AsyncStream<Void>.makeStream().stream {}
                journal.append("\(number) was cancelled: \(Task.isCancelled)")
            }
        }
        #expect(journal.entries == ["1 begins", "2 begins", "1 was cancelled: true"])
        guard case .terminated = value.yield(3) else {
            Issue.record("the stream goes on")
            return
        }
    }
}
