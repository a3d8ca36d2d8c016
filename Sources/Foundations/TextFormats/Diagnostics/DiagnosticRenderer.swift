package import Terminal

/// Writes diagnostics as `file:line:column: error: message`, the source line and a caret below.
///
/// Editors and CI systems recognise the first line; the rest is for people.
package struct DiagnosticRenderer: Sendable {
    /// Colours for the severity, the place and the caret; plain text reads the same without them.
    package let style: TerminalStyle
    /// Longer source lines are cut around the caret.
    private let maximumColumns = 120

    /// - Parameter style: that of the stream which the text goes to.
    package init(style: TerminalStyle) {
        self.style = style
    }

    /// All mistakes, in the order of the text.
    package func render(_ diagnostics: Diagnostics) -> String {
        diagnostics.all.map { render($0, in: diagnostics.source) }.joined()
    }

    /// One mistake with its notes.
    package func render(_ diagnostic: Diagnostic, in source: SourceText) -> String {
        let role: TerminalStyle.Role = diagnostic.severity == .error ? .error : .warning
        var text = head(
            diagnostic.range, diagnostic.severity.rawValue, role, diagnostic.message, hint: diagnostic.hint, source)
        if !diagnostic.isSecret { text += snippet(diagnostic.range, source) }
        for note in diagnostic.notes {
            text += head(note.range, "note", .note, note.message, hint: nil, source) + snippet(note.range, source)
        }
        return text
    }

    private func head(
        _ range: SourceRange, _ kind: String, _ role: TerminalStyle.Role, _ message: String, hint: String?,
        _ source: SourceText
    ) -> String {
        let place = style("\(source.name):\(range.start):", .emphasis)
        return
            "\(place) \(style("\(kind):", role)) \(Self.printable(message))\(hint.map { "; " + Self.printable($0) } ?? "")\n"
    }

    private func snippet(_ range: SourceRange, _ source: SourceText) -> String {
        // Of a text that could not be taken nothing may be known, and a caret below nothing points at nothing.
        guard let line = source.line(range.start.line), line.contains(where: { !$0.isWhitespace }) else { return "" }
        var scalars = Array(line.unicodeScalars)
        var offset = min(range.start.column - 1, scalars.count)
        var prefix = ""
        if scalars.count > maximumColumns {
            let first = max(0, min(offset - maximumColumns / 2, scalars.count - maximumColumns))
            scalars = Array(scalars[first..<min(scalars.count, first + maximumColumns)])
            offset -= first
            prefix = first > 0 ? "…" : ""
        }
        let before = Self.text(scalars[..<offset])
        let marked = Self.text(scalars[offset..<min(scalars.count, offset + range.length)])
        // A tab moves the caret exactly as it moves the text above; wide characters count as two.
        let margin = prefix + before
        let indent = margin.reduce(into: "") {
            $0 += $1 == "\t" ? "\t" : String(repeating: " ", count: $1.displayWidth)
        }
        let underline = "^" + String(repeating: "~", count: max(0, marked.displayWidth - 1))
        return "  \(Self.printable(prefix + Self.text(scalars[...])))\n  \(indent)\(style(underline, .success))\n"
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// What a hostile file holds must not reach the terminal. It is left out, as its width is 0 for the caret; a tab stays,
    /// since the caret's line has it too.
    private static func printable(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar == "\t" || !scalar.isTreacherous { view.append(scalar) }
        return String(view)
    }
}
