import Runtime
import Testing

@testable import AllowanceAPI

@Suite(.timeLimit(.minutes(1))) struct SingleFlightTests {
    @Test("one leads, the others get its outcome, and the next one leads again")
    func shares() async throws {
        let flight = SingleFlight<Int>()
        guard case .lead = await flight.enter() else {
            Issue.record("the first must lead")
            return
        }
        let outcomes = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<10 {
                group.addTask { if case .outcome(let value) = await flight.enter() { value } else { nil } }
            }
            while flight.waitingCount < 10 { await Task.yield() }
            flight.land(7)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == Array(repeating: 7, count: 10))
        guard case .lead = await flight.enter() else {
            Issue.record("a new flight needs a new leader")
            return
        }
        flight.land(0)
    }

    @Test("who is cancelled leaves at once, before and while it waits, and never leads")
    func cancellation() async throws {
        let flight = SingleFlight<Int>()
        _ = await flight.enter()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { if case .cancelled = await flight.enter() { true } else { false } }
            while flight.waitingCount < 1 { await Task.yield() }
            group.cancelAll()
            group.addTask { if case .cancelled = await flight.enter() { true } else { false } }
            for await isCancelled in group { #expect(isCancelled) }
        }
        flight.land(1)
        let led = await withTaskGroup(of: Bool.self) { group in
            group.cancelAll()
            group.addTask { if case .lead = await flight.enter() { true } else { false } }
            return await group.contains(true)
        }
        #expect(!led)
    }
}
