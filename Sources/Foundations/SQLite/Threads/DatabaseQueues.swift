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
