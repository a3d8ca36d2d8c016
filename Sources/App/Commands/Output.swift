import CommandLineTool
import Configuration
import Daemon
import Glibc
package import JSON
import Settings
import Systemd
import Terminal
import TextFormats
import Values

/// What a command says: results on standard output, everything else on standard error.
package enum Output {
    /// Writes results. When the reader has gone (`| head`) the program ends without a word, as other tools do.
    package static func write(_ text: String) { write(Array(text.utf8)) }

    /// The same for what is no text.
    ///
    /// - Parameter done: what has been done all the same where this cannot be written, with how to see it; `nil` for nothing.
    static func write(_ bytes: [UInt8], done: Done? = nil) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { end(errno, done) }
            written += count
        }
    }

    /// A reader that has gone has read enough. Anything else somebody must be told: a script would take the half for the whole.
    private static func end(_ code: Int32, _ done: Done?) -> Never {
        if code == EPIPE { exit(0) }
        let why = code == EBADF ? "standard output is closed" : "\(SystemError(code))"
        let elsewhere = SystemError(code).isFull ? "make room on the disk, or write it elsewhere" : "write it elsewhere"
        problem(
            (done.map { "\($0.sentence), and only this answer" } ?? "the output") + " can't be written: \(why)",
            hint: done?.hint ?? elsewhere)
        exit(ExitCode.outputFailed.rawValue)
    }

    /// What a command has done before it says so: a person who is told of a failure does not do it twice.
    struct Done: Sendable, Equatable {
        /// Such as `the entry is kept`.
        let sentence: String
        /// How to see it.
        let hint: String
    }

    /// A result with a line break behind it.
    package static func line(_ text: String) { write(text + "\n") }

    /// - Parameter done: what is done whether or not this can be written.
    static func line(_ text: String, done: Done) { write(Array((text + "\n").utf8), done: done) }

    /// One JSON value on a line of its own.
    package static func line(_ value: JSONValue) { line(value.description) }
    static func line(_ value: JSONValue, done: Done) { line(value.description, done: done) }

    /// Says what went wrong and what to do about it.
    package static func problem(_ message: String, hint: String? = nil) {
        let style = TerminalStyle(descriptor: STDERR_FILENO)
        complaint("pocketbell: \(style("error:", .error)) \(message)" + (hint.map { "\n  \($0)" } ?? ""))
    }

    /// Lines about what is wrong. In the journal they are errors: systemd takes their level from a mark before each.
    static func complaint(_ text: String) {
        let mark = JournalSink.isStandardErrorTheJournal ? "<3>" : ""
        let text = text.hasSuffix("\n") ? text.dropLast() : text[...]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(mark)\($0)\n" }
        writeAll(lines.joined(), to: STDERR_FILENO)
    }

    /// A remark that is not a result.
    static func note(_ text: String) { writeAll(text + "\n", to: STDERR_FILENO) }

    /// What is probably not meant, and goes on all the same.
    static func warning(_ text: String) {
        let style = TerminalStyle(descriptor: STDERR_FILENO)
        note("pocketbell: \(style("warning:", .warning)) \(text.harmless)")
    }

    // MARK: Errors

    /// Says what went wrong in the words of whoever noticed it, and how the command ends because of it.
    ///
    /// Why the running program ended stands in its log; what a part of it threw is said here too.
    package static func outcome(of error: any Error) -> CommandOutcome {
        guard let failure = error as? ServiceFailure else { return said(error) }
        return failure.cause.map(said) ?? .internalError
    }

    private static func said(_ error: any Error) -> CommandOutcome {
        if let error = error as? ConfigurationErrors {
            show(error)
            return .badConfiguration
        }
        let complaint = Complaint(error)
        problem(complaint.message, hint: complaint.hint)
        return CommandOutcome(complaint.kind)
    }

    /// Every mistake of a configuration with its place and a caret.
    static func show(_ errors: ConfigurationErrors) {
        problem(errors.sentence, hint: errors.nextStep)
        let mistakes = errors.rendered(by: DiagnosticRenderer(style: TerminalStyle(descriptor: STDERR_FILENO)))
        if !mistakes.isEmpty { complaint(mistakes) }
    }
}
