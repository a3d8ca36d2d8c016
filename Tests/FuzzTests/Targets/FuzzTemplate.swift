import TextFormats

/// A template either has problems, each of which lies in its text, or fills within its bound, whatever comes into its places; with its
/// braces doubled every text is itself.
enum FuzzTemplate {
    private enum Place: String, TemplatePlace {
        case child, notes, event
        var values: [String] { self == .event ? ["transaction", "withdrawn"] : [] }
    }

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input.dropFirst(), as: UTF8.self)
        // Never as long as the text bound: what children write is long as well.
        let value = String(repeating: text, count: Int(input.first ?? 0) % 4)
        let problems = TextTemplate<Place>.problems(in: text)
        let length = text.unicodeScalars.count
        for problem in problems {
            let isInside = problem.offset >= 0 && problem.length > 0 && problem.offset + problem.length <= length
            try promise(isInside, "a problem lies outside of the text")
        }
        let template = TextTemplate<Place>(text)
        try promise((template == nil) == !problems.isEmpty, "a text is neither a template nor has a problem")
        if let template {
            try promise(template.filled { _ in value }.utf8.count <= 20_000, "more is written than may be")
            let isFilled = template.isFilled { _ in value }
            try promise(isFilled || value.isEmpty, "a place is a hole though it has a value")
        }
        let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { doubled, scalar in
            doubled.append(contentsOf: "{}".unicodeScalars.contains(scalar) ? [scalar, scalar] : [scalar])
        }
        guard doubled.count <= 16_000, text.utf8.count <= 20_000 else { return }
        let plain = TextTemplate<Place>(String(doubled))?.filled { _ in "wrong" }
        try promise(plain == text, "doubled braces are not what they were")
    }
}
