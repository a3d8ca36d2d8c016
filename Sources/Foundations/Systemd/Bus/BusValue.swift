/// A D-Bus value. Containers carry their element's signature, since an empty one couldn't tell.
package indirect enum BusValue: Sendable, Hashable {
    case byte(UInt8)
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case variant(BusValue)
    case array(of: String, [BusValue])
    case dictionary(of: String, [BusValue: BusValue])
    case structure([BusValue])

    /// An `a{sv}`, the usual bag of options.
    package static func options(_ values: [String: BusValue]) -> BusValue {
        let pairs = values.map { (BusValue.string($0.key), BusValue.variant($0.value)) }
        return .dictionary(of: "sv", Dictionary(uniqueKeysWithValues: pairs))
    }

    /// An `as`; its signature is right for an empty list too.
    package static func strings(_ texts: [String]) -> BusValue {
        .array(of: "s", texts.map { .string($0) })
    }

    /// D-Bus type codes, such as "a{sv}".
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .variant: "v"
        case .array(let element, _): "a" + element
        case .dictionary(let entry, _): "a{\(entry)}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        }
    }

    /// The text of a string or object path, also inside a variant; `nil` for every other value.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// The number of a `u`, D-Bus's kind for ids; `nil` for every other value, other whole numbers included.
    package var number: UInt32? {
        if case .uint32(let number) = self { number } else { nil }
    }

    /// The elements of an array; `nil` for every other value.
    package var items: [BusValue]? {
        if case .array(_, let items) = self { items } else { nil }
    }
}
