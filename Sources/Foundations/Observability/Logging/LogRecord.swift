package import Values

package enum LogLevel: Int, Sendable, Comparable, CaseIterable {
    /// Every frame.
    case trace
    /// Decisions.
    case debug
    /// Changes of state that an operator asks about.
    case info
    /// Degraded; it is tried again.
    case warning
    /// Needs a person.
    case error

    package var name: String { "\(self)" }

    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// A field's name: dotted, lower case, such as `hub.url`. Each module declares its own as static members.
package struct LogKey: Sendable, Hashable {
    package let name: String

    package init(_ name: StaticString) {
        self.name = name.description
    }
}

/// A field's value. A ``Secret`` can't become one except as "<redacted>".
package enum LogValue: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case boolean(Bool)
    /// Written in milliseconds.
    case duration(Duration)

    package static func redacted(_ secret: Secret) -> LogValue { .text(secret.description) }

    package var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .duration(let duration):
            "\(duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000)"
        }
    }
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int) { self = .integer(number) }
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }
}

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

/// Where records go. Called from any thread, in order for each thread.
package protocol LogSink: Sendable {
    func write(_ record: LogRecord)
}
