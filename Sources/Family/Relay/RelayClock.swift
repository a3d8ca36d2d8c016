import Glibc
import Values

/// The wall clock and the dice, so that nothing that decides reaches for them.
struct RelayClock: Sendable {
    var now: @Sendable () -> Timestamp
    /// 0 to 1.
    var jitter: @Sendable () -> Double

    static let system = RelayClock(
        now: {
            var time = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
        }, jitter: { Double.random(in: 0...1) })
}
