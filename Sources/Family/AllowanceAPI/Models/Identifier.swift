/// The id of a child, transaction, user or notification: one type each, though all are text.
///
/// Letters are lower case, since the server writes GUIDs so and accepts both. Only letters, digits, `-` and `_` are
/// taken: an id becomes part of a path, and a hostile one must not lead out of it.
package struct Identifier<Subject>: RawRepresentable, Hashable, Sendable {
    /// In lower case; safe as a part of a path.
    package let rawValue: String

    /// The longest id that is taken; a GUID has 36 characters.
    package static var maximumLength: Int { 64 }

    /// - Returns: `nil` for anything but 1 to 64 letters, digits, `-` and `_`.
    package init?(rawValue: String) {
        guard 1...Self.maximumLength ~= rawValue.utf8.count, rawValue.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        // A server writes lower case already, and lists are long.
        self.rawValue = rawValue.utf8.contains { 0x41...0x5A ~= $0 } ? rawValue.lowercased() : rawValue
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Identifier: CustomStringConvertible {
    /// The id as it is, for paths and logs.
    package var description: String { rawValue }
}
