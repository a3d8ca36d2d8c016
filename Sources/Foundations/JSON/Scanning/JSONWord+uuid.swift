extension JSONWord {
    /// - Precondition: 36 bytes from `start` lie within the text.
    /// - Returns: `nil` unless they are a UUID.
    static func uuid(_ bytes: borrowing JSONCursor.Bytes, at start: Int) -> UInt128? {
        precondition(start >= 0 && start <= bytes.count - 36)
        let isDashed =
            bytes[start + 8] == UInt8(ascii: "-") && bytes[start + 13] == UInt8(ascii: "-")
            && bytes[start + 18] == UInt8(ascii: "-") && bytes[start + 23] == UInt8(ascii: "-")
        // Between two dashes are four digits: half a word from each side makes one word without the dash.
        guard isDashed, let first = digits(word(bytes, start)),
            let second = digits(without(dashAt: start + 13, bytes)),
            let third = digits(without(dashAt: start + 23, bytes)), let fourth = digits(word(bytes, start + 28))
        else { return nil }
        return UInt128(UInt64(first) << 32 | UInt64(second)) << 64 | UInt128(UInt64(third) << 32 | UInt64(fourth))
    }

    /// The four bytes in front of a dash and the four behind it.
    @inline(__always)
    private static func without(dashAt place: Int, _ bytes: borrowing JSONCursor.Bytes) -> UInt64 {
        word(bytes, place - 4) & 0xFFFF_FFFF | word(bytes, place - 3) & 0xFFFF_FFFF_0000_0000
    }

    /// The first byte is the lowest. Called for places whose eight bytes lie in the 36 that `uuid` has checked.
    @inline(__always)
    private static func word(_ bytes: borrowing JSONCursor.Bytes, _ start: Int) -> UInt64 {
        let raw = unsafe bytes.bytes
        return unsafe UInt64(littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self))
    }

    /// The value of eight hexadecimal digits; `nil` if one is none.
    @inline(__always)
    private static func digits(_ word: UInt64) -> UInt32? {
        let small = word | (ones &* 0x20)
        // No byte has its high bit, so that no sum reaches the next byte.
        guard word & highBits == 0 else { return nil }
        let isDigit = atLeast(0x30, word) & ~atLeast(0x3A, word)
        let isLetter = atLeast(0x61, small) & ~atLeast(0x67, small)
        guard (isDigit | isLetter) & highBits == highBits else { return nil }
        // The low four bits of a letter are one to six: nine are missing. The first digit becomes the highest.
        var value = ((word & (ones &* 0x0F)) &+ ((word >> 6 & ones) &* 9)).byteSwapped
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: value | value >> 16)
    }

    /// The high bit of each byte that is `limit` or more; all bytes are below 0x80.
    @inline(__always)
    private static func atLeast(_ limit: UInt64, _ word: UInt64) -> UInt64 { word &+ (ones &* (0x80 - limit)) }
}
