/// What stands behind a backslash in a string.
enum JSONEscape {
    /// Bytes of the escape that starts at `index`: 2, 6, or 12 for a surrogate pair.
    static func length(_ bytes: borrowing JSONCursor.Bytes, at index: Int) throws(JSONError) -> Int {
        guard index + 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            switch try codeUnit(bytes, at: index) & 0xFC00 {
            case 0xD800:
                let low = try? codeUnit(bytes, at: index + 6)
                guard let low, low & 0xFC00 == 0xDC00 else { throw JSONError(.invalidEscape, at: index) }
                return 12
            case 0xDC00: throw JSONError(.invalidEscape, at: index)
            default: return 6
            }
        default: throw JSONError(.invalidEscape, at: index)
        }
    }

    /// The value of the `\uXXXX` at `index`.
    private static func codeUnit(_ bytes: borrowing JSONCursor.Bytes, at index: Int) throws(JSONError) -> UInt32 {
        guard index + 6 <= bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        guard bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            throw JSONError(.invalidEscape, at: index)
        }
        for digit in index + 2..<index + 6 {
            switch bytes[digit] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                continue
            default: throw JSONError(.invalidEscape, at: digit)
            }
        }
        return hexadecimal(bytes, at: index + 2)
    }

    /// Adds what an escape stands for, moving over it; `index` is behind the backslash. The escape's form has been checked.
    static func append(
        to units: inout [UInt8], _ bytes: borrowing JSONCursor.Bytes, _ index: inout Int
    ) {
        let letter = bytes[index]
        index += 1
        switch letter {
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"):
            var value = hexadecimal(bytes, at: index)
            index += 4
            if value & 0xFC00 == 0xD800 {
                value = 0x10000 + (value & 0x3FF) << 10 + hexadecimal(bytes, at: index + 2) & 0x3FF
                index += 6
            }
            if let scalar = Unicode.Scalar(value) { units.append(contentsOf: Unicode.UTF8.encode(scalar)!) }
        default: units.append(letter)
        }
    }

    /// The value of four hexadecimal digits that have been checked.
    private static func hexadecimal(_ bytes: borrowing JSONCursor.Bytes, at index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 4 | UInt32(Character(Unicode.Scalar(bytes[index + $1])).hexDigitValue ?? 0) }
    }
}
