import Runtime
import Values

/// The clocks and the dice, so that nothing that decides reaches for them.
struct RelayClock: Sendable {
    /// Wall time: for people and signatures. It jumps when somebody sets the clock.
    var now: @Sendable () -> Timestamp
    /// Running time: for everything that waits. It goes on while the machine sleeps: what became due in its sleep is tried
    /// when it wakes up.
    var running: @Sendable () -> Duration = { BootTime.now }
    /// 0 to 1.
    var jitter: @Sendable () -> Double

    static let system = RelayClock(now: { WallClock.system.now }, jitter: { Double.random(in: 0...1) })
}
