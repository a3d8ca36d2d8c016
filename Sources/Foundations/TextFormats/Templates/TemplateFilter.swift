/// What is done to a place's value before it is written: `{description|cut:40}`, `{category|or:"something"}`.
///
/// Each makes a text of a text, and ends: there is none that reads a file, asks for a variable or goes on for ever.
package enum TemplateFilter: Sendable, Equatable {
    case upper
    case lower
    /// At most so many characters, of which the last is an ellipsis where something was cut.
    case cut(Int)
    /// This where there is nothing.
    case or(String)

    /// The word of each in a template, in alphabetical order.
    static let names = ["cut", "lower", "or", "upper"]
    /// For those who wrote a word that is none.
    static let listing = #"valid here: cut:40, lower, or:"something", upper"#
    private static let cuts = 1...1_000

    /// A word as it stands in a template, and what stands behind its colon.
    ///
    /// - Throws: what is wrong, with what to write instead.
    init(name: String, argument: String?) throws(TextFormatError) {
        switch (name, argument) {
        case ("upper", nil): self = .upper
        case ("lower", nil): self = .lower
        case ("upper", _), ("lower", _):
            throw TextFormatError("'\(name)' has nothing behind it", hint: "write '|\(name)'")
        case ("cut", let argument):
            guard let count = argument.flatMap({ Int($0) }), Self.cuts.contains(count) else {
                throw TextFormatError("'cut' needs a number from 1 to \(Self.cuts.upperBound)", hint: "such as cut:40")
            }
            self = .cut(count)
        case ("or", let argument):
            guard let argument, !argument.isEmpty else {
                throw TextFormatError("'or' needs a text", hint: #"such as or:"something""#)
            }
            self = .or(argument)
        default:
            let guess = nearest(to: name, in: Self.names).map { "did you mean '\($0)'?" }
            throw TextFormatError("unknown filter '\(name)'", hint: guess ?? Self.listing)
        }
    }

    func applied(to text: String) -> String {
        switch self {
        case .upper: text.uppercased()
        case .lower: text.lowercased()
        case .or(let other): text.isEmpty ? other : text
        case .cut(let count): Self.cut(text, to: count)
        }
    }

    private static func cut(_ text: String, to count: Int) -> String {
        // Not by counting: the rest of a long text is not looked at.
        guard let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return text.prefix(count - 1) + "…"
    }
}
