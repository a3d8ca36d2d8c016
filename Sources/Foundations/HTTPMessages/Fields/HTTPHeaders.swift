/// Header fields in the order they were received or added. Names compare without regard to ASCII case.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// All fields, in order.
    public private(set) var fields: [Field]

    /// One line of a head.
    public struct Field: Sendable, Equatable {
        public var name: String
        public var value: String

        /// Whether name and value may stand on the wire; a line break in them would forge a field.
        package var isValid: Bool {
            !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
                && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
    }

    /// None.
    public init() { fields = [] }

    /// In the order of the literal; a name may stand twice.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0, value: $1) }
    }

    /// Adds a field after the others, also if there is one of that name.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

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
}
