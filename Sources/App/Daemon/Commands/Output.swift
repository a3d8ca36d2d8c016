import Glibc
package import JSON
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

    package static func line(_ text: String) { write(text + "\n") }

    /// One JSON value on a line of its own.
    package static func line(_ value: JSONValue) { line(value.description) }

    /// Says what went wrong and what to do about it.
    static func problem(_ message: String, hint: String? = nil) {
        let style = TerminalStyle(descriptor: STDERR_FILENO)
        writeAll("pocketbell: \(style("error:", .error)) \(message)\n", to: STDERR_FILENO)
        if let hint { writeAll("  \(hint)\n", to: STDERR_FILENO) }
    }

    /// A remark that is not a result.
    static func note(_ text: String) { writeAll(text + "\n", to: STDERR_FILENO) }
}
