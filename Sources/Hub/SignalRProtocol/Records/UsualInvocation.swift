import Glibc
package import JSON

/// The form in which hubs send nearly every invocation: `{"type":1,"target":"Name","arguments":[…]}`, without spaces, and
/// nothing behind the arguments.
///
/// It is found by comparing bytes instead of reading members. A record that begins so has the type 1, that target and
/// these arguments, if it ends right behind them: by then no member can have come twice. Every other record, also a wrong
/// one, is left to ``HubEnvelope``.
package struct UsualInvocation: Sendable {
    private static let head = Array(#"{"type":1,"target":""#.utf8)
    private static let middle = Array(#"","arguments":["#.utf8)

    /// Where the record begins.
    package let start: Int
    /// The name's bytes; it has no escapes.
    package let target: Range<Int>
    /// Where the array of the arguments begins.
    package let arguments: Int

    private init(start: Int, target: Range<Int>, arguments: Int) {
        self.start = start
        self.target = target
        self.arguments = arguments
    }

    /// `nil` unless a record begins at `start` in this form. Where its arguments end is not looked at.
    package init?(_ bytes: borrowing JSONCursor.Bytes, at start: Int) {
        guard Self.begins(bytes, with: Self.head, at: start) else { return nil }
        var name = JSONCursor(offset: start + Self.head.count - 1)
        guard let text = try? name.string(bytes), !text.hasEscapes, !text.range.isEmpty,
            Self.begins(bytes, with: Self.middle, at: text.range.upperBound)
        else { return nil }
        self.init(
            start: start, target: text.range, arguments: text.range.upperBound + Self.middle.count - 1)
    }

    /// This form at another place of the same bytes, if everything up to the arguments is the same there.
    @inline(__always)
    package func repeated(at other: Int, in bytes: borrowing JSONCursor.Bytes) -> UsualInvocation? {
        let count = arguments + 1 - start
        guard start >= 0, other >= 0, count > 0, bytes.count - count >= max(start, other) else { return nil }
        // Both places have `count` bytes before the end, as just checked.
        let isSame = unsafe bytes.withUnsafeBytes { raw in
            unsafe memcmp(raw.baseAddress! + start, raw.baseAddress! + other, count) == 0
        }
        guard isSame else { return nil }
        let distance = other - start
        return UsualInvocation(
            start: other, target: target.lowerBound + distance..<target.upperBound + distance,
            arguments: arguments + distance)
    }

    /// Where the arguments end, without reading them: at the first `]`, if the record ends there.
    ///
    /// Then nothing but them can be in between, if they are JSON at all: whoever decodes them finds out whether they are.
    /// `nil` if they have brackets within, or if the record goes on.
    @inline(__always)
    package func unreadEnd(in bytes: borrowing JSONCursor.Bytes) -> Int? {
        let first = arguments + 1
        guard first > 0, first < bytes.count else { return nil }
        // The search stays between `first` and the last byte.
        let found = unsafe bytes.withUnsafeBytes { raw -> Int? in
            let base = raw.baseAddress!
            let place = unsafe memchr(base + first, Int32(UInt8(ascii: "]")), raw.count - first)
            return unsafe place.map { unsafe UnsafeRawPointer($0) - base }
        }
        return found.map { $0 + 1 }
    }

    /// Where the next record begins, if this one ends behind what ends at `end`.
    package static func next(after end: Int, in bytes: borrowing JSONCursor.Bytes) -> Int? {
        guard end >= 0, end < bytes.count - 1, bytes[end] == UInt8(ascii: "}"),
            bytes[end + 1] == HubRecordReader.separator
        else { return nil }
        return end + 2
    }

    private static func begins(
        _ bytes: borrowing JSONCursor.Bytes, with words: [UInt8], at start: Int
    ) -> Bool {
        guard start <= bytes.count - words.count else { return false }
        for index in words.indices where bytes[start + index] != words[index] { return false }
        return true
    }
}
