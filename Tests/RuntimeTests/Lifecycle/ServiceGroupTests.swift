import Runtime
import Synchronization
import Testing

@Suite("Service group")
struct ServiceGroupTests {
    @Test("starts in order and stops in reverse order", .timeLimit(.minutes(1)))
    func order() async {
        let journal = Journal()
        let services = ["store", "engine", "relay"].map { TestService($0, journal) }
        let (requests, request) = AsyncStream.makeStream(of: Void.self)
        journal.onCount(3) { request.yield() }
        let outcome = await ServiceGroup(services).run(stopRequests: requests)
        #expect(outcome.isClean)
        #expect(
            journal.entries == [
                "start store", "start engine", "start relay", "stop relay", "stop engine", "stop store",
            ])
    }

    @Test("stops what was started when a start fails", .timeLimit(.minutes(1)))
    func failingStart() async {
        let journal = Journal()
        let services = [
            TestService("store", journal), TestService("hub", journal, failsStart: true), TestService("x", journal),
        ]
        let outcome = await ServiceGroup(services).run(stopRequests: AsyncStream<Void> { _ in })
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
        let outcome = await ServiceGroup(services, limits: limits).run(stopRequests: AsyncStream { $0.finish() })
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
        let outcome = await ServiceGroup(services).run(stopRequests: AsyncStream<Void> { _ in })
        guard case .serviceEnded("hub", nil) = outcome.reason else {
            Issue.record("\(outcome.reason)")
            return
        }
        #expect(outcome.overdue.isEmpty)
    }
}
