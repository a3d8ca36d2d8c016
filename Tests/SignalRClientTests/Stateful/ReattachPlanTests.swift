import TestNumbers
import Testing

@testable import SignalRClient

@Suite("Reattach plan")
struct ReattachPlanTests {
    private let start = ContinuousClock.now
    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
    private var plan: ReattachPlan { ReattachPlan(window: .seconds(15), lostAt: start) }

    @Test("tries at once, then after short pauses that grow and are never the same for all")
    func pauses() {
        var (least, most) = (plan, plan)
        #expect(least.pause(now: at(0), random: .max) == .zero)
        #expect(most.pause(now: at(0), random: 0) == .zero)
        for bound in [100, 200, 400, 800, 1_600, 2_000, 2_000] {
            #expect(least.pause(now: at(1), random: 0) == .milliseconds(bound / 2))
            let pause = most.pause(now: at(1), random: .max) ?? .zero
            #expect(pause > .milliseconds(bound * 99 / 100) && pause <= .milliseconds(bound))
        }
    }

    @Test("goes on for as long as the hub remembers, and not longer")
    func window() {
        var plan = plan
        var now = start
        var random = SeededNumbers(seed: 1)
        var attempts = 0
        while let pause = plan.pause(now: now, random: random.next()) {
            now += pause + .milliseconds(20)
            plan.failed(.lost("again"))
            attempts += 1
        }
        #expect(attempts > 8 && attempts < 40)
        #expect(now > at(12_000) && now <= at(15_020))
    }

    @Test("a long series stays within the cap")
    func manyAttempts() {
        var plan = ReattachPlan(window: .seconds(100_000), lostAt: start)
        for _ in 0..<200 { #expect((plan.pause(now: start, random: .max) ?? .zero) <= .seconds(2)) }
    }

    @Test("stops when the hub has forgotten the connection")
    func forgotten() {
        var plan = plan
        _ = plan.pause(now: start, random: 0)
        plan.failed(.status(404, at: "x"))
        #expect(plan.pause(now: start, random: 0) == nil)
    }

    @Test("asks for another token once when one is refused", arguments: [401, 403])
    func refused(status: Int) {
        var plan = plan
        #expect(plan.pause(now: start, random: 0) != nil)
        #expect(!plan.wasRefused)
        plan.failed(.status(status, at: "x"))
        #expect(plan.wasRefused)
        #expect(plan.pause(now: start, random: 0) != nil)
        plan.failed(.status(status, at: "x"))
        #expect(plan.pause(now: start, random: 0) == nil)
    }

    @Test("goes on after what may pass", arguments: [500, 502, 503, 429])
    func passing(status: Int) {
        var plan = plan
        _ = plan.pause(now: start, random: 0)
        plan.failed(.status(status, at: "x"))
        #expect(plan.pause(now: start, random: 0) != nil)
    }

    @Test("stops without a token, and when it is stopped")
    func pointless() {
        for error in [HubError.stopped, .cancelled, HubError(.noToken, "none")] {
            var plan = plan
            _ = plan.pause(now: start, random: 0)
            plan.failed(error)
            #expect(plan.pause(now: start, random: 0) == nil)
        }
    }

    @Test("an attempt takes no longer than the window lasts, nor than connecting may")
    func limits() {
        #expect(plan.limit(now: at(0), connectTimeout: .seconds(30)) == .seconds(15))
        #expect(plan.limit(now: at(14_000), connectTimeout: .seconds(30)) == .seconds(1))
        #expect(plan.limit(now: at(14_000), connectTimeout: .milliseconds(500)) == .milliseconds(500))
        #expect(plan.limit(now: at(15_000), connectTimeout: .seconds(30)) == .milliseconds(100))
    }
}
