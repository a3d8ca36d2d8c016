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
