import Glibc
package import Values

/// What the machine's clocks say at one moment.
package struct ClockReading: Sendable, Equatable {
    /// Jumps when somebody sets the clock.
    package let wall: Timestamp
    /// Since the machine was started, with the time that it slept.
    package let running: Duration
    /// The same without the time that it slept.
    package let awake: Duration

    /// - Parameter awake: never more than `running`.
    package init(wall: Timestamp, running: Duration, awake: Duration) {
        self.wall = wall
        self.running = running
        self.awake = awake
    }

    /// Of now.
    package static var now: ClockReading {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let awake = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        return ClockReading(wall: WallClock.system.now, running: BootTime.now, awake: awake)
    }
}

/// What became of the machine's clocks between two moments.
package struct ClockChange: Sendable, Equatable {
    /// Less is what every clock does all the time.
    package static let least: Duration = .seconds(2)

    /// By how much the wall clock was set; negative: back.
    package let step: Duration
    /// For how long the machine slept.
    package let slept: Duration

    /// - Parameter earlier: of the same machine, since its last start.
    package init(from earlier: ClockReading, to later: ClockReading) {
        let passed = later.running - earlier.running
        step = later.wall.duration(since: earlier.wall) - passed
        slept = max(passed - (later.awake - earlier.awake), .zero)
    }

    /// Whether the clock was set by more than ``least``, in either direction.
    package var isStep: Bool { step > Self.least || step < .zero - Self.least }

    /// Whether anything has to follow it.
    package var isNotable: Bool { isStep || slept > Self.least }
}
