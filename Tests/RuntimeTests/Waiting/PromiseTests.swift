import Runtime
import Testing

@Suite("A promise", .timeLimit(.minutes(1)))
struct PromiseTests {
    private struct Broken: Error, Equatable {
        var number = 1
    }

    private let promise = Promise<Int, Broken>()

    @Test("that was kept before anybody waits gives its value to everybody, each time")
    func keptBefore() async throws {
        #expect(promise.outcome == nil)
        #expect(promise.keep(.success(7)))
        #expect(promise.outcome == .success(7))
        for _ in 0..<2 {
            #expect(try await promise.valueEvenIfCancelled() == 7)
            #expect(await promise.outcomeUnlessCancelled() == .success(7))
        }
    }

    @Test("wakes all that wait, whichever way, and those that come later get the same")
    func awaitedBefore() async throws {
        let (patient, other) = (Task { [promise] in await promise.outcomeEvenIfCancelled() }, waiting())
        await eventually { promise.waiterCount == 2 }
        promise.keep(.success(7))
        #expect(await patient.value == .success(7))
        #expect(await other.value == .success(7))
        #expect(promise.waiterCount == 0)
        #expect(await promise.outcomeUnlessCancelled() == .success(7))
    }

    @Test("is kept once: what comes later changes nothing, and says so")
    func keptTwice() async {
        #expect(promise.keep(.failure(Broken())))
        #expect(!promise.keep(.success(7)))
        #expect(!promise.keep(.failure(Broken(number: 2))))
        await #expect(throws: Broken()) { try await promise.valueEvenIfCancelled() }
        #expect(await promise.outcomeUnlessCancelled() == .failure(Broken()))
    }

    @Test("lets a task go that was cancelled before it began to wait, and forgets it")
    func cancelledBefore() async {
        let task = Task { [promise] in
            await eventually { Task.isCancelled }
            return await promise.outcomeUnlessCancelled()
        }
        task.cancel()
        #expect(await task.value == nil)
        #expect(promise.waiterCount == 0)
        promise.keep(.success(7))
    }

    @Test("lets go the one task that is cancelled while it waits; the others go on waiting")
    func cancelledWhile() async {
        let (first, second, third) = (waiting(), waiting(), waiting())
        await eventually { promise.waiterCount == 3 }
        second.cancel()
        #expect(await second.value == nil)
        #expect(promise.waiterCount == 2)
        promise.keep(.success(7))
        #expect(await first.value == .success(7))
        #expect(await third.value == .success(7))
    }

    @Test("counts as first when it was kept before the wait, although the task is cancelled")
    func keptThenCancelled() async {
        promise.keep(.success(7))
        let task = Task { [promise] in
            await eventually { Task.isCancelled }
            return await promise.outcomeUnlessCancelled()
        }
        task.cancel()
        #expect(await task.value == .success(7))
    }

    @Test("keeps who waits for it even if cancelled, until it is kept")
    func patience() async {
        let task = Task { [promise] in
            let outcome = await promise.outcomeEvenIfCancelled()
            #expect(Task.isCancelled)
            return outcome
        }
        await eventually { promise.waiterCount == 1 }
        task.cancel()
        let early = Task { [promise] in
            await eventually { Task.isCancelled }
            return await promise.outcomeEvenIfCancelled()
        }
        early.cancel()
        await eventually { promise.waiterCount == 2 }
        promise.keep(.success(7))
        #expect(await task.value == .success(7))
        #expect(await early.value == .success(7))
    }

    @Test("of no value says only that something has happened")
    func event() async {
        let event = Promise<Void, Never>()
        #expect(event.keep())
        #expect(!event.keep())
        await event.valueEvenIfCancelled()
    }

    @Test("is kept by one of many threads, and what that one did before is seen by all who waited")
    func threads() async throws {
        for _ in 0..<50 {
            let (promise, notes) = (Promise<Int, Never>(), Notes())
            let tasks = (0..<8).map { number in
                Task {
                    let value =
                        await number % 2 == 0 ? promise.valueEvenIfCancelled() : promise.outcomeUnlessCancelled()?.get()
                    guard let value else { return true }
                    // Not under a lock: the promise alone makes the order.
                    return notes.values[value] == value
                }
            }
            let keepers = try (0..<4).map { number in
                try ServiceThread(name: "keeper") {
                    notes.values[number] = number
                    promise.keep(.success(number))
                }
            }
            tasks[1].cancel()
            for keeper in keepers { keeper.join() }
            for task in tasks { #expect(await task.value) }
        }
    }

    /// Each keeper writes its own place before it keeps; a reader reads only the place of the one that kept.
    private final class Notes: @unchecked Sendable {
        let values = UnsafeMutableBufferPointer<Int>.allocate(capacity: 4)

        init() { values.initialize(repeating: -1) }
        deinit { values.deallocate() }
    }

    private func waiting() -> Task<Promise<Int, Broken>.Outcome?, Never> {
        Task { [promise] in await promise.outcomeUnlessCancelled() }
    }
}
