import Values

/// What a `JSONWriter` can write. Binary fractions are left out on purpose: they would round.
package protocol JSONWritable {
    /// Writes exactly one JSON value.
    func write(to writer: inout JSONWriter)
}

extension Bool: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.append(self ? "true".utf8 : "false".utf8)
    }
}

extension JSONWritable where Self: BinaryInteger {
    package func write(to writer: inout JSONWriter) {
        writer.append(String(self).utf8)
    }
}

extension Int: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt16: JSONWritable {}
extension UInt32: JSONWritable {}
extension UInt64: JSONWritable {}

extension Decimal: JSONWritable {
    /// Writes a number with the scale that the decimal has, such as `5.00`.
    package func write(to writer: inout JSONWriter) {
        writer.append(description.utf8)
    }
}

extension Timestamp: JSONWritable {
    /// Writes a string in ISO 8601, in UTC.
    package func write(to writer: inout JSONWriter) {
        writer.write(description)
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        if let value = self { writer.write(value) } else { writer.append("null".utf8) }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.array { array in
            for element in self { array.append(element) }
        }
    }
}
