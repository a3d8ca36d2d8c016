package import Observability

/// One thing that happened on a connection or in a hub, for the program's own log.
///
/// It holds no token, no password, no URL's path or query, and no argument of a call.
public struct HubLogEntry: Sendable, Hashable {
    /// How much an entry matters.
    public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// Each single message.
        case trace
        /// What was decided, such as another attempt.
        case debug
        /// A change that an operator asks about, such as connected.
        case info
        /// Something went wrong, and is tried again or left out.
        case warning
        /// Something that a person has to look at.
        case error

        /// The level that matters more is the greater.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// How much it matters.
    public let level: Level
    /// What happened: always the same words for the same thing, so that entries can be searched and counted.
    public let text: String
    /// What varies, by dotted names in lower case: `hub.url` (scheme, host and port), `hub.connection.id`, `hub.attempt`, `hub.pause.ms`,
    /// `hub.reason`, `hub.target`, `hub.count`, `invocation.id`, `error`. Values may hold words of the other side: escape them
    /// where a log has a format.
    public let fields: [String: String]

    /// An entry made by hand, for a test of what a program does with entries.
    public init(_ level: Level, _ text: String, fields: [String: String] = [:]) {
        self.level = level
        self.text = text
        self.fields = fields
    }
}

extension HubLogEntry: CustomStringConvertible {
    /// One line: the level, the text, and the fields in the order of their names. Line breaks and other characters that
    /// could pass for another entry are escaped.
    public var description: String {
        fields.sorted { $0.key < $1.key }.reduce("\(level): \(text)") { line, field in
            "\(line) \(field.key)=\(LogText.quoted(field.value))"
        }
    }
}

extension Logger {
    /// A logger whose records become entries of a hub's log, all levels of them.
    package init(telling body: @escaping @Sendable (HubLogEntry) -> Void) {
        self.init(component: "hub", threshold: LogThreshold(.trace), sink: EntrySink(body: body))
    }
}

private struct EntrySink: LogSink {
    let body: @Sendable (HubLogEntry) -> Void

    func write(_ record: LogRecord) {
        let level: HubLogEntry.Level =
            switch record.level {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        // A key can come twice: the record's own is behind the logger's.
        let fields = record.fields.map { ($0.key.name, $0.value.description) }
        body(HubLogEntry(level, record.message, fields: Dictionary(fields) { $1 }))
    }
}
