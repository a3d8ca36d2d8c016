import Runtime
import Testing

@Suite("Tasks for the values of a stream", .timeLimit(.minutes(1)))
struct RunTasksTests {
    private struct Broken: Error {}

    private let numbers = BoundedChannel<Int>(limit: 1)
    private let journal = Journal()

    @Test("begin as the values come, beside each other, and are waited for when the stream has ended")
    func each() async throws {
        let gate = Promise<Void, Never>()
        // The second comes when the first has begun, and lets it end.
        journal.onCount(1) { [numbers] in numbers.push(2) }
        numbers.push(1)
        try await runTasks(forEach: numbers) { [numbers, journal] number in
            journal.append("\(number) begins")
            if number == 1 {
                await gate.valueEvenIfCancelled()
            } else {
                numbers.finish()
                gate.keep()
            }
            journal.append("\(number) ends")
        }
        #expect(journal.entries.prefix(2) == ["1 begins", "2 begins"])
        #expect(Set(journal.entries.suffix(2)) == ["1 ends", "2 ends"])
    }

    @Test("end with the first that fails, although nobody finishes the stream; the others are cancelled")
    func failure() async throws {
        journal.onCount(1) { [numbers] in numbers.push(2) }
        numbers.push(1)
        await #expect(throws: Broken.self) {
            try await runTasks(forEach: numbers) { [journal] number in
                journal.append("\(number) begins")
                if number == 2 { throw Broken() }
                await Promise<Void, Never>().outcomeUnlessCancelled()
                journal.append("\(number) was cancelled: \(Task.isCancelled)")
            }
        }
        #expect(journal.entries == ["1 begins", "2 begins", "1 was cancelled: true"])
        #expect(numbers.isFinished)
    }

    @Test("end when the waiting task is cancelled, as if the stream had ended")
    func cancelled() async throws {
        let task = Task { [numbers, journal] in
            try await runTasks(forEach: numbers) { number in
                journal.append("\(number) begins")
                await Promise<Void, Never>().outcomeUnlessCancelled()
                journal.append("\(number) was cancelled: \(Task.isCancelled)")
            }
        }
        journal.onCount(1) { task.cancel() }
        numbers.push(1)
        try await task.value
        #expect(journal.entries == ["1 begins", "1 was cancelled: true"])
    }
}
