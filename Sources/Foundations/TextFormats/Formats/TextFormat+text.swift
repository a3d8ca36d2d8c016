import Terminal

extension TextFormat where Value == String {
    /// Any text that isn't empty.
    package static var text: TextFormat {
        text(upTo: 4096)
    }

    /// Text of 1 to `limit` characters.
    package static func text(upTo limit: Int) -> TextFormat {
        let shape = TextShape(name: "text", example: "some text").with { $0.jsonTypes = [.string, .number, .boolean] }
        return TextFormat(shape: shape, placeholder: "text") { text throws(TextFormatError) in
            guard !text.isEmpty else { throw TextFormatError("must not be empty") }
            guard text.count <= limit else { throw TextFormatError("must have at most \(limit) characters") }
            return text
        }
    }

    /// An `https:` or `http:` address; the check is shallow, the connection decides.
    package static var url: TextFormat {
        let shape = TextShape(name: "URL", example: "https://example.org").with { $0.pattern = "^https?://[^\\s]+$" }
        return TextFormat(shape: shape, placeholder: "https://example.org") { text throws(TextFormatError) in
            let rest =
                text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : nil
            guard let rest, let first = rest.first, first != "/", !text.contains(where: \.isWhitespace),
                !text.unicodeScalars.contains(where: \.isTreacherous)
            else {
                throw TextFormatError("must be a URL", hint: "begin with https:// or http://")
            }
            // Nothing here translates names to their ASCII form, and one that looks like another could be meant to deceive.
            guard rest.prefix(while: { !"/?#".contains($0) }).allSatisfy(\.isASCII) else {
                throw TextFormatError("must have a host of ASCII letters", hint: "write the name as xn--…")
            }
            return text
        }
    }

    /// A path; whether the file is there is the reader's business. Shells complete it.
    package static var file: TextFormat {
        TextFormat(shape: TextShape(name: "file", example: "/etc/app.yaml"), placeholder: "file") {
            text throws(TextFormatError) in
            guard !text.isEmpty else { throw TextFormatError("must not be empty") }
            return text
        }
    }
}
