import Glibc
import Runtime
package import Values

/// Reads a secret from a person or a pipe; never from the command line, where `ps` shows it to everybody.
package enum SecretInput {
    /// Why there is no secret; whoever asked tells the person.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// There is no terminal to ask at; say how else to give the secret.
        case noTerminal
        /// The line was empty, or a pipe ended before any byte.
        case empty
        /// A person ended the input (Ctrl-D), or the terminal was closed.
        case ended
        /// The line is longer than the limit, in bytes.
        case tooLong(limit: Int)
        /// The bytes aren't UTF-8, or have a NUL; nothing was wrong with the input itself.
        case notText
        /// Reading failed.
        case unreadable(reason: String)

        /// A sentence for people; never a part of what was typed.
        package var description: String {
            switch self {
            case .noTerminal: "there is no terminal to ask at; give it on standard input or in a file"
            case .empty: "nothing was entered"
            case .ended: "nothing was entered: the input ended"
            case .tooLong(let limit): "more than \(limit) bytes were entered"
            case .notText: "it isn't UTF-8 text without NUL"
            case .unreadable(let reason): "it can't be read: \(reason)"
            }
        }
    }

    private static let limit = 4096

    /// Asks at the controlling terminal, without showing what is typed, even while standard input is a pipe.
    ///
    /// Interrupting it (Ctrl-C, SIGTERM, SIGHUP, SIGQUIT) first restores the terminal and then does what it always does.
    /// Ctrl-Z is ignored meanwhile: a stopped program would leave the shell without echo. A program that takes these signals
    /// over by `sigwait` must end by `exit`, which restores the terminal too.
    ///
    /// It blocks the calling thread.
    package static func prompt(_ question: String) throws(Failure) -> Secret {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { throw .noTerminal }
        defer { close(terminal) }
        guard let silence = TerminalSilence(terminal) else { throw .noTerminal }
        defer { silence.end() }
        writeAll(question.printable, to: terminal)
        let (text, isEnd) = try line(from: terminal)
        guard !isEnd else { throw .ended }
        return try secret(text)
    }

    /// Reads the first line of standard input.
    package static func standardInput() throws(Failure) -> Secret {
        try secret(try line(from: STDIN_FILENO).text)
    }

    /// Reads the first line of a pipe, as `<(command)` hands it over, and waits for it.
    ///
    /// - Returns: `nil` if the path is no pipe's.
    package static func pipe(_ path: String) throws(Failure) -> Secret? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(reason: "\(SystemError())") }
        defer { close(descriptor) }
        return try secret(try line(from: descriptor).text)
    }

    private static func secret(_ text: String) throws(Failure) -> Secret {
        guard !text.isEmpty else { throw .empty }
        return Secret(text)
    }

    /// Byte by byte, so that nothing after the line is taken from the pipe.
    ///
    /// - Returns: the line, and whether the input ended before any byte.
    static func line(from descriptor: Int32) throws(Failure) -> (text: String, isEnd: Bool) {
        var bytes: [UInt8] = []
        var isEnd = false
        while true {
            var byte: UInt8 = 0
            let count = unsafe read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw .unreadable(reason: "\(SystemError())") }
            if count == 0 { isEnd = bytes.isEmpty }
            if count == 0 || byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
            if bytes.count > limit { throw .tooLong(limit: limit) }
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return (text, isEnd)
    }
}
