/// How long to wait after failures.
///
/// A target that is down is asked again, by one delivery, after half the time that it has been down: from 5 seconds up to a
/// minute in the first ten, up to 5 minutes from then on, however long it lasts. So an end is noticed soon after it came.
/// What refuses everything, probably until somebody changes something, is asked after 1, 5, 15 and 30 minutes, then every hour.
/// A delivery that fails alone while others get through waits 5 s, 30 s, 1 min, 2 min, then 5 min; but if it may have arrived,
/// and would be shown again, 5 s, 1 min, 5 min, 30 min, 2 h, then 6 h.
struct Backoff: Sendable, Equatable {
    /// Of one delivery that fails while others get through; after the last of them ``seldom``.
    var steps: [Duration] = [.seconds(5), .seconds(30), .seconds(60), .seconds(120)]
    /// The same where each attempt may be shown once more; after the last of them ``longest``.
    var doubtSteps: [Duration] = [.seconds(5), .seconds(60), .seconds(300), .seconds(1_800), .seconds(7_200)]
    /// Of a target that refuses everything; after the last of them ``longestSuspension``.
    var suspensions: [Duration] = [.seconds(60), .seconds(300), .seconds(900), .seconds(1_800)]
    var longestSuspension: Duration = .seconds(3_600)
    /// No wait is longer.
    var longest: Duration = .seconds(21_600)
    /// Between two questions to a target that is down: at least this, and at most ``often`` while something waits that it
    /// has never been asked to take.
    var shortest: Duration = .seconds(5)
    var often: Duration = .seconds(60)
    /// The upper bound however long something has failed.
    var seldom: Duration = .seconds(300)
    /// Time in which a delivery was tried; then a person has to decide.
    var limit: Duration = .seconds(259_200)
    /// The longest that a target's wish is obeyed for the message that met it. The others are held back by
    /// ``rest(wish:isRate:failures:)``.
    var longestPause: Duration = .seconds(21_600)
    /// The longest that all messages rest because of a wish about their rate.
    var longestRateRest: Duration = .seconds(3_600)

    /// - Parameters:
    ///   - attempts: failed so far, at least 1.
    ///   - isShownAgain: each attempt may be shown once more.
    ///   - jitter: 0 to 1; at least half of the delay is kept.
    func delay(after attempts: Int, isShownAgain: Bool, jitter: Double) -> Duration {
        drawn(isShownAgain ? step(doubtSteps, attempts, longest) : step(steps, attempts, seldom), jitter)
    }

    /// - Parameter failures: in this outage, at least 1.
    func suspension(after failures: Int, jitter: Double) -> Duration {
        drawn(step(suspensions, failures, longestSuspension), jitter)
    }

    /// - Parameter outage: how long the target has been down.
    func probe(during outage: Duration, jitter: Double) -> Duration {
        drawn(min(max(outage / 2, shortest), max(often, min(outage / 10, seldom))), jitter)
    }

    /// A target's own wish for the message that met it, from nothing to ``longestPause``.
    func pause(_ wish: Duration) -> Duration { min(max(wish, .zero), longestPause) }

    /// How long all messages rest because of one's wish. A wish about the rate is about all of them; any other may be about
    /// that one alone, so another one asks, sooner at first.
    func rest(wish: Duration, isRate: Bool, failures: Int) -> Duration {
        let bound = isRate ? longestRateRest : seldom * (1 << min(max(failures - 1, 0), 7))
        return min(pause(wish), bound)
    }

    private func step(_ steps: [Duration], _ number: Int, _ last: Duration) -> Duration {
        number >= 1 && number <= steps.count ? steps[number - 1] : last
    }

    /// Lanes that failed together don't come back together.
    private func drawn(_ delay: Duration, _ jitter: Double) -> Duration {
        delay * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }
}
