extension String: JSONWritable {
    /// Writes a string. See `JSONEscaping` for what is escaped.
    package func write(to writer: inout JSONWriter) {
        writer.append(CollectionOfOne(UInt8(ascii: "\"")))
        JSONEscaping.append(utf8, to: &writer)
        writer.append(CollectionOfOne(UInt8(ascii: "\"")))
    }
}

extension Substring: JSONWritable {
    /// Writes a string. See `JSONEscaping` for what is escaped.
    package func write(to writer: inout JSONWriter) {
        writer.write(String(self))
    }
}

/// Escapes what a JSON string may not hold as it is, and what would harm a reader behind the JSON parser.
///
/// Besides quotes, backslashes and the controls below U+0020 these are: U+2028 and U+2029, which end a line in
/// JavaScript; U+007F to U+009F, with which a text that somebody else wrote could command the terminal it is shown on.
enum JSONEscaping {
    static func append(_ text: String.UTF8View, to writer: inout JSONWriter) {
        var text = text[...]
        while let special = text.firstIndex(where: isSuspicious) {
            writer.append(text[..<special])
            text = text[special...]
            let (escape, length) = escape(at: text)
            if let escape { writer.append(escape.utf8) } else { writer.append(text.prefix(length)) }
            text = text.dropFirst(length)
        }
        writer.append(text)
    }

    /// Bytes that are, or begin, what must be escaped. 0xC2 and 0xE2 begin harmless characters too.
    private static func isSuspicious(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xC2
            || byte == 0xE2
    }

    /// The escape for the character at the start, `nil` if it needs none, and the bytes that were looked at.
    private static func escape(at text: Substring.UTF8View) -> (escape: String?, length: Int) {
        let bytes = Array(text.prefix(3))
        switch bytes[0] {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case 0x08: return ("\\b", 1)
        case 0x09: return ("\\t", 1)
        case 0x0A: return ("\\n", 1)
        case 0x0C: return ("\\f", 1)
        case 0x0D: return ("\\r", 1)
        case 0xC2 where bytes[1] < 0xA0: return (hexadecimal(UInt16(bytes[1])), 2)
        case 0xC2: return (nil, 2)
        case 0xE2 where bytes[1] == 0x80 && (bytes[2] == 0xA8 || bytes[2] == 0xA9):
            return (hexadecimal(0x2028 + UInt16(bytes[2] - 0xA8)), 3)
        case 0xE2: return (nil, 3)
        default: return (hexadecimal(UInt16(bytes[0])), 1)
        }
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
