/// The only connection that writes or checkpoints, and the loop of its thread.
///
/// Group commit: what was queued while the disk synced becomes one physical transaction, each job in its own
/// savepoint. Callers are resumed after the sync, so an answer means durable.
///
/// Confined to its thread.
final class Writer {
    let connection: DatabaseConnection
    private let queue: JobQueue
    private let changes: ChangePublisher
    private let statistics: StatisticsCell
    private let batchLimit: Int
    private var checkpoints: CheckpointPolicy

    init(
        _ connection: DatabaseConnection, queue: JobQueue, changes: ChangePublisher, statistics: StatisticsCell,
        configuration: DatabaseConfiguration
    ) {
        self.connection = connection
        self.queue = queue
        self.changes = changes
        self.statistics = statistics
        batchLimit = configuration.commitBatchLimit
        checkpoints = CheckpointPolicy(connection)
    }

    /// Works until the queue is closed and empty, then leaves the file tidy.
    func run() {
        while true {
            let batch = queue.take(upTo: batchLimit)
            if batch.isEmpty { break }
            commit(batch)
            for job in batch { job.resume() }
            let report = checkpoints.afterCommit()
            statistics.update {
                if let pages = report.pagesInLog { $0.pagesInLog = Int(pages) }
                if report.hasFailed { $0.failedCheckpoints += 1 }
            }
        }
        // Nobody is left to hear of a failure here, and all that was acknowledged is in the log already.
        try? connection.tidyBeforeClose()
    }

    private func commit(_ batch: [Job]) {
        var rest = batch[...]
        while !rest.isEmpty { rest = commitTogether(rest) }
    }

    /// Commits as many of the jobs as fit one physical transaction, and returns those that have not run yet.
    private func commitTogether(_ jobs: ArraySlice<Job>) -> ArraySlice<Job> {
        var succeeded: [Job] = []
        var changed: Set<String> = []
        var rest = jobs
        do {
            // The last transaction may have ended halfway; nothing of it may leak into this one.
            try connection.rollback()
            try connection.control(.beginImmediate)
        } catch {
            for job in jobs where !job.isCancelled { job.fail(error) }
            return []
        }
        do {
            while let job = rest.popFirst() {
                if job.isCancelled { continue }
                connection.changedTables = []
                let before = connection.totalChanges
                let failure = job.run(on: connection, inSavepoint: jobs.count > 1)
                // A full disk or an I/O error undoes the whole transaction, so the jobs before this one are lost with it.
                if let failure, !connection.isInTransaction { throw failure }
                if failure != nil { continue }
                succeeded.append(job)
                if connection.totalChanges != before { changed.formUnion(connection.changedTables) }
            }
            if succeeded.isEmpty {
                try connection.rollback()
            } else {
                try connection.control(.commit)
                committed(succeeded, changed)
            }
        } catch {
            statistics.update { $0.failedCommits += 1 }
            for job in succeeded { job.fail(error) }
        }
        return rest
    }

    private func committed(_ jobs: [Job], _ changed: Set<String>) {
        for job in jobs { job.committed() }
        changes.publish(changed)
        statistics.update {
            $0.commits += 1
            $0.transactions += jobs.count
        }
    }
}
