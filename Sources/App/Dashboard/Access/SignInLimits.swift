import Values

/// How many wrong passwords came from where, and for whom. Five in a row are free; each one after that has to wait, longer each time.
///
/// A try counts as wrong when it begins, so that many at once are not more than one after the other.
struct SignInLimits: Sendable {
    /// Wrong ones that cost nothing.
    static let free = 5
    /// After the first that is not free; twice as long each time.
    static let firstPause = Duration.seconds(30)
    static let longestPause = Duration.seconds(900)
    /// After so long without a try all is forgotten.
    static let memory = Duration.seconds(3_600)
    /// Places and addresses that are remembered; those that tried least lately are forgotten first.
    static let most = 1_024

    private struct Count {
        var tries: Int
        var last: ContinuousClock.Instant

        /// When the next try may be made.
        var next: ContinuousClock.Instant {
            guard tries >= SignInLimits.free else { return last }
            let doublings = min(tries - SignInLimits.free, 5)
            return last + min(SignInLimits.firstPause * (1 << doublings), SignInLimits.longestPause)
        }
    }

    private var counts: [String: Count] = [:]

    /// - Parameter keys: where the try comes from, and for whom.
    /// - Returns: how long to wait; `nil` where the try may be made, which is counted.
    mutating func begin(_ keys: [String], at now: ContinuousClock.Instant) -> Duration? {
        counts = counts.filter { now - $0.value.last < Self.memory }
        let wait = keys.compactMap { counts[$0]?.next }.max().map { $0 - now } ?? .zero
        guard wait <= .zero else { return wait }
        for key in keys {
            counts[key] = Count(tries: (counts[key]?.tries ?? 0) + 1, last: now)
            if counts.count > Self.most, let oldest = counts.min(by: { $0.value.last < $1.value.last }) {
                counts[oldest.key] = nil
            }
        }
        return nil
    }

    /// The password was right: nothing is held against them.
    mutating func succeeded(_ keys: [String]) { for key in keys { counts[key] = nil } }
}
