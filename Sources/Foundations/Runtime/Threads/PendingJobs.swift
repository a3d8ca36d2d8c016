/// Jobs in the order in which they came.
struct PendingJobs<Job> {
    private var jobs: [Job] = []
    private var taken = 0

    var count: Int { jobs.count - taken }

    mutating func append(_ job: Job) { jobs.append(job) }

    mutating func next() -> Job? {
        guard taken < jobs.count else { return nil }
        defer { dropTaken() }
        taken += 1
        return jobs[taken - 1]
    }

    /// Each removal moves fewer jobs than were taken since the last one: a job costs one move on average. At most 1,024 taken jobs,
    /// or half of the room, are kept.
    private mutating func dropTaken() {
        if taken == jobs.count {
            jobs.removeAll(keepingCapacity: taken <= 1024)
        } else if taken > 1024, taken > jobs.count / 2 {
            jobs.removeFirst(taken)
        } else {
            return
        }
        taken = 0
    }
}
