import Terminal
import Values

/// Text as the source of a manual page, where some characters are orders and others come out as typographers want them.
enum Roff {
    /// Paragraphs that line breaks separate.
    static func paragraphs(_ text: String) -> [String] {
        let paragraphs = text.split(separator: "\n").map { lines(String($0)) }
        return Array(paragraphs.joined(separator: [".PP"]))
    }

    /// One paragraph, in lines of the length that mandoc asks for.
    static func lines(_ text: String) -> [String] {
        text.wrapped(toColumns: 70).map { guarded(prose($0)) }
    }

    /// What is to be typed as it stands.
    static func bold(_ text: String) -> String { "\\fB\(literal(text))\\fR" }

    /// What stands for something else.
    static func italic(_ text: String) -> String { "\\fI\(literal(text))\\fR" }

    /// Running text: quotes and dashes may become prettier, but for options, which people copy.
    static func prose(_ text: String) -> String {
        escaped(text).replacing(text: "--", with: "\\-\\-")
    }

    /// What people copy: every character as it is.
    static func literal(_ text: String) -> String {
        var escaped = escaped(text)
        for (character, escape) in [("-", "\\-"), ("'", "\\(aq"), ("`", "\\(ga"), ("^", "\\(ha"), ("~", "\\(ti")] {
            escaped = escaped.replacing(text: character, with: escape)
        }
        return guarded(escaped)
    }

    /// Both formatters read ASCII without being told more.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "…": "..."
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u" + hexadecimal(scalar) + "]"
            }
        }.joined()
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// A line that begins with a point or an apostrophe is an order.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
