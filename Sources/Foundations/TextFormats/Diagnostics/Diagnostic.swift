/// One mistake in a text file, told the way compilers do.
package struct Diagnostic: Sendable, Hashable {
    /// Whether it ends the reading.
    package enum Severity: String, Sendable {
        case error, warning
    }

    /// Another place that explains the mistake: "first used here".
    package struct Note: Sendable, Hashable {
        /// In the same file as the mistake.
        package let range: SourceRange
        /// Lower case, without a full stop, as the mistake's own.
        package let message: String

        /// - Parameter message: must hold no secret: a note's source line is always shown.
        package init(_ range: SourceRange, _ message: String) {
            self.range = range
            self.message = message
        }
    }

    /// An error ends the reading when all mistakes are told; a warning doesn't.
    package let severity: Severity
    /// Where the caret points; at the section for what is missing from it.
    package let range: SourceRange
    /// What is wrong, lower case, without a full stop.
    package let message: String
    /// What to do about it.
    package let hint: String?
    /// Shown below, in this order, each with its own line of the file.
    package let notes: [Note]
    /// The place holds what looks like a secret: the source line must not be shown, since messages end in journals.
    package let isSecret: Bool

    /// - Parameter isSecret: leaves out the source line; the message itself must hold no secret in any case.
    package init(
        _ severity: Severity, _ range: SourceRange, _ message: String, hint: String? = nil, notes: [Note] = [],
        isSecret: Bool = false
    ) {
        self.severity = severity
        self.range = range
        self.message = message
        self.hint = hint
        self.notes = notes
        self.isSecret = isSecret
    }
}

/// Mistakes that end a reading, in the order of the text.
package struct Diagnostics: Error, Sendable {
    /// The file that all the ranges are of.
    package let source: SourceText
    /// At least one; sorted by their places.
    package let all: [Diagnostic]

    /// - Parameter diagnostics: in any order.
    package init(source: SourceText, _ diagnostics: [Diagnostic]) {
        self.source = source
        all = diagnostics.sorted { $0.range.start < $1.range.start }
    }
}

extension Diagnostics: CustomStringConvertible {
    /// The messages, with nothing of the text: secrets may stand in it.
    package var description: String {
        "\(source.name): \(all.map(\.sentence).joined(separator: "; "))"
    }
}

extension Diagnostic {
    /// Without its place.
    fileprivate var sentence: String { hint.map { "\(message) (\($0))" } ?? message }
}
