import Glibc

/// Asks a person at the controlling terminal for a line that everybody may see.
package enum TextInput {
    /// Whether there is a terminal to ask at.
    package static var hasTerminal: Bool {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    /// Shows the question and returns the line without blanks around it; empty when only Enter was pressed, `nil` at the end of
    /// the input (Ctrl-D).
    ///
    /// It blocks the calling thread. What it reads may be anything: it goes nowhere without being looked at.
    ///
    /// - Throws: `noTerminal`, `tooLong` or `unreadable`.
    package static func prompt(_ question: String) throws(SecretInput.Failure) -> String? {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { throw .noTerminal }
        defer { close(terminal) }
        writeAll(question.printable, to: terminal)
        let (text, isEnd) = try SecretInput.line(from: terminal)
        if isEnd { writeAll("\n", to: terminal) }
        return isEnd ? nil : text.trimmed
    }
}

extension String {
    /// Without blanks and tabs at both ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
