import HTTPMessages

/// One element of a Sec-WebSocket-Extensions field (RFC 6455, 9.1): a name with parameters.
struct WebSocketExtension: Sendable, Equatable {
    struct Parameter: Sendable, Equatable {
        var name: String
        /// Without the quotes it may have had.
        var value: String?

        init(_ name: String, _ value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    var name: String
    var parameters: [Parameter] = []

    /// As it stands in a field.
    var text: String {
        parameters.reduce(name) { text, parameter in
            text + "; " + parameter.name + (parameter.value.map { "=" + $0 } ?? "")
        }
    }

    /// The elements of all fields, in order; nil if one breaks the grammar.
    static func list(_ fields: [String]) -> [WebSocketExtension]? {
        var elements: [WebSocketExtension] = []
        for field in fields {
            var scanner = WebSocketExtensionScanner(field)
            while scanner.beginElement() {
                guard let element = scanner.element() else { return nil }
                elements.append(element)
            }
        }
        return elements
    }
}

/// Reads a Sec-WebSocket-Extensions field from left to right.
private struct WebSocketExtensionScanner {
    private var rest: Substring.UTF8View

    init(_ field: String) { rest = field[...].utf8 }

    /// Whether there is another element. Empty ones are passed over (RFC 9110, 5.6.1.2).
    mutating func beginElement() -> Bool {
        repeat { skipBlanks() } while take(",")
        return !rest.isEmpty
    }

    /// Up to a comma or the end.
    mutating func element() -> WebSocketExtension? {
        guard let name = token() else { return nil }
        var element = WebSocketExtension(name: name)
        skipBlanks()
        while take(";") {
            skipBlanks()
            guard let parameter = parameter() else { return nil }
            element.parameters.append(parameter)
            skipBlanks()
        }
        return rest.isEmpty || rest.first == UInt8(ascii: ",") ? element : nil
    }

    private mutating func parameter() -> WebSocketExtension.Parameter? {
        guard let name = token() else { return nil }
        skipBlanks()
        guard take("=") else { return WebSocketExtension.Parameter(name) }
        skipBlanks()
        guard let value = take("\"") ? quoted() : token() else { return nil }
        return WebSocketExtension.Parameter(name, value)
    }

    private mutating func token() -> String? {
        let token = rest.prefix { $0.isTokenCharacter }
        rest = rest[token.endIndex...]
        return token.isEmpty ? nil : String(Substring(token))
    }

    /// Behind the opening quote. What is quoted must be a token all the same.
    private mutating func quoted() -> String? {
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst(), escaped.isTokenCharacter else { return nil }
                value.append(escaped)
            default:
                guard byte.isTokenCharacter else { return nil }
                value.append(byte)
            }
        }
        return nil
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }
}
