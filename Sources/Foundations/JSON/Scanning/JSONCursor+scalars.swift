extension JSONCursor {
    /// Moves over a string and checks its escapes.
    ///
    /// A `\u` escape of half a surrogate pair is refused, since no Swift string can hold it.
    @inline(__always)
    public mutating func string(_ bytes: borrowing Bytes) throws(JSONError) -> JSONString {
        try expect(UInt8(ascii: "\""), bytes)
        let start = offset
        var index = JSONWord.skipPlain(bytes, from: start)
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                self = JSONCursor(offset: index + 1)
                return JSONString(range: start..<index, hasEscapes: false)
            }
            if byte == UInt8(ascii: "\\") { return try stringWithEscapes(bytes, start: start, at: index) }
            guard byte >= 0x20 else { throw JSONError(.unexpectedByte(byte), at: index) }
            index += 1
        }
        throw JSONError(.unexpectedEnd, at: index)
    }

    /// The rare continuation of `string`, from its first backslash on.
    private mutating func stringWithEscapes(
        _ bytes: borrowing Bytes, start: Int, at first: Int
    ) throws(JSONError) -> JSONString {
        var index = first
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                self = JSONCursor(offset: index + 1)
                return JSONString(range: start..<index, hasEscapes: true)
            case UInt8(ascii: "\\"): index += try JSONEscape.length(bytes, at: index)
            case 0..<0x20: throw JSONError(.unexpectedByte(bytes[index]), at: index)
            default: index += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: index)
    }

    /// Moves over white space and a number, exactly as it is written.
    ///
    /// - Throws: `inexactNumber` for one with more than 38 digits.
    public mutating func numberValue(_ bytes: borrowing Bytes) throws(JSONError) -> JSONNumber {
        _ = try peek(bytes)
        return try number(bytes)
    }

    /// Moves over a number.
    ///
    /// Refuses what `JSONNumber` can't hold exactly instead of rounding it.
    @inline(__always)
    package mutating func number(_ bytes: borrowing Bytes) throws(JSONError) -> JSONNumber {
        var index = offset
        let number = try JSONNumber(bytes, &index)
        self = JSONCursor(offset: index)
        return number
    }

    /// Moves over a number of any length and size, checking its form only.
    ///
    /// - Returns: its bytes. What nobody reads need not be held exactly, and a tool shows it as it came.
    public mutating func skipNumber(_ bytes: borrowing Bytes) throws(JSONError) -> Range<Int> {
        _ = try peek(bytes)
        let start = offset
        var index = start
        try JSONNumber.skip(bytes, &index)
        self = JSONCursor(offset: index)
        return start..<index
    }
}
