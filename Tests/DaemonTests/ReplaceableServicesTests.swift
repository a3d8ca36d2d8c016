import Store
import Testing

@testable import Daemon
@testable import Runtime

@Suite("Services that a new configuration replaces")
struct ReplaceableServicesTests {
    private struct Broken: Error {}

    /// Tells what happens to it; runs until it is stopped or told to fail.
    private final class Fake: Service {
        let name: String
        let note: AsyncStream<String>.Continuation
        private let ends = AsyncStream.makeStream(of: Bool.self)
        /// What its starts fail with, one after the other.
        private let failures: Lock<[any Error]>

        init(_ name: String, _ note: AsyncStream<String>.Continuation, failing failures: [any Error] = []) {
            self.name = name
            self.note = note
            self.failures = Lock(failures)
        }

        func start() async throws {
            if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
        }

        func run() async throws {
            note.yield("\(name) runs")
            for await fails in ends.stream where fails { throw Broken() }
            note.yield("\(name) ended")
        }

        func stop() async { ends.continuation.finish() }
        func fail() { ends.continuation.yield(true) }
    }

    private let notes = AsyncStream.makeStream(of: String.self)

    @Test("a replacement runs after what it replaces has ended, and a stop ends it", .timeLimit(.minutes(1)))
    func replacing() async throws {
        var events = notes.stream.makeAsyncIterator()
        let services = ReplaceableServices([Fake("old", notes.continuation)])
        async let run: Void = services.run()
        #expect(await events.next() == "old runs")
        await services.replace(with: [Fake("new", notes.continuation)])
        #expect(await events.next() == "old ended")
        #expect(await events.next() == "new runs")
        await services.stop()
        try await run
        #expect(await events.next() == "new ended")
    }

    @Test("what replaces before the start is what runs", .timeLimit(.minutes(1)))
    func early() async throws {
        var events = notes.stream.makeAsyncIterator()
        let services = ReplaceableServices([Fake("old", notes.continuation)])
        await services.replace(with: [Fake("new", notes.continuation)])
        async let run: Void = services.run()
        #expect(await events.next() == "new runs")
        await services.stop()
        try await run
    }

    @Test("a service that fails ends the whole, with its reason", .timeLimit(.minutes(1)))
    func failing() async throws {
        var events = notes.stream.makeAsyncIterator()
        let fake = Fake("relay", notes.continuation)
        let services = ReplaceableServices([fake])
        async let run: Void = services.run()
        #expect(await events.next() == "relay runs")
        fake.fail()
        do {
            try await run
            Issue.record("it went on")
        } catch let error as ServiceFailure {
            #expect(error.cause is Broken)
            #expect(error.description.contains("relay ended"))
        }
    }

    private static let full = StoreError(.full, "The disk is full.", nextStep: "Make room.")

    @Test("a store that takes nothing is waited for, and what waits is told until it starts", .timeLimit(.minutes(1)))
    func waiting() async throws {
        var events = notes.stream.makeAsyncIterator()
        let relay = Fake("relay", notes.continuation, failing: [Self.full, Self.full])
        let note = notes.continuation
        let services = ReplaceableServices([relay, Fake("sync", note)], pause: .milliseconds(1)) {
            note.yield($0.map { "waits: \($0.kind)" } ?? "has started")
        }
        async let run: Void = services.run()
        var seen: [String] = []
        for _ in 0..<5 { seen.append(await events.next() ?? "") }
        #expect(seen.filter { $0.hasPrefix("waits") } == ["waits: full", "waits: full"])
        #expect(Set(seen.suffix(3)) == ["has started", "relay runs", "sync runs"])
        await services.stop()
        try await run
    }

    @Test("who waits for the store is replaced and stopped at once", .timeLimit(.minutes(1)))
    func replacedWhileWaiting() async throws {
        var events = notes.stream.makeAsyncIterator()
        let note = notes.continuation
        func stuck() -> Fake { Fake("stuck", note, failing: [Self.full]) }
        let isWaiting = Lock(false)
        let services = ReplaceableServices([stuck()], pause: .seconds(3_600)) { error in
            isWaiting.withLock { $0 = error != nil }
            if error != nil { note.yield("waits") }
        }
        async let run: Void = services.run()
        #expect(await events.next() == "waits")
        await services.replace(with: [Fake("new", note)])
        #expect(await events.next() == "new runs")
        await services.replace(with: [stuck()])
        #expect(await events.next() == "new ended")
        #expect(await events.next() == "waits")
        await services.stop()
        try await run
        #expect(!isWaiting.withLock { $0 })
    }

    @Test("a store that is lost, and a later part's failure, are the end", .timeLimit(.minutes(1)))
    func lost() async {
        let lost = StoreError(.inputOutput, "The disk fails.", nextStep: "Replace it.")
        let closed = StoreError(.closed, "The store is closed.", nextStep: "")
        for services in [
            [Fake("relay", notes.continuation, failing: [lost])],
            [Fake("relay", notes.continuation, failing: [closed, Broken()])],
            [Fake("relay", notes.continuation), Fake("sync", notes.continuation, failing: [Self.full])],
        ] {
            let all = ReplaceableServices(services) { if let error = $0 { Issue.record("it waits: \(error.kind)") } }
            await #expect(throws: ServiceFailure.self) { try await all.run() }
        }
    }

    @Test("each way to end is told in a sentence, with the innermost cause")
    func sentences() {
        let inner = ServiceFailure(ServiceOutcome(reason: .startFailed(service: "sync", Broken()), overdue: []))
        #expect(inner.description.hasPrefix("sync could not start") && inner.cause is Broken)
        let outer = ServiceFailure(ServiceOutcome(reason: .serviceEnded(service: "watchers", inner), overdue: []))
        #expect(outer.cause is Broken)
        let late = ServiceFailure(ServiceOutcome(reason: .requested, overdue: ["relay", "sync mum"]))
        #expect(late.description == "some parts did not end in time: relay, sync mum" && late.cause == nil)
        let slow = ServiceFailure(ServiceOutcome(reason: .startTimedOut(service: "sync"), overdue: []))
        #expect(slow.description == "sync did not start in time")
    }
}
