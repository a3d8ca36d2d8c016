import Glibc

/// How a record becomes a line.
package enum LogFormat: String, Sendable, CaseIterable {
    /// Short, for a person at a terminal.
    case human
    /// `time=… level=… message="…" key=value`.
    case logfmt
    /// One JSON object.
    case json

    /// A line with its break; control characters are escaped, so a record can't forge another.
    package func line(_ record: LogRecord, isColoured: Bool = false) -> String {
        switch self {
        case .human: Self.human(record, isColoured)
        case .logfmt: Self.logfmt(record)
        case .json: Self.json(record)
        }
    }

    private static func human(_ record: LogRecord, _ isColoured: Bool) -> String {
        let code =
            [LogLevel.trace: "2", .debug: "2", .info: "32", .warning: "1;33", .error: "1;31"][record.level] ?? "0"
        let level = record.level.name.prefix(5)
        let shownLevel = isColoured ? "\u{1B}[\(code)m\(level)\u{1B}[0m" : String(level)
        let fields = record.fields.map { " \($0.key.name)=\(value($0.value))" }.joined()
        let padding = String(repeating: " ", count: 5 - level.count)
        return
            "\(timestamp(record.time).dropFirst(11).prefix(12)) \(shownLevel)\(padding) \(record.component): \(record.message)\(fields)\n"
    }

    private static func logfmt(_ record: LogRecord) -> String {
        let head =
            "time=\(timestamp(record.time)) level=\(record.level.name) component=\(record.component) message=\(quoted(record.message))"
        return head + record.fields.map { " \($0.key.name)=\(value($0.value))" }.joined() + "\n"
    }

    private static func json(_ record: LogRecord) -> String {
        let fields = record.fields.map { field in
            switch field.value {
            case .text(let text): ",\(quoted(field.key.name)):\(quoted(text))"
            default: ",\(quoted(field.key.name)):\(field.value.description)"
            }
        }
        return
            "{\"time\":\"\(timestamp(record.time))\",\"level\":\"\(record.level.name)\",\"component\":\(quoted(record.component)),\"message\":\(quoted(record.message))\(fields.joined())}\n"
    }

    /// Bare when that can't be misread.
    private static func value(_ value: LogValue) -> String {
        let text = value.description
        let isBare =
            !text.isEmpty
            && text.utf8.allSatisfy {
                $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
                    && $0 != UInt8(ascii: "\\")
            }
        return isBare ? text : quoted(text)
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                result += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// RFC 3339 in UTC with milliseconds: fixed width, sortable.
    static func timestamp(_ nanoseconds: Int64) -> String {
        var seconds = time_t(nanoseconds / 1_000_000_000), parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date =
            unsafe "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
        let clock =
            unsafe "\(padded(Int(parts.tm_hour), 2)):\(padded(Int(parts.tm_min), 2)):\(padded(Int(parts.tm_sec), 2))"
        return "\(date)T\(clock).\(padded(Int(nanoseconds / 1_000_000 % 1_000), 3))Z"
    }
}
