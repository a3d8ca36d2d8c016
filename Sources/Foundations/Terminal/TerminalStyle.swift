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

    /// False leaves every text as it is.
    package let isColoured: Bool

    /// No colours.
    package static let plain = TerminalStyle(isColoured: false)
    /// Colours, whatever the stream is.
    package static let coloured = TerminalStyle(isColoured: true)

    /// For a choice that was made already; ``init(descriptor:isTerminal:environment:)`` makes it.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The style that suits a file descriptor, 2 for standard error.
    ///
    /// `isTerminal`: as `isatty` says, if not given.
    package init(
        descriptor: Int32, isTerminal: Bool? = nil, environment: (String) -> String? = environmentVariable
    ) {
        let refused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        isColoured = (isTerminal ?? (isatty(descriptor) == 1)) && !refused && environment("TERM") != "dumb"
    }

    /// The text in a role's colour; as it is without colours.
    package func callAsFunction(_ text: String, _ role: Role) -> String {
        isColoured ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}
