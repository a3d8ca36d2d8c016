/// Writes the elements of one array.
package struct JSONArrayWriter {
    var writer: JSONWriter
    private var isFirst = true

    init(taking writer: inout JSONWriter) {
        self.writer = writer.take()
    }

    /// Writes an element. `nil` is written as `null`.
    package mutating func append(_ value: some JSONWritable) {
        separate()
        writer.write(value)
    }

    /// Writes a `null`.
    package mutating func appendNull() {
        separate()
        writer.append("null".utf8)
    }

    /// Writes an element that is an object.
    package mutating func object<Failure: Error>(
        _ members: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) {
        separate()
        try writer.object(members)
    }

    /// Writes an element that is an array.
    package mutating func array<Failure: Error>(
        _ elements: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) {
        separate()
        try writer.array(elements)
    }

    private mutating func separate() {
        if !isFirst { writer.append(CollectionOfOne(UInt8(ascii: ","))) }
        isFirst = false
    }
}
