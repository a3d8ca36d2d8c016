package import Values

/// One typed value each; what isn't of that type is `wrongValue` at its place.
extension JSONCursor {
    /// A text, with its escapes resolved and checked to be UTF-8.
    public mutating func stringValue(_ bytes: borrowing Bytes) throws(JSONError) -> String {
        try require(bytes, UInt8(ascii: "\""), "a string")
        return try string(bytes).string(in: bytes)
    }

    /// `nil` for `null`.
    public mutating func nullableString(_ bytes: borrowing Bytes) throws(JSONError) -> String? {
        try skipNull(bytes) ? nil : try stringValue(bytes)
    }

    /// A decimal with the digits that were sent; never rounded.
    package mutating func decimalValue(_ bytes: borrowing Bytes) throws(JSONError) -> Decimal {
        let start = try startOfNumber(bytes)
        guard let decimal = try number(bytes).decimal else { throw JSONError(.inexactNumber, at: start) }
        return decimal
    }

    /// A whole number without fraction or exponent.
    public mutating func intValue(_ bytes: borrowing Bytes) throws(JSONError) -> Int {
        let start = try startOfNumber(bytes)
        guard let value = try number(bytes).int else {
            throw JSONError(.wrongValue, at: start, expected: "a whole number of at most 64 bits")
        }
        return value
    }

    /// A moment in ISO 8601.
    ///
    /// - Parameter assumesUTC: reads a text without a zone as UTC instead of refusing it.
    package mutating func timestampValue(
        _ bytes: borrowing Bytes, assumesUTC: Bool = false
    ) throws(JSONError) -> Timestamp {
        try require(bytes, UInt8(ascii: "\""), "a moment in ISO 8601")
        let text = try string(bytes)
        // A date needs no escapes, and one that has some is not worth a slow path.
        guard !text.hasEscapes, let moment = Timestamp(iso8601: bytes, in: text.range, assumesUTC: assumesUTC) else {
            throw JSONError(.wrongValue, at: text.range.lowerBound, expected: "a moment in ISO 8601")
        }
        return moment
    }

    /// Moves over `true` or `false`.
    public mutating func bool(_ bytes: borrowing Bytes) throws(JSONError) -> Bool {
        switch try peek(bytes) {
        case UInt8(ascii: "t"):
            try literal("true", bytes)
            return true
        case UInt8(ascii: "f"):
            try literal("false", bytes)
            return false
        default: throw JSONError(.wrongValue, at: offset, expected: "true or false")
        }
    }

    /// Moves over an array, calling `element` in front of each of its values, of which it reads exactly one.
    public mutating func arrayValue(
        _ bytes: borrowing Bytes,
        _ element: (_ bytes: borrowing Bytes, _ cursor: inout JSONCursor) throws(JSONError) -> Void
    ) throws(JSONError) {
        try require(bytes, UInt8(ascii: "["), "an array")
        try expect(UInt8(ascii: "["), bytes)
        var isFirst = true
        while try hasNext(bytes, end: UInt8(ascii: "]"), isFirst: &isFirst) { try element(bytes, &self) }
    }

    private mutating func require(
        _ bytes: borrowing Bytes, _ first: UInt8, _ expected: String
    ) throws(JSONError) {
        guard try peek(bytes) == first else { throw JSONError(.wrongValue, at: offset, expected: expected) }
    }

    private mutating func startOfNumber(_ bytes: borrowing Bytes) throws(JSONError) -> Int {
        let byte = try peek(bytes)
        guard byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte else {
            throw JSONError(.wrongValue, at: offset, expected: "a number")
        }
        return offset
    }
}

extension JSONCursor {
    /// A UUID in its usual form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in either letter case, as one number: half of what
    /// hubs and REST services send as text, without the memory of two strings.
    public mutating func uuidValue(_ bytes: borrowing Bytes) throws(JSONError) -> UInt128 {
        let start = try peek(bytes) == UInt8(ascii: "\"") ? offset + 1 : offset
        guard start > offset, start + 36 < bytes.count, bytes[start + 36] == UInt8(ascii: "\""),
            let value = JSONWord.uuid(bytes, at: start)
        else { throw JSONError(.wrongValue, at: offset, expected: "a UUID") }
        self = JSONCursor(offset: start + 37)
        return value
    }
}

extension Timestamp {
    /// Reads a timestamp inside a JSON text.
    ///
    /// - Throws: `JSONError.Kind.wrongValue` for another form, also one without a zone.
    @inline(__always)
    package init(_ bytes: borrowing JSONCursor.Bytes, _ range: Range<Int>) throws(JSONError) {
        guard let value = Timestamp(iso8601: bytes, in: range) else {
            throw JSONError(.wrongValue, at: range.lowerBound)
        }
        self = value
    }
}
