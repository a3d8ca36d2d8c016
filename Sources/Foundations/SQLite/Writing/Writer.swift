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
    private let companion: (any CommitCompanion)?
    private let batchLimit: Int
    private var checkpoints: CheckpointPolicy
    /// The disk has failed: what it says that it has may not be there, and another try on the same file could make that worse.
    private var failure: DatabaseError?
    private var isFull = false

    init(
        _ connection: DatabaseConnection, queue: JobQueue, changes: ChangePublisher, statistics: StatisticsCell,
        configuration: DatabaseConfiguration
    ) {
        self.connection = connection
        self.queue = queue
        self.changes = changes
        self.statistics = statistics
        companion = configuration.companion
        batchLimit = configuration.commitBatchLimit
        checkpoints = CheckpointPolicy(connection)
    }

    /// Works until the queue is closed and empty, then leaves the file tidy.
    func run() {
        while true {
            guard let batch = nextBatch() else {
                tend(checkpoints.afterRest())
                continue
            }
            if batch.isEmpty { break }
            commit(batch)
            for job in batch { job.resume() }
            if failure == nil { tend(checkpoints.afterCommit()) }
        }
        // The log has all that was acknowledged: the next opening reads it, perhaps on a disk that works.
        guard failure == nil else { return connection.leaveLog() }
        // Nobody is left to hear of a failure here, and all that was acknowledged is in the log already.
        connection.emptyLog()
    }

    /// `nil` if nothing came for long enough to do what nobody is to wait for.
    private func nextBatch() -> [Job]? {
        guard failure == nil, let pause = checkpoints.pause else { return queue.take(upTo: batchLimit) }
        return queue.take(upTo: batchLimit, within: pause)
    }

    /// Between two batches.
    private func tend(_ report: CheckpointPolicy.Report) {
        var report = report
        // What the log holds was often written twice: emptied it may give back the room that a commit lacked.
        if queue.takeWish() || isFull { report.hasFailed = !checkpoints.emptyLog() || report.hasFailed }
        isFull = false
        failure = checkpoints.failure
        statistics.update {
            if let pages = report.pagesInLog { $0.pagesInLog = Int(pages) }
            if report.hasFailed { $0.failedCheckpoints += 1 }
        }
    }

    private func commit(_ batch: [Job]) {
        var rest = batch[...]
        while !rest.isEmpty {
            if let failure {
                for job in rest where !job.isCancelled { job.fail(failure) }
                return
            }
            rest = commitTogether(rest)
        }
    }

    private func note(_ error: any Error) {
        guard let error = error as? DatabaseError else { return }
        if error.kind == .full { isFull = true }
        if error.kind == .inputOutput { failure = error }
    }

    /// Commits as many of the jobs as fit one physical transaction, and returns those that have not run yet.
    private func commitTogether(_ jobs: ArraySlice<Job>) -> ArraySlice<Job> {
        var succeeded: [Job] = []
        var changed: Set<String> = []
        var rest = jobs
        guard begin(for: jobs) else { return [] }
        do {
            while let job = rest.popFirst() {
                if job.isCancelled { continue }
                connection.changedTables = []
                let before = connection.totalChanges
                let failure = job.run(on: connection, inSavepoint: jobs.count > 1)
                // A full disk or an I/O error undoes the whole transaction, so the jobs before this one are lost with it.
                if let failure, !connection.isInTransaction { throw failure }
                if let failure {
                    note(failure)
                    continue
                }
                succeeded.append(job)
                if connection.totalChanges != before { changed.formUnion(connection.changedTables) }
            }
            if succeeded.isEmpty {
                try connection.rollback()
            } else {
                let concerned = companion?.isConcerned(by: changed) == true ? companion : nil
                if let concerned { try prepare(concerned) }
                try connection.control(.commit)
                concerned?.committed()
                committed(succeeded, changed)
            }
        } catch {
            note(error)
            statistics.update { $0.failedCommits += 1 }
            for job in succeeded { job.fail(error) }
        }
        return rest
    }

    /// - Returns: whether a transaction is open; else the jobs have failed.
    private func begin(for jobs: ArraySlice<Job>) -> Bool {
        do {
            // The last transaction may have ended halfway; nothing of it may leak into this one.
            try connection.rollback()
            try connection.control(.beginImmediate)
            return true
        } catch {
            note(error)
            for job in jobs where !job.isCancelled { job.fail(error) }
            return false
        }
    }

    private func prepare(_ companion: any CommitCompanion) throws {
        let transaction = WriteTransaction(connection)
        do {
            try companion.prepare(in: transaction)
        } catch  where connection.isInTransaction {
            // It comes again with a later commit.
            return
        }
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
