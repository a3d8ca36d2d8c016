import Glibc
import Runtime
import Testing
import Values

@Suite("Clocks", .timeLimit(.minutes(1)))
struct ClockTests {
    @Test("the system's wall clock is that of the kernel")
    func wall() {
        let before = Self.kernelSeconds()
        let now = WallClock.system.now
        #expect(before...Self.kernelSeconds() ~= now.seconds)
    }

    /// Not by `time`, which goes by the last tick: at the turn of a second it is behind.
    private static func kernelSeconds() -> Int64 {
        var moment = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &moment)
        return Int64(moment.tv_sec)
    }

    @Test("time since the start never goes back")
    func boot() {
        let first = BootTime.now
        #expect(BootTime.now >= first)
    }

    @Test("a manual clock stands still until it is moved, and wakes in the order of the deadlines")
    func manual() async throws {
        let clock = ManualClock()
        let journal = Journal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    journal.append("\(seconds)")
                }
            }
            await clock.waitForSleepers(3)
            clock.advance(by: .milliseconds(999))
            #expect(journal.entries.isEmpty)
            clock.advance(by: .milliseconds(1))
            try await group.next()
            #expect(journal.entries == ["1"])
            clock.advance(by: .seconds(60))
            try await group.waitForAll()
        }
        #expect(journal.entries.sorted() == ["1", "2", "3"])
        #expect(clock.now.offset == .seconds(61))
    }

    @Test("a sleep on a manual clock ends by cancellation, before and while it lasts")
    func cancellation() async {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test("a deadline that has passed doesn't sleep")
    func past() async throws {
        let clock = ManualClock()
        try await clock.sleep(until: clock.now, tolerance: nil)
    }
}
