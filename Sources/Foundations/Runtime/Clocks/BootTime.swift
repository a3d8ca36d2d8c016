import Glibc

/// The time since the machine was started, which nobody can set.
package enum BootTime {
    /// With the time that the machine slept: what has passed for the rest of the world, such as a server that counts down
    /// the life of a token.
    package static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
