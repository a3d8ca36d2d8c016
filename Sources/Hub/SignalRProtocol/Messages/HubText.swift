package import JSON

/// Text and JSON as they go into a message.
package enum HubText {
    /// Adds a string with quotes and escapes.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        guard isPlain(text.utf8.span) else { return bytes.append(contentsOf: JSONFragment(text).bytes) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a text stands in JSON as it is: names and ids do, and they are in every message.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return false }
        }
        return true
    }

    /// A string with quotes and escapes, as JSON text.
    package static func quoted(_ text: String) -> String { JSONFragment(text).text }

    /// The arguments array of these JSON texts.
    ///
    /// - Throws: `JSONError` if one is not exactly one JSON value: it would end up as a broken or another message.
    package static func array(_ values: [String]) throws(JSONError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(2) { $0 + $1.utf8.count + 1 })
        try append(array: values, to: &bytes)
        return bytes
    }

    /// As ``array(_:)-([String])``, behind what is there.
    static func append(array values: [String], to bytes: inout [UInt8]) throws(JSONError) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            try append(json: value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds a text that is exactly one JSON value, without the white space around it. It is checked where it is copied to: what a
    /// hub sends often is not to be copied for that alone.
    private static func append(json text: String, to bytes: inout [UInt8]) throws(JSONError) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let value = try wholeValue(bytes.span.extracting(start...))
        bytes.removeLast(bytes.count - start - value.upperBound)
        bytes.removeSubrange(start..<start + value.lowerBound)
    }

    private static func wholeValue(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        var cursor = JSONCursor()
        let value = try cursor.skipValue(bytes)
        try cursor.expectEnd(bytes)
        return value
    }

    /// The array of these values.
    package static func array(_ values: [JSONFragment]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(2) { $0 + $1.bytes.count + 1 })
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: value.bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}

extension HubText {
    /// Checks a payload of a transport that has not done it.
    ///
    /// - Throws: `malformed`.
    package static func checkUTF8(_ bytes: Span<UInt8>) throws(HubProtocolError) {
        do throws(JSONError) { try JSONText.validateUTF8(bytes) } catch { throw HubProtocolError(error) }
    }
}

extension HubText {
    /// The bytes of a text that is exactly one JSON value.
    package static func value(_ json: String) throws(JSONError) -> [UInt8] {
        try JSONFragment(parsing: json).bytes
    }
}
