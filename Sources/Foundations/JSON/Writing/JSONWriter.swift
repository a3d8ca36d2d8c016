/// Builds one JSON value as bytes.
///
/// Objects and arrays are written by closures, so a text with a missing comma, bracket or value can't be written:
///
///     var writer = JSONWriter()
///     writer.object { object in
///         object.set("type", 1)
///         object.array("arguments") { $0.append("Alice") }
///     }
///
/// There is no way to write a binary fraction: amounts are `Decimal`.
package struct JSONWriter: Sendable {
    /// What has been written.
    package private(set) var bytes: [UInt8]

    /// - Parameter capacity: bytes to make room for.
    package init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// What has been written, as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes a value of any kind that JSON has.
    package mutating func write(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    /// Writes an object; its members come from the closure.
    package mutating func object<Failure: Error>(
        _ members: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) {
        bytes.append(UInt8(ascii: "{"))
        var object = JSONObjectWriter(taking: &self)
        defer { self = object.writer }
        try members(&object)
        object.writer.bytes.append(UInt8(ascii: "}"))
    }

    /// Writes an array; its elements come from the closure.
    package mutating func array<Failure: Error>(
        _ elements: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) {
        bytes.append(UInt8(ascii: "["))
        var array = JSONArrayWriter(taking: &self)
        defer { self = array.writer }
        try elements(&array)
        array.writer.bytes.append(UInt8(ascii: "]"))
    }

    /// Writes bytes that are known to be JSON, or a part of it.
    mutating func append(_ raw: some Sequence<UInt8>) {
        bytes.append(contentsOf: raw)
    }

    /// Gives up the bytes without copying them.
    mutating func take() -> JSONWriter {
        let taken = self
        bytes = []
        return taken
    }
}

extension JSONWriter {
    /// The bytes of an object.
    package static func object<Failure: Error>(
        _ members: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = JSONWriter()
        try writer.object(members)
        return writer.bytes
    }

    /// The bytes of an array.
    package static func array<Failure: Error>(
        _ elements: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = JSONWriter()
        try writer.array(elements)
        return writer.bytes
    }
}
