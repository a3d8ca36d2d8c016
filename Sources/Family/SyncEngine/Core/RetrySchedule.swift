/// How long to wait after failures: full jitter, so that a fleet does not come back in step.
package struct RetrySchedule: Sendable, Equatable {
    private let base: Duration
    private let cap: Duration
    /// Failures since the last success.
    package private(set) var failures = 0

    /// - Parameters:
    ///   - base: the first delay is anything up to it.
    ///   - cap: no delay is longer.
    package init(base: Duration, cap: Duration) {
        self.base = base
        self.cap = cap
    }

    /// Counts a failure; returns a delay between nothing and the bound, which doubles each time up to the cap.
    ///
    /// - Parameter random: 0 up to but not including 1.
    package mutating func failed(random: Double) -> Duration {
        // 2^20 s is beyond any cap, and far from overflowing.
        let bound = min(cap, base * (1 << min(failures, 20)))
        failures += 1
        return bound * min(max(random, 0), 1)
    }

    /// The next failure's delay is the first again.
    package mutating func succeeded() { failures = 0 }
}
