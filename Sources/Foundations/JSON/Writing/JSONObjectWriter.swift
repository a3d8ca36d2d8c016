/// Writes the members of one object, in the order of the calls.
///
/// It doesn't look for names that come twice.
package struct JSONObjectWriter {
    var writer: JSONWriter
    private var isFirst = true

    init(taking writer: inout JSONWriter) {
        self.writer = writer.take()
    }

    /// Writes a member. `nil` is written as `null`.
    package mutating func set(_ name: String, _ value: some JSONWritable) {
        key(name)
        writer.write(value)
    }

    /// Writes a member unless its value is `nil`.
    package mutating func set(_ name: String, ifPresent value: (some JSONWritable)?) {
        if let value { set(name, value) }
    }

    /// Writes a member that is `null`.
    package mutating func setNull(_ name: String) {
        key(name)
        writer.append("null".utf8)
    }

    /// Writes a member that is an object.
    package mutating func object<Failure: Error>(
        _ name: String, _ members: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try writer.object(members)
    }

    /// Writes a member that is an array.
    package mutating func array<Failure: Error>(
        _ name: String, _ elements: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try writer.array(elements)
    }

    private mutating func key(_ name: String) {
        if !isFirst { writer.append(CollectionOfOne(UInt8(ascii: ","))) }
        isFirst = false
        writer.write(name)
        writer.append(CollectionOfOne(UInt8(ascii: ":")))
    }
}
