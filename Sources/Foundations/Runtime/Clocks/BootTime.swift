import Glibc

/// The time since the machine was started, which nobody can set.
package enum BootTime {
    /// With the time that the machine slept: what has passed for the rest of the world, such as a server that counts down
    /// the life of a token.
    package static var now: Duration { read(CLOCK_BOOTTIME) }

    /// Without the time that the machine slept. The difference to ``now`` grows by each sleep.
    package static var awake: Duration { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
