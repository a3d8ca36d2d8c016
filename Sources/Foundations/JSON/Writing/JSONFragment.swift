/// The text of one JSON value, taken over as it is: the arguments of a call that somebody else wrote, for instance.
package struct JSONFragment: Hashable, Sendable {
    /// The text in UTF-8, without white space around it.
    package let bytes: [UInt8]

    /// Checks that the bytes are exactly one JSON value; white space around it is cut off.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        try JSONText.validateUTF8(bytes.span)
        try self.init(scanning: bytes)
    }

    private init(scanning bytes: [UInt8]) throws(JSONError) {
        let span = bytes.span
        var cursor = JSONCursor()
        let range = try cursor.skipValue(span)
        try cursor.expectEnd(span)
        self.bytes = range.count == bytes.count ? bytes : Array(bytes[range])
    }

    /// Checks a text, which is UTF-8 by itself.
    package init(parsing text: String) throws(JSONError) {
        try self.init(scanning: Array(text.utf8))
    }

    /// Takes what a `JSONCursor` has moved over.
    package init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A value's text.
    package init(_ value: some JSONWritable) {
        var writer = JSONWriter()
        writer.write(value)
        bytes = writer.bytes
    }

    /// The same as a string.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONFragment: JSONWritable {
    /// Adds the text as it is: it has been checked.
    package func write(to writer: inout JSONWriter) {
        writer.append(bytes)
    }
}
