package import JSON

/// Text and JSON as they go into a message.
package enum HubText {
    /// Adds a string with quotes and escapes.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u"), 0x30, 0x30, 0x30 + byte >> 4])
                bytes.append(byte & 15 + (byte & 15 < 10 ? 0x30 : 0x57))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A string with quotes and escapes, as JSON text.
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The arguments array of these JSON texts.
    ///
    /// - Throws: `JSONError` if one is not exactly one JSON value: it would end up as a broken or another message.
    package static func array(_ values: [String]) throws(JSONError) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: try checked(value))
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// The bytes of a text that is exactly one JSON value.
    package static func checked(_ json: String) throws(JSONError) -> [UInt8] {
        let bytes = Array(json.utf8)
        var cursor = JSONCursor()
        _ = try cursor.skipValue(bytes.span)
        try cursor.expectEnd(bytes.span)
        return bytes
    }
}
