/// A position in MessagePack, and the steps that move it.
///
/// The bytes are passed to each step, as with `JSONCursor`. Nothing is reserved for what a length promises: what is not
/// there is refused first.
package struct MessagePackReader: Sendable {
    /// The bytes, lent to each step.
    package typealias Bytes = Span<UInt8>

    /// Levels of arrays and maps that are read: as many as in JSON.
    package static let maximumDepth = 64

    /// What a value begins with; of strings, binaries and extensions the content follows, so many bytes.
    package enum Head: Equatable, Sendable {
        case null
        case bool(Bool)
        case unsigned(UInt64)
        /// Below zero.
        case negative(Int64)
        case float(Float)
        case double(Double)
        case string(Int)
        case binary(Int)
        case array(Int)
        /// So many names, each with a value.
        case map(Int)
        case `extension`(Int8, Int)
    }

    /// Bytes from the start.
    package private(set) var offset = 0

    /// A reader at the start.
    package init() {}

    /// Moves over the head of a value; a length in it is no more than what is there.
    package mutating func head(_ bytes: borrowing Bytes) throws(MessagePackError) -> Head {
        let start = offset
        let head = try rawHead(bytes)
        let left = bytes.count - offset
        switch head {
        case .string(let count), .binary(let count), .extension(_, let count), .array(let count):
            guard count <= left else { throw MessagePackError(.unexpectedEnd, at: start) }
        case .map(let count): guard count <= left / 2 else { throw MessagePackError(.unexpectedEnd, at: start) }
        case .null, .bool, .unsigned, .negative, .float, .double: break
        }
        return head
    }

    /// Moves over so many bytes that a head has promised.
    mutating func content(_ count: Int) -> Range<Int> {
        defer { offset += count }
        return offset..<offset + count
    }

    private mutating func rawHead(_ bytes: borrowing Bytes) throws(MessagePackError) -> Head {
        let byte = UInt8(try bigEndian(1, bytes))
        switch byte {
        case 0x00...0x7F: return .unsigned(UInt64(byte))
        case 0x80...0x8F: return .map(Int(byte & 0x0F))
        case 0x90...0x9F: return .array(Int(byte & 0x0F))
        case 0xA0...0xBF: return .string(Int(byte & 0x1F))
        case 0xC0: return .null
        case 0xC2, 0xC3: return .bool(byte == 0xC3)
        case 0xC4...0xC6: return .binary(try length(1 << (byte - 0xC4), bytes))
        case 0xC7...0xC9:
            let count = try length(1 << (byte - 0xC7), bytes)
            return .extension(try type(bytes), count)
        case 0xCA: return .float(Float(bitPattern: UInt32(try bigEndian(4, bytes))))
        case 0xCB: return .double(Double(bitPattern: try bigEndian(8, bytes)))
        case 0xCC...0xCF: return .unsigned(try bigEndian(1 << (byte - 0xCC), bytes))
        case 0xD0...0xD3: return try signed(1 << (byte - 0xD0), bytes)
        case 0xD4...0xD8: return .extension(try type(bytes), 1 << Int(byte - 0xD4))
        case 0xD9...0xDB: return .string(try length(1 << (byte - 0xD9), bytes))
        case 0xDC, 0xDD: return .array(try length(2 << (byte - 0xDC), bytes))
        case 0xDE, 0xDF: return .map(try length(2 << (byte - 0xDE), bytes))
        case 0xE0...0xFF: return .negative(Int64(Int8(bitPattern: byte)))
        default: throw MessagePackError(.invalidByte(byte), at: offset - 1)
        }
    }

    private mutating func length(_ width: Int, _ bytes: borrowing Bytes) throws(MessagePackError) -> Int {
        Int(try bigEndian(width, bytes))
    }

    private mutating func type(_ bytes: borrowing Bytes) throws(MessagePackError) -> Int8 {
        Int8(truncatingIfNeeded: try bigEndian(1, bytes))
    }

    private mutating func signed(_ width: Int, _ bytes: borrowing Bytes) throws(MessagePackError) -> Head {
        let unused = UInt64(64 - 8 * width)
        let value = Int64(bitPattern: try bigEndian(width, bytes) << unused) >> Int64(unused)
        return value < 0 ? .negative(value) : .unsigned(UInt64(value))
    }

    /// Moves over so many bytes, at most eight.
    mutating func bigEndian(_ width: Int, _ bytes: borrowing Bytes) throws(MessagePackError) -> UInt64 {
        guard width <= bytes.count - offset else { throw MessagePackError(.unexpectedEnd, at: offset) }
        var value: UInt64 = 0
        for index in offset..<offset + width { value = value << 8 | UInt64(bytes[index]) }
        offset += width
        return value
    }
}
