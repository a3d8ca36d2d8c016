import FoundationEssentials
import Values

extension HubCoding {
    /// Any ISO 8601 moment, with up to nine digits of a second. One without a zone is UTC, as servers write those whose kind
    /// they don't know.
    static func moment(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Date? {
        Timestamp(iso8601: bytes, in: range, assumesUTC: true).map { moment in
            Date(timeIntervalSince1970: Double(moment.seconds) + Double(moment.nanoseconds) / 1e9)
        }
    }

    /// In UTC, to the microsecond: a `Date` holds no more.
    static func encodeMoment(_ date: Date, _ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let seconds = date.timeIntervalSince1970
        // The years 1 to 9999, which are those of ISO 8601 and of the servers.
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
            throw EncodingError.invalidValue(
                date,
                EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "outside the years 1 to 9999"))
        }
        try container.encode(Timestamp(microseconds: Int64((seconds * 1e6).rounded())).description)
    }
}
