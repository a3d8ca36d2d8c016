package import TextFormats

extension TextFormat where Value == String {
    /// A path on a server: `/hubs/family`.
    static var urlPath: TextFormat {
        let shape = TextShape(name: "URL path", example: "/hubs/family").with { $0.pattern = "^/[^\\s?#]*$" }
        return TextFormat(shape: shape, placeholder: "/") { text throws(TextFormatError) in
            guard text.hasPrefix("/"), !text.contains(where: { $0.isWhitespace || $0 == "?" || $0 == "#" }) else {
                throw TextFormatError("must be a path that begins with '/'", hint: "such as /hubs/family")
            }
            return text
        }
    }

    /// Something on both sides of one '@'; the server decides.
    package static var email: TextFormat {
        let shape = TextShape(name: "email address", example: "mum@example.org")
            .with { $0.pattern = "^[^\\s@]+@[^\\s@]+$" }
        return TextFormat(shape: shape, placeholder: "mum@example.org") { text throws(TextFormatError) in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
                throw TextFormatError("must be an email address", hint: "such as mum@example.org")
            }
            return text
        }
    }
}
