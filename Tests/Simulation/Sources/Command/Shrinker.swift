/// Makes a failing scenario small: takes stimuli away as long as the same promise stays broken.
struct Shrinker {
    /// What is broken by a scenario; `nil` for nothing.
    typealias Trial = (Scenario) async -> World.Violation?

    /// Returns the smallest that was found within the time, with what it breaks.
    static func shrink(
        _ scenario: Scenario, _ violation: World.Violation, attempts limit: Int = 300,
        for time: Duration = .seconds(120),
        _ trial: Trial
    ) async -> (Scenario, World.Violation) {
        let end = ContinuousClock.now + time
        var (best, reason, attempts) = (scenario, violation, 0)
        var size = max(best.stimuli.count / 2, 1)
        while size >= 1, attempts < limit, .now < end {
            var start = 0
            var isSmaller = false
            while start < best.stimuli.count, attempts < limit, .now < end {
                var candidate = best
                candidate.stimuli.removeSubrange(start..<min(start + size, best.stimuli.count))
                attempts += 1
                if let found = await trial(candidate), found.invariant == violation.invariant {
                    (best, reason, isSmaller) = (candidate, found, true)
                } else {
                    start += size
                }
            }
            if size == 1, !isSmaller { break }
            size = isSmaller ? min(size, max(best.stimuli.count / 2, 1)) : size / 2
        }
        return (best, reason)
    }
}
