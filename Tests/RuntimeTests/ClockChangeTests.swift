import Runtime
import Testing
import Values

@Suite("Clocks that change")
struct ClockChangeTests {
    private func change(wall: Duration, running: Duration, awake: Duration) -> ClockChange {
        let start = ClockReading(wall: Timestamp(seconds: 1_700_000_000), running: .seconds(500), awake: .seconds(400))
        return ClockChange(
            from: start,
            to: ClockReading(
                wall: start.wall.advanced(by: wall), running: start.running + running, awake: start.awake + awake))
    }

    @Test(
        "a step is what the wall clock moved by beside the time that passed, in either direction",
        arguments: [
            (0, false), (2, false), (3, true), (-2, false), (-3, true), (315_360_000, true), (-1_700_000_000, true),
        ])
    func step(_ seconds: Int64, _ isStep: Bool) {
        let change = change(wall: .seconds(60 + seconds), running: .seconds(60), awake: .seconds(60))
        #expect(change.step == .seconds(seconds) && change.isStep == isStep && change.isNotable == isStep)
        #expect(change.slept == .zero)
    }

    @Test("sleep is no step: the wall clock and the running time go on together")
    func sleep() {
        let night = change(wall: .seconds(28_860), running: .seconds(28_860), awake: .seconds(60))
        #expect(night.slept == .seconds(28_800) && !night.isStep && night.isNotable)
        let blink = change(wall: .seconds(61), running: .seconds(61), awake: .seconds(60))
        #expect(blink.slept == .seconds(1) && !blink.isNotable)
    }

    @Test("the machine's clocks go forward together")
    func now() {
        let first = ClockReading.now
        let change = ClockChange(from: first, to: .now)
        #expect(change.slept < .seconds(1) && first.awake <= first.running)
    }

    @Test("a watch that nobody waits for any more ends, and tells nothing of a clock that nobody has set")
    func ends() async throws {
        let watch = try ClockWatch()
        async let change = watch.next()
        await watch.stop()
        #expect(await change == nil)
        #expect(await watch.next() == nil)
    }
}
