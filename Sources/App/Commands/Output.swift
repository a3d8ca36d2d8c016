import Glibc
package import JSON
import Systemd
import Terminal

/// What a command says: results on standard output, everything else on standard error.
package enum Output {
    /// Writes results. When the reader has gone (`| head`) the program ends without a word, as other tools do.
    package static func write(_ text: String) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(errno == EPIPE ? 0 : 74) }
            written += count
        }
    }

    /// A result with a line break behind it.
    package static func line(_ text: String) { write(text + "\n") }

    /// One JSON value on a line of its own.
    package static func line(_ value: JSONValue) { line(value.description) }

    /// Says what went wrong and what to do about it.
    static func problem(_ message: String, hint: String? = nil) {
        let style = TerminalStyle(descriptor: STDERR_FILENO)
        complaint("pocketbell: \(style("error:", .error)) \(message)" + (hint.map { "\n  \($0)" } ?? ""))
    }

    /// Lines about what is wrong. In the journal they are errors: systemd takes their level from a mark before each.
    static func complaint(_ text: String) {
        let mark = JournalSink.isStandardErrorTheJournal ? "<3>" : ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(mark)\($0)\n" }
        writeAll(lines.joined(), to: STDERR_FILENO)
    }

    /// A remark that is not a result.
    static func note(_ text: String) { writeAll(text + "\n", to: STDERR_FILENO) }
}
