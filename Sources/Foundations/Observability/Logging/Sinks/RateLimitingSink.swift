import Runtime

/// Keeps a fault that repeats a thousand times a second from filling the disk. Messages are constant, so they tell repeats.
///
/// What was held back is counted in a field of the next record of its kind that is written.
package final class RateLimitingSink: LogSink {
    private let filter: Lock<RepeatFilter>
    private let next: any LogSink

    /// - `burst`: records of a kind (level, component, message) that are written in each window.
    /// - `window`: begins with the first record of a kind.
    package init(_ next: any LogSink, burst: Int = 10, window: Duration = .seconds(10)) {
        self.next = next
        filter = Lock(RepeatFilter(burst: burst, window: window))
    }

    /// Passes the record on, or counts it as held back. Windows go by the record's own time.
    package func write(_ record: LogRecord) {
        let kind = RepeatFilter.Kind(level: record.level, component: record.component, message: record.message)
        guard let held = filter.withLock({ $0.admit(kind, at: record.time) }) else { return }
        var record = record
        if held > 0 { record.fields.append((.heldBack, .integer(held))) }
        next.write(record)
    }
}
