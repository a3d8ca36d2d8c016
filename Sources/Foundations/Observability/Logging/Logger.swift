import Glibc
import Synchronization

/// The least level that is written; may change while the program runs.
package final class LogThreshold: Sendable {
    private let rawLevel: Atomic<Int>

    package init(_ level: LogLevel) {
        rawLevel = Atomic(level.rawValue)
    }

    package func set(_ level: LogLevel) {
        rawLevel.store(level.rawValue, ordering: .relaxed)
    }

    package func admits(_ level: LogLevel) -> Bool {
        level.rawValue >= rawLevel.load(ordering: .relaxed)
    }
}

/// What parts of the program log with; passed in, never global.
///
/// Fields are an autoclosure: a disabled level costs one atomic load and builds nothing.
package struct Logger: Sendable {
    private let component: String
    private let threshold: LogThreshold
    private let sink: any LogSink
    private let fields: [(key: LogKey, value: LogValue)]

    package init(component: String, threshold: LogThreshold, sink: any LogSink) {
        self.init(component: component, threshold: threshold, sink: sink, fields: [])
    }

    private init(
        component: String, threshold: LogThreshold, sink: any LogSink, fields: [(key: LogKey, value: LogValue)]
    ) {
        self.component = component
        self.threshold = threshold
        self.sink = sink
        self.fields = fields
    }

    /// The same logger for another part of the program.
    package func component(_ name: String) -> Logger {
        Logger(component: name, threshold: threshold, sink: sink, fields: fields)
    }

    /// The same logger with a field on every record, such as a connection's id.
    package func with(_ key: LogKey, _ value: LogValue) -> Logger {
        Logger(component: component, threshold: threshold, sink: sink, fields: fields + [(key, value)])
    }

    package func trace(_ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]) {
        log(.trace, message, fields())
    }

    package func debug(_ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]) {
        log(.debug, message, fields())
    }

    package func info(_ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]) {
        log(.info, message, fields())
    }

    package func warning(_ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]) {
        log(.warning, message, fields())
    }

    package func error(_ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]) {
        log(.error, message, fields())
    }

    @inline(__always)
    private func log(
        _ level: LogLevel, _ message: StaticString, _ new: @autoclosure () -> KeyValuePairs<LogKey, LogValue>
    ) {
        guard threshold.admits(level) else { return }
        write(level, message, new())
    }

    @inline(never)
    private func write(_ level: LogLevel, _ message: StaticString, _ new: KeyValuePairs<LogKey, LogValue>) {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        sink.write(
            LogRecord(
                level: level, component: component, message: message.description,
                fields: fields + new.map { ($0.key, $0.value) },
                time: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)))
    }
}
