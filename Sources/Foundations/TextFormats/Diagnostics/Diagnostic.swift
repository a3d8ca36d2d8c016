/// One mistake in a text file, told the way compilers do.
package struct Diagnostic: Sendable, Hashable {
    /// Whether it ends the reading.
    package enum Severity: String, Sendable {
        case error, warning
    }

    /// Another place that explains the mistake: "first used here".
    package struct Note: Sendable, Hashable {
        package let range: SourceRange
        package let message: String

        package init(_ range: SourceRange, _ message: String) {
            self.range = range
            self.message = message
        }
    }

    package let severity: Severity
    package let range: SourceRange
    /// What is wrong, lower case, without a full stop.
    package let message: String
    /// What to do about it.
    package let hint: String?
    package let notes: [Note]
    /// The place holds what looks like a secret: the source line must not be shown, since messages end in journals.
    package let isSecret: Bool

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
    package let source: SourceText
    package let all: [Diagnostic]

    package init(source: SourceText, _ diagnostics: [Diagnostic]) {
        self.source = source
        all = diagnostics.sorted { $0.range.start < $1.range.start }
    }
}
