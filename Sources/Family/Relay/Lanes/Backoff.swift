/// How long a delivery waits after its n-th failed attempt: 5 s, 1 min, 5 min, 30 min, 2 h, then 6 h, up to 72 h in all.
struct Backoff: Sendable, Equatable {
    var steps: [Duration] = [.seconds(5), .seconds(60), .seconds(300), .seconds(1_800), .seconds(7_200)]
    /// After the last step.
    var longest: Duration = .seconds(21_600)
    /// From the first attempt; then a person has to decide.
    var limit: Duration = .seconds(259_200)
    /// The longest that a target's own wish is obeyed; what asks for more is asked again then.
    var longestPause: Duration = .seconds(21_600)

    /// - Parameters:
    ///   - attempts: failed so far, at least 1.
    ///   - jitter: 0 to 1. The whole of the delay is drawn, so that many lanes that failed together don't come back
    ///     together.
    func delay(after attempts: Int, jitter: Double) -> Duration {
        let step = attempts >= 1 && attempts <= steps.count ? steps[attempts - 1] : longest
        return step * min(max(jitter, 0), 1)
    }

    /// A target's own wish, from nothing to ``longestPause``.
    func pause(_ wish: Duration) -> Duration { min(max(wish, .zero), longestPause) }
}
