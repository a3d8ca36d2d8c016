/// A JSON value as a tree, for places where speed doesn't matter: settings, answers of a server, tools.
///
/// Typed look-ups with good errors are on ``JSONNode``; typed models on a hot path use ``JSONObjectReader``.
package enum JSONValue: Hashable, Sendable {
    case object(JSONObject)
    case array([JSONValue])
    case string(String)
    /// With the digits as they were written.
    case number(JSONNumberText)
    case bool(Bool)
    case null
}

extension JSONValue {
    /// "an object", "a string", … for messages.
    package var kindName: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// The member with this name; `nil` if there is none, or if the value is not an object.
    package subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// The element with this number; `nil` past the end, or if the value is not an array.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: JSONWritable {
    /// Numbers keep their spelling, members their order.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .object(let object):
            writer.object { writer in
                for member in object.members { writer.set(member.name, member.value) }
            }
        case .array(let elements): writer.write(elements)
        case .string(let text): writer.write(text)
        case .number(let number): writer.append(number.text.utf8)
        case .bool(let value): writer.write(value)
        case .null: writer.append("null".utf8)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text.
    package var description: String { JSONFragment(self).text }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(JSONNumberText(value)) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}
