package import JSON

extension MessagePackWriter {
    /// Moves over a JSON value and adds it.
    ///
    /// Nothing is rounded: a number that neither a whole number of 64 bits nor a double holds goes as a string of its
    /// digits.
    package mutating func write(
        _ json: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        try write(json, &cursor, depth: 0)
    }

    private mutating func write(
        _ json: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor, depth: Int
    ) throws(JSONError) {
        switch try cursor.peek(json) {
        case UInt8(ascii: "["):
            try Self.check(depth, cursor)
            try cursor.expect(UInt8(ascii: "["), json)
            var (count, isFirst) = (0, true)
            let start = beginContainer()
            while try cursor.hasNext(json, end: UInt8(ascii: "]"), isFirst: &isFirst) {
                try write(json, &cursor, depth: depth + 1)
                count += 1
            }
            endContainer(from: start, count: count, isMap: false)
        case UInt8(ascii: "{"):
            try Self.check(depth, cursor)
            try cursor.expect(UInt8(ascii: "{"), json)
            var (count, isFirst) = (0, true)
            let start = beginContainer()
            while let key = try cursor.nextKey(json, isFirst: &isFirst) {
                write(key.text(json))
                try write(json, &cursor, depth: depth + 1)
                count += 1
            }
            endContainer(from: start, count: count, isMap: true)
        case UInt8(ascii: "\""): write(try cursor.string(json).text(json))
        case UInt8(ascii: "n"):
            _ = try cursor.skipNull(json)
            writeNull()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): write(try cursor.bool(json))
        default: writeNumber(json.extracting(try cursor.skipNumber(json)))
        }
    }

    private static func check(_ depth: Int, _ cursor: JSONCursor) throws(JSONError) {
        guard depth < JSONCursor.maximumDepth else { throw JSONError(.tooDeep, at: cursor.offset) }
    }

    private mutating func writeNumber(_ text: Span<UInt8>) {
        let digits = unsafe text.withUnsafeBufferPointer { unsafe Array($0) }
        let string = String(decoding: digits, as: UTF8.self)
        let isNegative = digits.first == UInt8(ascii: "-")
        // A zero below zero is none of the whole numbers.
        if !isNegative, let value = UInt64(string) {
            write(value)
        } else if let value = Int64(string), value != 0 {
            write(value)
        } else if let value = DecimalForm(digits)?.double {
            write(value)
        } else {
            write(string)
        }
    }
}
