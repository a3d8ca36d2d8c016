import Terminal
package import Values

/// How a record becomes a line.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For a person: local time, short words.
    case human
    /// `time=… level=… message="…" key=value`.
    case logfmt
    /// One JSON object.
    case json

    /// A line with its break. What could pass for another record or command a terminal is escaped, in every format.
    ///
    /// - Parameter zone: whose time people read; machines get UTC.
    package func line(_ record: LogRecord, isColoured: Bool = false, zone: TimeZone = .utc) -> String {
        switch self {
        case .human: Self.human(record, isColoured, zone)
        case .logfmt: Self.logfmt(record)
        case .json: Self.json(record)
        }
    }

    private static func human(_ record: LogRecord, _ isColoured: Bool, _ zone: TimeZone) -> String {
        let level = record.level == .warning ? "warn" : record.level.name
        let style = TerminalStyle(isColoured: isColoured)
        let padding = String(repeating: " ", count: 5 - level.count)
        let moment = moment(record.time)
        let local = zone.local(moment)
        let time = "\(local.date) \(local.timeOfDay).\(milliseconds(of: moment))"
        let head = "\(time) \(style(level, role(record.level)))\(padding) \(record.component.printable)"
        return "\(head): \(record.message)\(fields(record))\n"
    }

    private static func role(_ level: LogLevel) -> TerminalStyle.Role {
        switch level {
        case .trace, .debug: .faint
        case .info: .success
        case .warning: .warning
        case .error: .error
        }
    }

    private static func logfmt(_ record: LogRecord) -> String {
        let head = "time=\(timestamp(record.time)) level=\(record.level.name)"
        return
            "\(head) component=\(bare(record.component)) message=\(LogText.quoted(record.message))\(fields(record))\n"
    }

    private static func fields(_ record: LogRecord) -> String {
        record.fields.map { " \($0.key.name)=\(bare($0.value.description))" }.joined()
    }

    private static func json(_ record: LogRecord) -> String {
        let head = "\"time\":\"\(timestamp(record.time))\",\"level\":\"\(record.level.name)\""
        let what = "\"component\":\(LogText.quoted(record.component)),\"message\":\(LogText.quoted(record.message))"
        let fields = record.fields.map { field in
            switch field.value {
            case .text(let text): ",\(LogText.quoted(field.key.name)):\(LogText.quoted(text))"
            case .integer, .boolean, .duration: ",\(LogText.quoted(field.key.name)):\(field.value.description)"
            }
        }
        return "{\(head),\(what)\(fields.joined())}\n"
    }

    private static func bare(_ text: String) -> String {
        LogText.isUnmistakable(text) ? text : LogText.quoted(text)
    }

    /// RFC 3339 in UTC with milliseconds: fixed width, sortable.
    static func timestamp(_ nanoseconds: Int64) -> String {
        let moment = moment(nanoseconds)
        return Timestamp(seconds: moment.seconds).description.dropLast() + ".\(milliseconds(of: moment))Z"
    }

    private static func moment(_ nanoseconds: Int64) -> Timestamp {
        let (microseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
        return Timestamp(microseconds: rest < 0 ? microseconds - 1 : microseconds)
    }

    /// Three digits.
    private static func milliseconds(of moment: Timestamp) -> String {
        let digits = "\(moment.nanoseconds / 1_000_000)"
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}
