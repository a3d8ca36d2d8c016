import Runtime

/// Where records go. Called from any thread, in order for each thread.
package protocol LogSink: Sendable {
    func write(_ record: LogRecord)
}

/// Keeps records for tests.
package final class CapturingSink: LogSink {
    private let storage = Lock<[LogRecord]>([])

    /// Keeps everything that comes, without a bound.
    package init() {}

    /// What was written so far.
    package var records: [LogRecord] {
        storage.withLock { $0 }
    }

    /// From any thread; the records stay in the order in which they came.
    package func write(_ record: LogRecord) {
        storage.withLock { $0.append(record) }
    }
}
