/// Adds MessagePack to bytes, each value in its shortest form.
package struct MessagePackWriter: Sendable {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []

    /// Without bytes. The length before a record is its framing's to add.
    package init() {}

    /// Adds nil.
    package mutating func writeNull() { bytes.append(0xC0) }

    /// Adds `true` (0xC3) or `false` (0xC2).
    package mutating func write(_ value: Bool) { bytes.append(value ? 0xC3 : 0xC2) }

    /// Adds a positive fixint or a uint of 1, 2, 4 or 8 bytes.
    package mutating func write(_ value: UInt64) {
        switch value {
        case ...0x7F: bytes.append(UInt8(value))
        case ...0xFF: append(0xCC, value, 1)
        case ...0xFFFF: append(0xCD, value, 2)
        case ...0xFFFF_FFFF: append(0xCE, value, 4)
        default: append(0xCF, value, 8)
        }
    }

    /// Adds a number below zero as a negative fixint or an int of 1 to 8 bytes, any other as its unsigned form.
    package mutating func write(_ value: Int64) {
        let bits = UInt64(bitPattern: value)
        switch value {
        case 0...: write(UInt64(value))
        case (-32)...: bytes.append(UInt8(truncatingIfNeeded: value))
        case Int64(Int8.min)...: append(0xD0, bits, 1)
        case Int64(Int16.min)...: append(0xD1, bits, 2)
        case Int64(Int32.min)...: append(0xD2, bits, 4)
        default: append(0xD3, bits, 8)
        }
    }

    /// Adds a float 64, also where fewer bytes would hold the number.
    package mutating func write(_ value: Double) { append(0xCB, value.bitPattern, 8) }

    /// Adds a fixstr, or a str with its length in 1, 2 or 4 bytes; the length counts UTF-8 bytes.
    package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            switch utf8.count {
            case ...31: bytes.append(0xA0 | UInt8(utf8.count))
            case ...0xFF: append(0xD9, UInt64(utf8.count), 1)
            case ...0xFFFF: append(0xDA, UInt64(utf8.count), 2)
            default: append(0xDB, UInt64(utf8.count), 4)
            }
            unsafe bytes.append(contentsOf: utf8)
        }
    }

    /// Adds the head of an array; so many values follow.
    package mutating func writeArray(_ count: Int) { bytes += Self.head(count, short: 0x90, long: 0xDC) }

    /// Adds the head of a map; so many names follow, each with its value.
    package mutating func writeMap(_ count: Int) { bytes += Self.head(count, short: 0x80, long: 0xDE) }

    /// Begins a container whose size shows only at its end.
    mutating func beginContainer() -> Int {
        bytes.append(0)
        return bytes.count - 1
    }

    /// - Parameters:
    ///   - start: what the beginning has given.
    ///   - count: of its values, or of its names.
    mutating func endContainer(from start: Int, count: Int, isMap: Bool) {
        // Few values, which is usual, have a head of one byte, and nothing moves.
        bytes.replaceSubrange(
            start...start, with: Self.head(count, short: isMap ? 0x80 : 0x90, long: isMap ? 0xDE : 0xDC))
    }

    private static func head(_ count: Int, short: UInt8, long: UInt8) -> [UInt8] {
        switch count {
        case ...15: [short | UInt8(count)]
        case ...0xFFFF: [long, UInt8(count >> 8), UInt8(count & 0xFF)]
        default: [long + 1] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
        }
    }

    private mutating func append(_ head: UInt8, _ value: UInt64, _ width: Int) {
        bytes.append(head)
        for place in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    }
}
