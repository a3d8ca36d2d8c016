/// One thing that happened: a constant message, so that it can be searched and counted; what varies is in the fields.
package struct LogRecord: Sendable {
    package let level: LogLevel
    /// The part of the program: "hub", "sync", "relay".
    package let component: String
    package let message: String
    package var fields: [(key: LogKey, value: LogValue)]
    /// Nanoseconds since 1970.
    package let time: Int64

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
