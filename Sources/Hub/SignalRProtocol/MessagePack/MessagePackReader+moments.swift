import Values

extension MessagePackReader {
    /// The type of moments.
    static let momentType: Int8 = -1

    /// From 0001-01-01T00:00:00Z to the last second of 9999: what has an ISO 8601 text.
    private static let seconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Adds the content of an extension, which must be a moment.
    mutating func moment(
        _ type: Int8, _ count: Int, _ bytes: borrowing Bytes, at start: Int, to json: inout [UInt8]
    ) throws(MessagePackError) {
        guard type == Self.momentType else { throw MessagePackError(.unknownExtension(type), at: start) }
        let seconds: Int64
        var nanoseconds: UInt64 = 0
        switch count {
        case 4: seconds = Int64(try bigEndian(4, bytes))
        case 8:
            let both = try bigEndian(8, bytes)
            (nanoseconds, seconds) = (both >> 34, Int64(both & (1 << 34 - 1)))
        case 12:
            nanoseconds = try bigEndian(4, bytes)
            seconds = Int64(bitPattern: try bigEndian(8, bytes))
        default: throw MessagePackError(.invalidTimestamp, at: start)
        }
        guard nanoseconds < 1_000_000_000, Self.seconds ~= seconds else {
            throw MessagePackError(.invalidTimestamp, at: start)
        }
        json.append(contentsOf: "\"\(Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds)))\"".utf8)
    }
}
