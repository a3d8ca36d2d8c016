/// One thing that happened: a constant message, so that it can be searched and counted; what varies is in the fields.
package struct LogRecord: Sendable {
    /// Already admitted by the logger's threshold: a sink writes every record that it gets.
    package let level: LogLevel
    /// The part of the program: "hub", "sync", "relay".
    package let component: String
    /// A constant of the source, without anything from outside.
    package let message: String
    /// The logger's own first, then the record's, in the order given, `error` last. Sinks may add some; a key can come
    /// twice.
    package var fields: [(key: LogKey, value: LogValue)]
    /// Nanoseconds since 1970.
    package let time: Int64

    /// Loggers make records; everybody else only in tests.
    package init(
        level: LogLevel, component: String, message: String, fields: [(key: LogKey, value: LogValue)], time: Int64
    ) {
        self.level = level
        self.component = component
        self.message = message
        self.fields = fields
        self.time = time
    }
}
