import CSystemd
import Glibc
package import Observability

/// Writes records to journald with their fields, so that `journalctl HUB_ID=…` finds them.
package struct JournalSink: LogSink {
    private let identifier: String

    /// - Parameter identifier: what `journalctl -t` looks for.
    package init(identifier: String) {
        self.identifier = identifier
    }

    /// Whether standard error is the journal: `$JOURNAL_STREAM` names its device and inode. A child whose standard error was
    /// redirected inherits the variable, hence the comparison.
    package static var isStandardErrorTheJournal: Bool {
        guard let value = unsafe getenv("JOURNAL_STREAM") else { return false }
        let parts = unsafe String(cString: value).split(separator: ":")
        var status = stat()
        guard parts.count == 2, unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt64(parts[0]) == UInt64(status.st_dev) && UInt64(parts[1]) == UInt64(status.st_ino)
    }

    /// From any thread; blocks while journald doesn't read, so put a `QueuedSink` before it. Without a
    /// journal it goes to standard error.
    package func write(_ record: LogRecord) {
        // Without a journal the record still reaches whoever reads standard error; systemd knows the prefix.
        if !Self.send(fields(of: record)) {
            Self.writeToStandardError(
                "<\(Self.priority(record.level))>\(identifier): \(Self.line(Self.summary(of: record)))\n")
        }
    }

    /// `NAME=value` for each field. The message repeats them, since `journalctl` shows only that.
    func fields(of record: LogRecord) -> [String] {
        [
            "MESSAGE=\(Self.summary(of: record))", "PRIORITY=\(Self.priority(record.level))",
            "SYSLOG_IDENTIFIER=\(identifier)", "COMPONENT=\(record.component)",
        ] + record.fields.map { "\(Self.name($0.key))=\($0.value.description)" }
    }

    private static func summary(of record: LogRecord) -> String {
        record.message + record.fields.map { " \($0.key.name)=\($0.value.description)" }.joined()
    }

    /// The numbers of syslog.
    static func priority(_ level: LogLevel) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }

    private static func writeToStandardError(_ text: String) {
        var bytes = Array(text.utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, &bytes, bytes.count)
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    /// Field names may hold A–Z, 0–9 and '_', and begin with a letter; journald drops others silently.
    static func name(_ key: LogKey) -> String {
        let name = key.name.utf8.prefix(60).map { byte -> Character in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): Character(Unicode.Scalar(byte - 32))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                Character(Unicode.Scalar(byte))
            default: "_"
            }
        }
        return name.first?.isLetter == true ? String(name) : "X" + String(name)
    }

    /// Lends all fields' bytes to one `sd_journal_sendv`, in one flat buffer that stays put during the call.
    private static func send(_ fields: [String]) -> Bool {
        var flat = fields.flatMap { Array($0.utf8) }
        let lengths = fields.map(\.utf8.count)
        return unsafe flat.withUnsafeMutableBytes { buffer in
            var start = 0
            let vectors = unsafe lengths.map { length in
                defer { start += length }
                return unsafe iovec(iov_base: buffer.baseAddress! + start, iov_len: length)
            }
            return unsafe sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
        }
    }
}
