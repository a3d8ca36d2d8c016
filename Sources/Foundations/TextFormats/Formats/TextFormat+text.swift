import Glibc
import Terminal

extension TextFormat where Value == String {
    /// Any text that isn't empty.
    package static var text: TextFormat {
        text(upTo: 4096)
    }

    /// Text of 1 to `limit` characters.
    package static func text(upTo limit: Int) -> TextFormat { text(1...limit) }

    /// Text, or nothing, which takes away what there is.
    package static var textOrNothing: TextFormat { text(0...4096) }

    private static func text(_ length: ClosedRange<Int>) -> TextFormat {
        let shape = TextShape(name: "text", example: "some text").with { $0.jsonTypes = [.string, .number, .boolean] }
        return TextFormat(shape: shape, placeholder: "text") { text throws(TextFormatError) in
            guard text.count >= length.lowerBound else { throw TextFormatError("must not be empty") }
            guard text.count <= length.upperBound else {
                throw TextFormatError("must have at most \(length.upperBound) characters")
            }
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
            let authority = rest.prefix { !"/?#".contains($0) }
            guard authority.allSatisfy(\.isASCII) else {
                throw TextFormatError("must have a host of ASCII letters", hint: "write the name as xn--…")
            }
            try checkAuthority(authority)
            return text
        }
    }

    /// Host and port, as the HTTP client takes them.
    private static func checkAuthority(_ authority: Substring) throws(TextFormatError) {
        guard !authority.contains("@") else {
            throw TextFormatError("must be a URL without user name and password", hint: "leave out what is before '@'")
        }
        let isIPv6 = authority.first == "["
        let host = isIPv6 ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)
        let isHost =
            isIPv6
            ? authority.hasPrefix(host) && isIPv6Address(String(host.dropFirst().dropLast()))
            : !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || "-._~".contains($0) }
        guard isHost else {
            throw TextFormatError("must have a host's name or address", hint: "such as https://example.org/")
        }
        guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber),
            port.count < 2 || 1...65_535 ~= Int(port.dropFirst()) ?? 0
        else { throw TextFormatError("must have a port from 1 to 65535", hint: "such as https://example.org:8443/") }
    }

    private static func isIPv6Address(_ text: String) -> Bool {
        var bytes = in6_addr()
        return unsafe inet_pton(AF_INET6, text, &bytes) == 1
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

extension TextFormat where Value == Bool {
    /// `true` or `false`, and the words of YAML 1.1 that people still write.
    package static var boolean: TextFormat {
        let shape = TextShape(name: "true or false", example: "true").with {
            $0.jsonTypes = [.boolean]
            $0.choices = ["true", "false", "yes", "no", "on", "off"]
            $0.isUnquoted = true
        }
        return TextFormat(shape: shape, placeholder: false) { text throws(TextFormatError) in
            switch text.lowercased() {
            case "true", "yes", "on": true
            case "false", "no", "off": false
            default: throw TextFormatError("must be true or false")
            }
        }
    }
}

extension TextFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the enumeration's words.
    package static var choice: TextFormat {
        let words = Value.allCases.map(\.rawValue)
        guard let first = Value.allCases.first else { preconditionFailure("an enumeration without words") }
        let shape = TextShape(name: "word", range: words.joined(separator: ", "), example: words[0])
            .with { $0.choices = words }
        return TextFormat(shape: shape, placeholder: first) { text throws(TextFormatError) in
            if let value = Value(rawValue: text) { return value }
            throw TextFormatError(
                "must be one of \(words.joined(separator: ", "))",
                hint: nearest(to: text, in: words).map { "did you mean '\($0)'?" })
        }
    }
}

extension String {
    /// Whether it is meant as an address of the web, and not as a name or a path.
    package var isWebAddress: Bool { hasPrefix("https://") || hasPrefix("http://") }
}
