import FoundationEssentials
import JSON

/// A JSON text that is being decoded: the bytes it lies in, where what lies in them, and how its scalars become values.
///
/// What is of another kind than was asked for is `nil`; the containers know the way to it, which the error tells.
final class DecodedText {
    /// Shared with those who received them: a decoder may outlive what it was given.
    let bytes: [UInt8]
    private(set) var places: [JSONOutline.Place] = []
    private var outline = JSONOutline()
    let settings: DecodingSettings

    init(_ bytes: [UInt8], _ settings: DecodingSettings) {
        self.bytes = bytes
        self.settings = settings
    }

    /// Moves the cursor over the value that is to be decoded next, checking it.
    func read(_ cursor: inout JSONCursor) throws(JSONError) {
        let bytes = bytes
        // The outline's memory is its own again, and serves once more.
        places = []
        try outline.read(bytes.span, &cursor)
        places = outline.places
    }

    /// Whether the member name at a place is this one, byte by byte.
    @inline(__always)
    func isName(_ number: Int, _ name: borrowing Span<UInt8>) -> Bool {
        let range = places[number].range
        let bytes = bytes
        guard range.count == name.count else { return false }
        for index in name.indices where bytes[range.lowerBound + index] != name[index] { return false }
        return true
    }

    /// The string or name at a place.
    func string(_ number: Int) -> String {
        // A span needs a local to live as long as; so do those below.
        let bytes = bytes
        return places[number].string.text(bytes.span)
    }

    /// A whole number of any kind; `nil` if it has a fraction or does not fit.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ number: Int) -> Integer? {
        let bytes = bytes
        var cursor = JSONCursor(offset: places[number].range.lowerBound)
        if let exact = try? cursor.number(bytes.span) { return exact.integer(as: Integer.self) }
        // More than 38 digits, which some integers of 128 bits have, or an exponent of more than four.
        let digits = digits(number)
        return Self.isZero(digits) ? 0 : Integer(digits)
    }

    /// The nearest binary fraction; `nil` if that is infinite, or zero for what is not.
    func fraction<Fraction: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Int) -> Fraction? {
        let text = digits(number)
        guard let value = Fraction(text), value.isFinite else { return nil }
        return value == 0 && !Self.isZero(text) ? nil : value
    }

    /// `nil` for more digits than decimals have, or such an exponent: nothing is rounded.
    func decimal(_ number: Int) -> FoundationEssentials.Decimal? {
        let bytes = bytes
        var cursor = JSONCursor(offset: places[number].range.lowerBound)
        guard let exact = try? cursor.number(bytes.span) else { return longDecimal(digits(number)) }
        return exact.shortDecimal ?? FoundationEssentials.Decimal(string: digits(number))
    }

    /// A few numbers of 39 digits fit.
    private func longDecimal(_ digits: String) -> FoundationEssentials.Decimal? {
        let value = FoundationEssentials.Decimal(string: digits)
        return value?.description == digits ? value : nil
    }

    /// Whether a number is zero, whatever its exponent.
    private static func isZero(_ digits: String) -> Bool {
        digits.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(UInt8(ascii: "1")...0x39 ~= $0) }
    }

    /// A moment as official servers write it; see `HubCoding`.
    func moment(_ number: Int) -> Date? {
        let place = places[number].string
        let bytes = bytes
        guard place.hasEscapes else { return Date(moment: bytes.span, place.range) }
        let text = Array(string(number).utf8)
        return Date(moment: text.span, text.indices)
    }

    /// `nil` also for a spelling that only `UUID` itself may know.
    func uuid(_ number: Int) -> UUID? {
        let bytes = bytes
        var cursor = JSONCursor(offset: places[number].range.lowerBound - 1)
        guard let value = try? cursor.uuidValue(bytes.span) else { return nil }
        return UUID(bits: value)
    }

    private func digits(_ number: Int) -> String {
        let bytes = bytes
        return JSONString(range: places[number].range, hasEscapes: false).text(bytes.span)
    }
}
