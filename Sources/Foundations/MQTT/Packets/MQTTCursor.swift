/// Reads what a broker sent, never past its end.
struct MQTTCursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }
    var remaining: [UInt8] { Array(rest) }

    mutating func byte() throws(MQTTError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .malformed("a packet ends in the middle of a field") }
        return byte
    }

    mutating func word() throws(MQTTError) -> UInt16 { UInt16(try byte()) << 8 | UInt16(try byte()) }

    mutating func double() throws(MQTTError) -> UInt32 { UInt32(try word()) << 16 | UInt32(try word()) }

    mutating func bytes(_ count: Int) throws(MQTTError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .malformed("a field is longer than its packet") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// With its length before it. What is no UTF-8 becomes replacement characters: it is shown, or compared and not found.
    mutating func text() throws(MQTTError) -> String { String(decoding: try bytes(Int(try word())), as: UTF8.self) }

    /// A length of one to four bytes.
    mutating func length() throws(MQTTError) -> Int {
        var value = 0
        for shift in stride(from: 0, through: 21, by: 7) {
            let byte = try byte()
            value |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw .malformed("a length has more than four bytes")
    }
}

extension MQTTError {
    static func malformed(_ what: String) -> MQTTError {
        MQTTError(.protocolViolation, "what answers doesn't speak MQTT as it should: \(what)")
    }
}
