import JSON
import Values

/// The scalars of the family server, in every spelling that is known of them.
extension JSONNode {
    /// An answer's value; names are compared without regard to case, as the hub's objects need.
    init(family value: JSONValue) {
        self.init(value, names: .ignoringCase)
    }

    /// An id as text or whole number.
    func identifier<Subject>() throws(JSONError) -> Identifier<Subject> {
        guard let id = Identifier<Subject>(rawValue: try word()) else { throw mismatch("an id") }
        return id
    }

    /// An enum's value as it was sent: a name, digits, or a number.
    func word() throws(JSONError) -> String {
        switch value {
        case .string(let text): return text
        case .number: return String(try int())
        default: throw mismatch("a name or number")
        }
    }

    /// Money, as number or text.
    func money() throws(JSONError) -> Decimal { try decimal(acceptsText: true) }

    /// A moment; without a zone it is UTC, as servers before December 2025 sent it.
    func moment() throws(JSONError) -> Timestamp { try timestamp(assumesUTC: true) }

    /// The text of an optional member; empty text where it is missing.
    func text(of name: String) throws(JSONError) -> String { try optional(name)?.string() ?? "" }
}
