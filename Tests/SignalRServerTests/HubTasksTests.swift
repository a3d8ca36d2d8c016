import Runtime
import TestWaiting
import Testing

@testable import SignalRServer

@Suite("Tasks of a hub", .timeLimit(.minutes(1)))
struct HubTasksTests {
    private let tasks = HubTasks()
    private let seen = Noted<String>()

    /// Begins one that goes on until `end` is kept.
    private func begin(until end: Promise<Void, Never>) {
        _ = tasks.start { _ = await end.outcomeEvenIfCancelled() }
    }

    /// Begins one that waits for the others, and then goes on until `end` is kept.
    private func beginWaiting(_ name: String, until end: Promise<Void, Never>) {
        _ = tasks.start { [tasks, seen] in
            await tasks.drained()
            seen.add(name)
            _ = await end.outcomeEvenIfCancelled()
        }
    }

    @Test("are waited for, those that begin at once and those that don't")
    func drained() async throws {
        await tasks.drained()
        let ends = [Promise<Void, Never>(), Promise<Void, Never>()]
        _ = tasks.start(isImmediate: true) { _ = await ends[0].outcomeEvenIfCancelled() }
        begin(until: ends[1])
        let waiting = Task { [tasks, seen] in
            await tasks.drained()
            seen.add("drained")
        }
        try await eventually("it waits") { tasks.waiterCount == 1 }
        ends[0].keep()
        try await eventually("one has ended") { tasks.count == 1 }
        #expect(tasks.waiterCount == 1 && seen.all.isEmpty)
        ends[1].keep()
        await waiting.value
        #expect(tasks.count == 0 && tasks.waiterCount == 0)
    }

    @Test("wait for the others, not for themselves or each other; somebody else waits for all")
    func inside() async throws {
        let (other, own) = (Promise<Void, Never>(), Promise<Void, Never>())
        begin(until: other)
        beginWaiting("own", until: own)
        beginWaiting("own", until: own)
        let outsider = Task { [tasks, seen] in
            await tasks.drained()
            seen.add("outsider")
        }
        try await eventually("three wait") { tasks.waiterCount == 3 }
        #expect(seen.all.isEmpty)
        other.keep()
        try await eventually("they go on") { seen.all == ["own", "own"] }
        #expect(tasks.waiterCount == 1 && tasks.count == 2)
        own.keep()
        await outsider.value
        #expect(seen.all.last == "outsider")
    }

    @Test("what one of them does beside itself belongs to it, as long as it runs")
    func children() async throws {
        let (later, end) = (Promise<Void, Never>(), Promise<Void, Never>())
        let outliving = Noted<Task<Void, Never>>()
        await tasks.start { [tasks, seen] in
            await withTaskGroup { group in group.addTask { await tasks.drained() } }
            outliving.add(
                Task {
                    _ = await later.outcomeEvenIfCancelled()
                    await tasks.drained()
                    seen.add("outliving")
                })
        }.value
        beginWaiting("own", until: end)
        try await eventually("one goes on") { seen.all == ["own"] }
        later.keep()
        try await eventually("the other waits for it") { tasks.waiterCount == 1 }
        let second = Promise<Void, Never>()
        begin(until: second)
        // Waits for the second one, and is then waited for by the one that outlives its task.
        beginWaiting("third", until: end)
        try await eventually("both wait") { tasks.waiterCount == 2 }
        end.keep()
        second.keep()
        await outliving.all.first?.value
        #expect(seen.all == ["own", "third", "outliving"])
    }

    @Test("those of another hub are waited for")
    func otherHub() async throws {
        let (other, end) = (HubTasks(), Promise<Void, Never>())
        _ = other.start { _ = await end.outcomeEvenIfCancelled() }
        let task = tasks.start { await other.drained() }
        try await eventually("it waits") { other.waiterCount == 1 }
        #expect(tasks.count == 1)
        end.keep()
        await task.value
    }

    @Test("count what is done in the caller's task")
    func counted() async {
        await tasks.run { [tasks] in
            #expect(tasks.count == 1)
            await tasks.drained()
        }
        #expect(tasks.count == 0)
    }
}
