/// Why bytes are not the MessagePack that was asked for, and where.
public struct MessagePackError: Error, Equatable, Sendable {
    /// What is wrong.
    @nonexhaustive public enum Kind: Equatable, Sendable {
        /// The bytes end inside a value, or are fewer than a length says.
        case unexpectedEnd
        /// A byte that begins no value.
        case invalidByte(UInt8)
        /// A string that is not UTF-8.
        case invalidUTF8
        /// Infinity, or what is no number: JSON has no word for it.
        case notFinite
        /// A name in a map that is neither a string nor a whole number.
        case invalidKey
        /// An extension type that nobody has agreed on.
        case unknownExtension(Int8)
        /// A moment outside the years 1 to 9999, or of a wrong length.
        case invalidTimestamp
        /// More levels of arrays and maps than the limit.
        case tooDeep
        /// A value of another kind than belongs there.
        case wrongValue
        /// A message without a byte.
        case emptyMessage
        /// The length of a message in more than five bytes, or from 2^31 on.
        case invalidLength
    }

    /// Why.
    public let kind: Kind
    /// Byte offset from the start of the message.
    public let offset: Int

    /// An error at a place.
    public init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension MessagePackError: CustomStringConvertible {
    /// A sentence for people, without anything of the value itself.
    public var description: String { "\(reason) (at byte \(offset))" }

    private var reason: String {
        switch kind {
        case .unexpectedEnd: "a value is shorter than it says"
        case .invalidByte(let byte): "the byte 0x\(String(byte, radix: 16)) begins no value"
        case .invalidUTF8: "a string is not UTF-8"
        case .notFinite: "a number is infinite or none"
        case .invalidKey: "a name in a map is neither a string nor a whole number"
        case .unknownExtension(let type): "the extension type \(type) is not known"
        case .invalidTimestamp: "a moment is malformed or outside the years 1 to 9999"
        case .tooDeep: "arrays and maps are nested too deep"
        case .wrongValue: "a value has the wrong form"
        case .emptyMessage: "a message is empty"
        case .invalidLength: "the length of a message is malformed"
        }
    }
}
