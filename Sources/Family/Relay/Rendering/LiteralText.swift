import Values

/// Text that people typed, for targets that read markup: it is shown as it was written, and names nobody.
///
/// Cut it before: a cut through an escape would make a broken one. All of it goes by code points, since "<" with a combining accent
/// is one Character, and would pass.
enum LiteralText {
    /// The three characters that begin something in HTML, and Slack's control sequences.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The same inside of an attribute's quotes, and anywhere else in HTML.
    static func attribute(_ text: String) -> String {
        escaped(text).replacing(text: "\"", with: "&quot;").replacing(text: "'", with: "&#39;")
    }

    /// A backslash before each of these characters.
    static func backslashed(_ text: String, _ special: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if special.unicodeScalars.contains(scalar) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
    }

    /// What nobody sees, behind each character that could begin a name.
    ///
    /// - Parameter joint: a code point without width that ends a name there.
    static func unnamed(_ text: String, _ beginnings: String = "@", joint: Unicode.Scalar = "\u{200B}") -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            result.unicodeScalars.append(scalar)
            if beginnings.unicodeScalars.contains(scalar) { result.unicodeScalars.append(joint) }
        }
    }
}
