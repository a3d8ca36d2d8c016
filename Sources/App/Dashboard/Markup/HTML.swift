import Values

/// A piece of a page. Text has one way in, which escapes it; what is markup is written in the program's own source.
struct HTML: Sendable, Equatable {
    /// As it goes over the wire.
    private(set) var source: String

    /// - Parameter source: markup as it is; never from anywhere but this program.
    init(markup source: StaticString) { self.source = "\(source)" }

    private init(raw source: String) { self.source = source }

    /// Text that anybody may have written: what acts on a page instead of being read is escaped or left out.
    init(text: String) { source = Self.escaped(text) }

    /// Nothing.
    static let none = HTML(raw: "")

    static func + (left: HTML, right: HTML) -> HTML { HTML(raw: left.source + right.source) }

    /// An element with its content and its end.
    ///
    /// - Parameter attributes: those that are `nil` are left out, those that are empty have no value.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: HTML...
    ) -> HTML { element(name, attributes, content) }

    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: [HTML]
    ) -> HTML {
        HTML(raw: "\(start(name, attributes))\(content.map(\.source).joined())</\(name)>")
    }

    /// An element that has neither content nor end, such as `input`.
    static func void(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) -> HTML {
        HTML(raw: start(name, attributes))
    }

    private static func start(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> String {
        var text = "<\(name)"
        for (name, value) in attributes {
            guard let value else { continue }
            text += value.isEmpty ? " \(name)" : " \(name)=\"\(escaped(value))\""
        }
        return text + ">"
    }

    /// What turns the direction of writing or controls a terminal has no place on a page; a line's end is kept.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": result.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFF9}"..."\u{FFFB}":
                continue
            default: if !scalar.turnsDirection { result.append(scalar) }
            }
        }
        return String(result)
    }
}

extension HTML: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Text, escaped like any other.
    init(stringLiteral value: String) { self.init(text: value) }
}

extension HTML {
    /// Attributes that lead somewhere on the page. Text cannot look so: its quotes are escaped.
    private static let leads = [
        " href=\"/", " src=\"/", " action=\"/", " data-live=\"/", " data-worker=\"/", " content=\"0;url=/",
    ]

    /// A page whose addresses begin with this, for a browser that finds it below another's.
    static func moved(_ page: [UInt8], below prefix: String) -> [UInt8] {
        let text = String(decoding: page, as: UTF8.self)
        return Array(leads.reduce(text) { $0.replacing(text: $1, with: "\($1.dropLast())\(prefix)/") }.utf8)
    }
}
