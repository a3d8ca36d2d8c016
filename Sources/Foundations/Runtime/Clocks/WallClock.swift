import Glibc
package import Values

/// Where a part of the program gets the time of day from: handed in, so that a test can choose the time.
///
/// Wall time jumps, when somebody sets the clock. Deadlines and durations use a `Clock` or ``BootTime`` instead.
package struct WallClock: Sendable {
    private let read: @Sendable () -> Timestamp

    /// - Parameter read: gives the time; called at each use.
    package init(_ read: @escaping @Sendable () -> Timestamp) {
        self.read = read
    }

    /// The machine's clock.
    package static let system = WallClock {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec))
    }

    /// The time of day.
    package var now: Timestamp { read() }
}

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
