/// Jobs that wait for a moment each. A program has tens of them, so a sorted array is enough.
struct SleepingJobs<Job> {
    private struct Sleeper {
        let deadline: ContinuousClock.Instant
        let job: Job
    }

    /// The next one last, and of two with one deadline the one that came first.
    private var sleepers: [Sleeper] = []

    /// When the next one is due.
    var next: ContinuousClock.Instant? { sleepers.last?.deadline }

    /// - Returns: whether it is the next one now.
    mutating func add(_ job: Job, until deadline: ContinuousClock.Instant) -> Bool {
        var (low, high) = (0, sleepers.count)
        while low < high {
            let middle = (low + high) / 2
            if sleepers[middle].deadline > deadline { low = middle + 1 } else { high = middle }
        }
        sleepers.insert(Sleeper(deadline: deadline, job: job), at: low)
        return low == sleepers.count - 1
    }

    /// Removes and returns those whose moment has come, in its order.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [Job] {
        var due: [Job] = []
        while let last = sleepers.last, last.deadline <= now {
            due.append(last.job)
            sleepers.removeLast()
        }
        return due
    }
}
