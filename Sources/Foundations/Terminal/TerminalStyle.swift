import Glibc

/// Colours for people, nothing for pipes.
///
/// Colour is used when the stream is a terminal, `TERM` isn't `dumb` and `NO_COLOR` is unset or empty
/// (the convention of no-color.org).
package struct TerminalStyle: Sendable, Equatable {
    /// Select Graphic Rendition codes, named by meaning so that one place decides the palette.
    package enum Role: String, Sendable {
        case emphasis = "1"
        case error = "1;31"
        case warning = "1;33"
        case note = "1;36"
        case success = "32"
        case faint = "2"
    }

    package let isColoured: Bool

    package static let plain = TerminalStyle(isColoured: false)
    package static let coloured = TerminalStyle(isColoured: true)

    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The style that suits a file descriptor, 2 for standard error.
    package init(descriptor: Int32, environment: (String) -> String? = environmentVariable) {
        let refused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        isColoured = isatty(descriptor) == 1 && !refused && environment("TERM") != "dumb"
    }

    package func callAsFunction(_ text: String, _ role: Role) -> String {
        isColoured ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A variable of the process's environment; `nil` when unset.
package func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Writes the whole text; gives up silently when the reader is gone, as `head` is after its last line.
package func writeAll(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
        let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
    }
}
