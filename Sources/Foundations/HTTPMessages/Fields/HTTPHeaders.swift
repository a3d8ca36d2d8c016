/// Header fields in the order they were received or added. Names compare without regard to ASCII case.
///
/// Any name and value is taken: whoever writes a head looks at each field's ``HTTPField/isValid``. What is known to be secret is
/// sent and never printed.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// All fields, in order.
    public private(set) var fields: [HTTPField]

    /// None.
    public init() { fields = [] }

    /// In the order of the literal; a name may stand twice.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HTTPField($0, $1) }
    }

    /// Adds a field after the others, also if there is one of that name.
    public mutating func add(_ name: String, _ value: String) { add(HTTPField(name, value)) }

    /// Adds a field after the others, also if there is one of that name.
    package mutating func add(_ field: HTTPField) { fields.append(field) }

    /// Replaces all fields of this one's name.
    package mutating func set(_ field: HTTPField) {
        fields.removeAll { $0.name.equalsIgnoringASCIICase(field.name) }
        fields.append(field)
    }

    /// The first value of that name; setting replaces all of them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
        set {
            fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// The values of all fields of that name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    }

    /// Whether a comma-separated list, over all fields of that name, has this token.
    public func list(_ name: String, contains token: String) -> Bool {
        all(name).contains { value in
            value.split(separator: ",").contains { $0.trimmingBlanks.equalsIgnoringASCIICase(token) }
        }
    }

    /// The name in the Host field: lower-cased, without port; an IPv6 literal keeps its brackets. Empty without one.
    package var hostName: String {
        guard let value = self["host"] else { return "" }
        if value.hasPrefix("["), let end = value.firstIndex(of: "]") { return value[...end].lowercased() }
        return (value.split(separator: ":", maxSplits: 1).first ?? "").lowercased()
    }

    /// Only the fields that pass.
    package func filter(_ isIncluded: (HTTPField) -> Bool) -> HTTPHeaders {
        var kept = HTTPHeaders()
        kept.fields = fields.filter(isIncluded)
        return kept
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// All fields; what may be secret is left out.
    public var description: String { fields.map(\.description).joined(separator: ", ") }
    /// The descriptions alone: a dump must not show what is secret.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.description)) }
}
