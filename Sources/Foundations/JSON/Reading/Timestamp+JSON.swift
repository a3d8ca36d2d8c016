package import Values

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
