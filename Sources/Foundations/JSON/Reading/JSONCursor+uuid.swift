extension JSONCursor {
    /// A UUID in its usual form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in either letter case, as one number: half of what
    /// hubs and REST services send as text, without the memory of two strings.
    package mutating func uuidValue(_ bytes: borrowing Bytes) throws(JSONError) -> UInt128 {
        let start = try peek(bytes) == UInt8(ascii: "\"") ? offset + 1 : offset
        guard start > offset, start + 36 < bytes.count, bytes[start + 36] == UInt8(ascii: "\""),
            let value = JSONWord.uuid(bytes, at: start)
        else { throw JSONError(.wrongValue, at: offset, expected: "a UUID") }
        self = JSONCursor(offset: start + 37)
        return value
    }
}
