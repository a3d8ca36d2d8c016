import Runtime
import Testing

@Suite("Service group")
struct ServiceGroupTests {
    @Test("starts in order and stops in reverse order", .timeLimit(.minutes(1)))
    func order() async {
        let journal = Journal()
        let services = ["store", "engine", "relay"].map { TestService($0, journal) }
        let stop = Promise<Void, Never>()
        journal.onCount(3) { stop.keep() }
        let outcome = await ServiceGroup(services).run(until: stop)
        #expect(outcome.isClean)
        #expect(
            journal.entries == [
                "start store", "start engine", "start relay", "stop relay", "stop engine", "stop store",
            ])
    }

    @Test("stops in order when the waiting task is cancelled, as if somebody had asked", .timeLimit(.minutes(1)))
    func cancelled() async {
        let journal = Journal()
        let services = ["store", "relay"].map { TestService($0, journal) }
        let begin = Promise<Void, Never>()
        let task = Task {
            await begin.valueEvenIfCancelled()
            return await ServiceGroup(services).run(until: Promise())
        }
        journal.onCount(2) { task.cancel() }
        begin.keep()
        let outcome = await task.value
        guard case .requested = outcome.reason else {
            Issue.record("\(outcome.reason)")
            return
        }
        #expect(journal.entries.suffix(2) == ["stop relay", "stop store"])
    }

    @Test("stops what was started when a start fails", .timeLimit(.minutes(1)))
    func failingStart() async {
        let journal = Journal()
        let services = [
            TestService("store", journal), TestService("hub", journal, failsStart: true), TestService("x", journal),
        ]
        let outcome = await ServiceGroup(services).run(until: Promise())
        guard case .startFailed("hub", is TestService.Failure) = outcome.reason else {
            Issue.record("\(outcome.reason)")
            return
        }
        #expect(journal.entries == ["start store", "start hub", "stop store"])
    }

    @Test("names a service that ends neither when asked nor when cancelled", .timeLimit(.minutes(1)))
    func overdue() async {
        let journal = Journal()
        let services = [TestService("store", journal), TestService("stuck", journal, ignoresStop: true)]
        var limits = ServiceGroup.Limits()
        limits.stop = .milliseconds(20)
        limits.cancellation = .milliseconds(20)
        let stop = Promise<Void, Never>()
        journal.onCount(2) { stop.keep() }
        let outcome = await ServiceGroup(services, limits: limits).run(until: stop)
        #expect(outcome.overdue == ["stuck"])
        #expect(!outcome.isClean)
        #expect(journal.entries.last == "stop store")
        services[1].release()
    }

    @Test("stops all when a service ends by itself", .timeLimit(.minutes(1)))
    func endedByItself() async {
        let journal = Journal()
        let services = [TestService("store", journal), TestService("hub", journal)]
        journal.onCount(2) { services[1].release() }
        let outcome = await ServiceGroup(services).run(until: Promise())
        guard case .serviceEnded("hub", nil) = outcome.reason else {
            Issue.record("\(outcome.reason)")
            return
        }
        #expect(outcome.overdue.isEmpty)
    }

    @Test("doesn't start the rest when asked to stop during a start", .timeLimit(.minutes(1)))
    func stopDuringStart() async {
        let journal = Journal()
        let services: [any Service] = [TestService("store", journal), SlowStarter(journal), TestService("x", journal)]
        let stop = Promise<Void, Never>()
        journal.onCount(2) { stop.keep() }
        let outcome = await ServiceGroup(services).run(until: stop)
        #expect(outcome.isClean)
        #expect(journal.entries == ["start store", "start slow", "stop store"])
    }

    @Test("gives up a start that takes too long", .timeLimit(.minutes(1)))
    func overdueStart() async {
        let (journal, clock) = (Journal(), ManualClock())
        let group = ServiceGroup([SlowStarter(journal)], clock: clock)
        async let outcome = group.run(until: Promise())
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(30))
        if case .startTimedOut("slow") = await outcome.reason { return }
        Issue.record("no start timed out")
    }

    @Test("reloads after the start, one at a time, and not again while stopping", .timeLimit(.minutes(1)))
    func reload() async {
        let journal = Journal()
        let (signals, signal) = AsyncStream.makeStream(of: ProcessSignals.Signal.self)
        signal.yield(.hangUp)
        journal.onCount(2) {
            for _ in 0..<3 { signal.yield(.hangUp) }
            signal.yield(.terminate)
        }
        let outcome = await ServiceGroup([TestService("store", journal)]).run(signals: signals) {
            journal.append("reload")
            // Ends when the stop cancels it, and no sooner.
            for await _ in AsyncStream<Void>.never {}
            journal.append("reload cancelled")
        }
        #expect(outcome.isClean)
        #expect(journal.entries == ["start store", "reload", "reload cancelled", "stop store"])
    }

    @Test("stops although a reload never ends", .timeLimit(.minutes(1)))
    func stuckReload() async {
        let journal = Journal()
        let (signals, signal) = AsyncStream.makeStream(of: ProcessSignals.Signal.self)
        let release = AsyncStream.makeStream(of: Void.self)
        signal.yield(.hangUp)
        journal.onCount(2) { signal.yield(.interrupt) }
        var limits = ServiceGroup.Limits()
        limits.stop = .milliseconds(20)
        let outcome = await ServiceGroup([TestService("store", journal)], limits: limits).run(signals: signals) {
            journal.append("reload")
            await Task { for await _ in release.stream {} }.value
        }
        release.continuation.finish()
        #expect(outcome.isClean && journal.entries == ["start store", "reload", "stop store"])
    }
}

/// A service whose start waits until it is cancelled.
private struct SlowStarter: Service {
    let name = "slow"
    private let journal: Journal

    init(_ journal: Journal) { self.journal = journal }

    func start() async throws {
        journal.append("start slow")
        for await _ in AsyncStream<Void>.never {}
        throw CancellationError()
    }

    func run() async throws {}
    func stop() async { journal.append("stop slow") }
}

extension AsyncStream<Void> {
    /// Ends only with the task that waits for it.
    fileprivate static var never: AsyncStream<Void> { makeStream().stream }
}
