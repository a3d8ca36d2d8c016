import JSON

/// A target's name to compare with what arrives, without making strings. ASCII letter case does not count: hubs and
/// clients spell names in both cases, and no hub tells two targets apart by it.
struct TargetName: Hashable, Sendable {
    private let lowercased: [UInt8]

    init(_ name: String) {
        lowercased = name.utf8.map(Self.lowercased)
    }

    func matches(_ text: JSONString, _ bytes: borrowing JSONCursor.Bytes) -> Bool {
        guard !text.hasEscapes else { return TargetName(text.text(bytes)) == self }
        let range = text.range
        guard range.count == lowercased.count else { return false }
        for index in lowercased.indices
        where Self.lowercased(bytes[range.lowerBound + index]) != lowercased[index] {
            return false
        }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
