import Runtime

/// Keeps records for tests.
package final class CapturingSink: LogSink {
    private let storage = Lock<[LogRecord]>([])

    package init() {}

    /// What was written so far.
    package var records: [LogRecord] {
        storage.withLock { $0 }
    }

    package func write(_ record: LogRecord) {
        storage.withLock { $0.append(record) }
    }
}
