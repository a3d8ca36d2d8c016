import AllowanceAPI
import Testing
import Values

@testable import Store
@testable import SyncEngine

/// Clocks that are set, machines that sleep.
@Suite("Clocks")
struct ClockTests {
    private static let day: Int64 = 86_400
    /// Two hours forward and back, ten years ahead, 1970.
    static let steps: [Int64] = [7_200, -7_200, 3_650 * day, -ScriptedCore.start.seconds]

    private func isStep(_ news: ScanNews) -> Bool { if case .clockStepped = news { true } else { false } }

    @Test("the server's clock is known by the answer's moment: one that was set since the request says nothing")
    func offset() {
        let start = ScriptedCore.start
        func offset(end: Duration, date: Duration?) -> Duration? {
            Reply(
                value: 0, startedAt: start, endedAt: start.advanced(by: end), serverDate: date.map(start.advanced)
            ).serverOffset
        }
        #expect(offset(end: .seconds(2), date: .seconds(61)) == .seconds(59))
        // Set back by two hours meanwhile.
        #expect(offset(end: .seconds(-7_199), date: .seconds(1)) == .seconds(7_200))
        #expect(offset(end: .seconds(1), date: nil) == nil)
    }

    @Test("a step of the wall clock is followed by one scan, and moves nothing that is due", arguments: steps)
    func step(_ seconds: Int64) {
        var core = ScriptedCore()
        let due = core.core.nextDue
        #expect(due.map { $0 - core.elapsed } == .seconds(60))
        let scans = core.scans.count
        core.skew = .seconds(seconds)
        core.happen(.timePassed, after: .seconds(1))
        #expect(core.scans.count == scans + 1 && core.news.count { isStep($0) } == 1)
        #expect(core.core.nextDue.map { $0 - core.elapsed } == .seconds(60))
        for _ in 0..<3 { core.pass() }
        #expect(core.scans.count == scans + 4 && core.news.count { isStep($0) } == 1)
        // Back again.
        core.skew = .zero
        core.happen(.timePassed, after: .seconds(1))
        #expect(core.core.nextDue.map { $0 - core.elapsed } == .seconds(60))
    }

    @Test("what every clock does all the time is no step")
    func drift() {
        var core = ScriptedCore()
        let scans = core.scans.count
        core.skew = .milliseconds(1_900)
        core.happen(.timePassed, after: .seconds(1))
        core.skew = .milliseconds(100)
        core.happen(.timePassed, after: .seconds(1))
        #expect(core.scans.count == scans && !core.news.contains { isStep($0) })
    }

    @Test("a machine that wakes up after eight hours reads everything once")
    func slept() {
        var core = ScriptedCore()
        core.happen(.linkChanged(isUp: true))
        let scans = core.scans.count
        core.happen(.clocksChanged, after: .seconds(8 * 3_600))
        #expect(core.scans.dropFirst(scans).count == 1)
        #expect(core.core.nextDue.map { $0 - core.elapsed } == .seconds(60))
    }

    @Test("a clock that changes while a server wants to be left alone ends no wait")
    func patience() {
        var machine = SyncMachine(interval: .seconds(60))
        _ = machine.nextOrder(hints: nil, at: .zero)
        machine.scanFailed(FactError(.tooManyRequests, "", retryAfter: .seconds(500)), at: .zero, random: 0.5)
        machine.clocksChanged()
        #expect(machine.nextOrder(hints: nil, at: .seconds(499)) == nil)
        #expect(machine.nextOrder(hints: nil, at: .seconds(500))?.scope.isFull == true)
        machine.stop()
        machine.clocksChanged()
        #expect(machine.nextOrder(hints: nil, at: .seconds(900)) == nil)
    }

    @Test("a whole history is read within a day, whatever moment the store has for the last reading", arguments: steps)
    func deep(_ seconds: Int64) {
        var core = ScriptedCore(.sample(deepScanAt: ScriptedCore.start.advanced(by: .seconds(seconds))))
        while core.elapsed <= .seconds(Self.day + 3_600), !core.scans.contains(.deep) {
            core.happen(.scanRequested, after: .seconds(3_600))
        }
        #expect(core.scans.contains(.deep))
    }

    @Test("a clock that is years ahead has nothing forgotten: what is old is judged by the server's", arguments: steps)
    func purge(_ seconds: Int64) {
        var timings = SyncTimings()
        timings.purgeInterval = .seconds(1)
        var core = ScriptedCore(timings: timings)
        core.skew = .seconds(seconds)
        for _ in 0..<3 { core.happen(.scanRequested, after: .seconds(10)) }
        let moments = core.tasks.compactMap { task in
            if case .tidy(.some, _, let now) = task { now } else { nil }
        }
        #expect(moments.count >= 3)
        // Never later than the true time; a clock that is behind only forgets later.
        #expect(moments.allSatisfy { $0 <= core.serverTime })
    }
}
