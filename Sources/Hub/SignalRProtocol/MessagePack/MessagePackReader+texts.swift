import JSON
import Values

extension MessagePackReader {
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// Adds a string with quotes and escapes.
    func string(
        _ range: Range<Int>, _ bytes: borrowing Bytes, to json: inout [UInt8], limit: Int
    ) throws(HubProtocolError) {
        let content = bytes.extracting(range)
        guard content.count <= limit - json.count else { throw HubProtocolError(.recordTooLong(limit: limit)) }
        do throws(JSONError) { try JSONText.validateUTF8(content) } catch {
            throw HubProtocolError(MessagePackError(.invalidUTF8, at: range.lowerBound))
        }
        json.append(UInt8(ascii: "\""))
        var plain = 0
        for index in content.indices {
            let byte = content[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            Self.append(content.extracting(plain..<index), to: &json)
            plain = index + 1
            json.append(UInt8(ascii: "\\"))
            if byte < 0x20 {
                json.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
                json.append(Self.hexadecimal[Int(byte >> 4)])
                json.append(Self.hexadecimal[Int(byte & 0x0F)])
            } else {
                json.append(byte)
            }
            // A control is one byte there and six here.
            guard json.count <= limit else { throw HubProtocolError(.recordTooLong(limit: limit)) }
        }
        Self.append(content.extracting(plain..<content.count), to: &json)
        json.append(UInt8(ascii: "\""))
    }

    /// Adds a binary as a string, as JSON peers send it.
    static func appendBase64(
        _ range: Range<Int>, _ bytes: borrowing Bytes, to json: inout [UInt8], limit: Int
    ) throws(HubProtocolError) {
        guard range.count <= (limit - json.count) / 4 * 3 else {
            throw HubProtocolError(.recordTooLong(limit: limit))
        }
        json.append(UInt8(ascii: "\""))
        json.append(contentsOf: Base64.standard.encode(HubMessage.copy(range, bytes)).utf8)
        json.append(UInt8(ascii: "\""))
    }

    private static func append(_ content: Span<UInt8>, to json: inout [UInt8]) {
        unsafe content.withUnsafeBufferPointer { unsafe json.append(contentsOf: $0) }
    }
}

extension MessagePackReader {
    /// The type of moments.
    static let momentType: Int8 = -1

    /// From 0001-01-01T00:00:00Z to the last second of 9999: what has an ISO 8601 text.
    private static let seconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Adds the content of an extension, which must be a moment.
    mutating func moment(
        _ type: Int8, _ count: Int, _ bytes: borrowing Bytes, at start: Int, to json: inout [UInt8]
    ) throws(MessagePackError) {
        guard type == Self.momentType else { throw MessagePackError(.unknownExtension(type), at: start) }
        let seconds: Int64
        var nanoseconds: UInt64 = 0
        switch count {
        case 4: seconds = Int64(try bigEndian(4, bytes))
        case 8:
            let both = try bigEndian(8, bytes)
            (nanoseconds, seconds) = (both >> 34, Int64(both & (1 << 34 - 1)))
        case 12:
            nanoseconds = try bigEndian(4, bytes)
            seconds = Int64(bitPattern: try bigEndian(8, bytes))
        default: throw MessagePackError(.invalidTimestamp, at: start)
        }
        guard nanoseconds < 1_000_000_000, Self.seconds ~= seconds else {
            throw MessagePackError(.invalidTimestamp, at: start)
        }
        json.append(contentsOf: "\"\(Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds)))\"".utf8)
    }
}
