/// Random numbers that are the same for the same seed, so that a run can be repeated. Not for secrets.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter seed: any number, also 0; neighbouring seeds give unrelated numbers.
    package init(seed: UInt64) {
        state = seed
    }

    /// A step of constant length, scrambled by multiplications and shifts.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random id in the form of a GUID.
    mutating func nextID() -> String {
        let digits = Self.hexadecimal(next()) + Self.hexadecimal(next())
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
            String(decoding: digits[range], as: UTF8.self)
        }
        return parts.joined(separator: "-")
    }

    private static func hexadecimal(_ number: UInt64) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return (0..<16).map { digits[Int(number >> UInt64(60 - 4 * $0) & 15)] }
    }
}
