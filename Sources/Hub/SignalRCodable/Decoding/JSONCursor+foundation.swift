public import FoundationEssentials
public import JSON
import Values

/// Foundation's values for whoever reads arguments by hand; see `HubReader` of `SignalRClient`.
///
/// ```swift
/// let payment: HubReader<(UUID, Decimal)> = { bytes, cursor throws(JSONError) in
///     try cursor.expect(UInt8(ascii: "["), bytes)
///     let id = try cursor.uuid(bytes)
///     try cursor.expect(UInt8(ascii: ","), bytes)
///     let amount = try cursor.decimal(bytes)
///     try cursor.expect(UInt8(ascii: "]"), bytes)
///     return (id, amount)
/// }
/// connection.on("Paid", reading: payment) { id, amount in print(id, amount) }
/// ```
extension JSONCursor {
    /// Moves over a string that is a UUID in its usual form, in either letter case.
    ///
    /// - Throws: `wrongValue` for anything else.
    public mutating func uuid(_ bytes: borrowing Span<UInt8>) throws(JSONError) -> UUID {
        UUID(bits: try uuidValue(bytes))
    }

    /// Moves over a number and gives it exactly.
    ///
    /// - Throws: `inexactNumber` for more than 38 digits: nothing is rounded; `invalidNumber` for what is none.
    public mutating func decimal(_ bytes: borrowing Span<UInt8>) throws(JSONError) -> FoundationEssentials.Decimal {
        _ = try peek(bytes)
        let start = offset
        let number = try numberValue(bytes)
        if let decimal = number.shortDecimal { return decimal }
        let digits = JSONString(range: start..<offset, hasEscapes: false).text(bytes)
        guard let decimal = FoundationEssentials.Decimal(string: digits) else {
            throw JSONError(.inexactNumber, at: start)
        }
        return decimal
    }

    /// Moves over a string that is a moment in ISO 8601, to the precision of a `Date`. One without a zone is UTC.
    ///
    /// - Throws: `wrongValue` for anything else.
    public mutating func date(_ bytes: borrowing Span<UInt8>) throws(JSONError) -> Date {
        let place = try string(bytes)
        // A moment needs no escapes, and one that has some is not worth a slow path.
        guard !place.hasEscapes, let date = Date(moment: bytes, place.range) else {
            throw JSONError(.wrongValue, at: place.range.lowerBound, expected: "a moment in ISO 8601")
        }
        return date
    }
}

extension JSONNumber {
    /// The number as a decimal; `nil` where the coefficient needs more than 64 bits.
    var shortDecimal: FoundationEssentials.Decimal? {
        guard coefficient <= UInt64.max else { return nil }
        var coefficient = UInt64(truncatingIfNeeded: coefficient)
        var exponent = coefficient == 0 ? 0 : exponent
        // As decimals are kept elsewhere: 25.50 is 255 tenths.
        while coefficient > 0, exponent < 127, coefficient.isMultiple(of: 10) {
            coefficient /= 10
            exponent += 1
        }
        return FoundationEssentials.Decimal(
            sign: isNegative && coefficient > 0 ? .minus : .plus, exponent: exponent,
            significand: FoundationEssentials.Decimal(coefficient))
    }
}

extension UUID {
    /// - Parameter bits: the first byte is the highest.
    init(bits: UInt128) { self.init(uuid: unsafe unsafeBitCast(bits.bigEndian, to: uuid_t.self)) }
}

extension Date {
    /// Any ISO 8601 moment, with up to nine digits of a second. One without a zone is UTC, as servers write those whose kind
    /// they don't know.
    init?(moment bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
        guard let moment = Timestamp(iso8601: bytes, in: range, assumesUTC: true) else { return nil }
        self.init(timeIntervalSince1970: Double(moment.seconds) + Double(moment.nanoseconds) / 1e9)
    }
}
