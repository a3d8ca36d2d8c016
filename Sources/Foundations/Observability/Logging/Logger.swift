package import Runtime
import Values

/// What parts of the program log with; passed in, never global. Only the executable makes one.
///
///     logger.warning("scan failed", error: error, [.account: .text(name), .attempt: 3])
///
/// Fields are an autoclosure: a disabled level costs one atomic load and builds nothing.
package struct Logger: Sendable {
    private let component: String
    private let threshold: LogThreshold
    private let sink: any LogSink
    private let clock: WallClock
    private let fields: [(key: LogKey, value: LogValue)]

    /// A logger for a part of the program, such as "hub".
    package init(component: String, threshold: LogThreshold, sink: any LogSink, clock: WallClock = .system) {
        self.init(component: component, threshold: threshold, sink: sink, clock: clock, fields: [])
    }

    private init(
        component: String, threshold: LogThreshold, sink: any LogSink, clock: WallClock,
        fields: [(key: LogKey, value: LogValue)]
    ) {
        self.component = component
        self.threshold = threshold
        self.sink = sink
        self.clock = clock
        self.fields = fields
    }

    /// A logger that writes nothing, for tests and for parts that are used alone.
    package static let silent = Logger(component: "", threshold: LogThreshold(.error), sink: NoSink())

    /// The same logger for another part of the program.
    package func component(_ name: String) -> Logger {
        Logger(component: name, threshold: threshold, sink: sink, clock: clock, fields: fields)
    }

    /// The same logger with a field on every record, such as a connection's id.
    package func with(_ key: LogKey, _ value: LogValue) -> Logger {
        Logger(component: component, threshold: threshold, sink: sink, clock: clock, fields: fields + [(key, value)])
    }

    /// Writes a record if its level is wanted.
    ///
    /// - `error`: written last, as the field `error`. Its description must hold no secrets.
    /// - `fields`: what varies. Text from outside is safe here: no format lets it pass for another field or record.
    @inline(__always)
    package func log(
        _ level: LogLevel, _ message: StaticString, error: (any Error)? = nil,
        _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        guard threshold.admits(level) else { return }
        write(level, message, error, fields())
    }

    @inline(never)
    private func write(
        _ level: LogLevel, _ message: StaticString, _ error: (any Error)?, _ new: KeyValuePairs<LogKey, LogValue>
    ) {
        let now = clock.now
        var fields = fields + new.map { ($0.key, $0.value) }
        if let error { fields.append((.error, .text("\(error)"))) }
        sink.write(
            LogRecord(
                level: level, component: component, message: message.description, fields: fields,
                time: now.seconds &* 1_000_000_000 &+ Int64(now.nanoseconds)))
    }
}

/// Forgets everything.
private struct NoSink: LogSink {
    func write(_ record: LogRecord) {}
}
