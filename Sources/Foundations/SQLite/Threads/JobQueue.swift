/// The bounded queue in front of one or several database threads.
final class JobQueue: Sendable {
    private struct State {
        var waiting: [Job] = []
        var isClosed = false
        var wantsEmptyLog = false

        /// `nil` if there is nothing and more may come.
        mutating func take(upTo limit: Int) -> [Job]? {
            if waiting.isEmpty { return isClosed ? [] : nil }
            if waiting.count <= limit {
                defer { waiting = [] }
                return waiting
            }
            defer { waiting.removeFirst(limit) }
            return Array(waiting.prefix(limit))
        }
    }

    private let state = Monitor(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Runs the body on a thread of the queue. Throws `overloaded` if the queue is full, `closed` after `close()`,
    /// and `CancellationError` if the task is cancelled before the body began.
    func perform<Success: Sendable>(
        _ name: String, onCancel: @escaping @Sendable () -> Void = {},
        onCommit: (@Sendable (Success) -> Void)? = nil, onFailure: (@Sendable (any Error) -> Void)? = nil,
        _ body: @escaping @Sendable (DatabaseConnection) throws -> Success
    ) async throws -> Success {
        let job = ResultJob(body, onCommit: onCommit, onFailure: onFailure)
        return try await withTaskCancellationHandler {
            // A continuation of its own: there is one for each read and commit, and a promise would cost three allocations more.
            try unsafe await withUnsafeThrowingContinuation { continuation in
                unsafe job.resumes(continuation)
                enqueue(job, name)
            }
        } onCancel: {
            job.cancel()
            onCancel()
        }
    }

    private func enqueue(_ job: Job, _ name: String) {
        let refusal = state.withLock { state -> DatabaseError? in
            if state.isClosed { return DatabaseError(.closed, name, "the database is closed") }
            if state.waiting.count >= capacity {
                return DatabaseError(.overloaded, name, "\(capacity) calls wait already")
            }
            state.waiting.append(job)
            return nil
        }
        guard let refusal else { return state.signal() }
        job.fail(refusal)
        job.resume()
    }

    /// Blocks until there is work; an empty answer means closed and drained.
    func take(upTo limit: Int) -> [Job] { state.wait { $0.take(upTo: limit) } }

    /// The same, but for so long at most; `nil` if nothing came until then.
    func take(upTo limit: Int, within pause: Duration) -> [Job]? {
        state.wait(atMost: pause) { $0.take(upTo: limit) }
    }

    /// The writer is to empty the log after what it does next.
    func wishForEmptyLog() { state.withLock { $0.wantsEmptyLog = true } }

    /// Whether the log is to be emptied; the wish is taken.
    func takeWish() -> Bool {
        state.withLock { state in
            defer { state.wantsEmptyLog = false }
            return state.wantsEmptyLog
        }
    }

    /// Refuses new work. The threads finish what is queued, close their connections and end.
    func close() {
        state.withLock { $0.isClosed = true }
        state.signalAll()
    }
}

/// The two queues of a database, and the order in which they end.
struct DatabaseQueues: Sendable {
    let reads: JobQueue
    let writes: JobQueue

    init(capacity: Int) {
        reads = JobQueue(capacity: capacity)
        writes = JobQueue(capacity: capacity)
    }

    /// Finishes what is queued. Readers close first: the last connection to close empties the log, and only the writer may.
    func close(readers: [ConnectionThread], writer: ConnectionThread) async {
        reads.close()
        for reader in readers { await reader.finished() }
        writes.close()
        await writer.finished()
    }
}
