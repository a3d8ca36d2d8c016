import TextFormats
import Values

/// What people write that libyaml complains of on another line, or in words of something else: found again in the text.
enum YAMLSlip {
    /// The mistake that a person made; `nil` where libyaml's words and place say it.
    ///
    /// - Parameters:
    ///   - position: of what libyaml met.
    ///   - context: where that began, if libyaml says so.
    static func found(
        _ problem: String, at position: SourcePosition, context: SourcePosition?, in source: SourceText
    ) -> Diagnostic? {
        switch problem {
        case "mapping values are not allowed in this context":
            textAfterBrace(before: position, in: source) ?? keyWithoutBlank(above: position, in: source)
        case "could not find expected ':'":
            // Where the key stands alone on its line, libyaml names that of the next one.
            context.flatMap { keyWithoutBlank(on: $0.line, in: source) }
                ?? keyWithoutBlank(above: position, in: source)
        case "did not find expected key", "did not find expected '-' indicator", "did not find expected ',' or '}'",
            "did not find expected ',' or ']'":
            textAfterBrace(before: position, in: source)
        default: nil
        }
    }

    /// `name:mum`, which is a text that goes on in the lines below it.
    private static func keyWithoutBlank(above position: SourcePosition, in source: SourceText) -> Diagnostic? {
        let before = source.line(position.line)?.unicodeScalars.prefix(max(0, position.column - 1))
        // With a key and its value before it, the ':' that was met is the second one there.
        guard let before, !String(before).contains(text: ": ") else { return nil }
        let above = (1..<max(1, position.line)).last { source.line($0)?.contains { !$0.isWhitespace } ?? false }
        return above.flatMap { keyWithoutBlank(on: $0, in: source) }
    }

    private static func keyWithoutBlank(on number: Int, in source: SourceText) -> Diagnostic? {
        guard let line = source.line(number)?.unicodeScalars else { return nil }
        let text = line.drop { $0 == " " || $0 == "-" }
        guard let key = String(text).keyWithoutBlank else { return nil }
        let start = SourcePosition(line: number, column: line.count - text.count + 1)
        let word = text.prefix { !$0.properties.isWhitespace }
        return Diagnostic(
            .error, SourceRange(start, length: word.count), "a blank is missing after '\(key):'",
            hint: "write it between the key and its value")
    }

    /// `{child} spent`, of which YAML takes the brace for a section's, or `[x] y`, whose bracket it takes for a list's.
    private static func textAfterBrace(before position: SourcePosition, in source: SourceText) -> Diagnostic? {
        guard let line = source.line(position.line) else { return nil }
        let scalars = Array(line.unicodeScalars.prefix(max(0, position.column - 1)))
        guard let end = scalars.lastIndex(where: { $0 != " " }), "}]".unicodeScalars.contains(scalars[end]) else {
            return nil
        }
        var depth = 0
        let start = (0...end).last { index in
            if "}]".unicodeScalars.contains(scalars[index]) { depth += 1 }
            if "{[".unicodeScalars.contains(scalars[index]) { depth -= 1 }
            return depth == 0
        }
        guard let start else { return nil }
        return Diagnostic(
            .error, SourceRange(SourcePosition(line: position.line, column: start + 1), length: end - start + 1),
            "a \(scalars[start] == "{" ? "section" : "list") ends here, and more text follows it",
            hint: "put text that begins with '\(scalars[start])' in quotes")
    }
}

extension String {
    /// The key of `name:mum`, where a blank was forgotten; `nil` for any other text, such as an address.
    package var keyWithoutBlank: String? {
        guard let colon = firstIndex(of: ":"), let first, first.isLetter else { return nil }
        let key = self[..<colon]
        let rest = self[index(after: colon)...]
        guard key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), let next = rest.first,
            !next.isWhitespace, !rest.hasPrefix("//")
        else { return nil }
        return String(key)
    }
}
