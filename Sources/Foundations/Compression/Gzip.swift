import CZlib

/// Whole files of RFC 1952, for `Content-Encoding: gzip`.
package enum Gzip {
    /// Method DEFLATE, no name, no time, no say about the system: the same bytes each time.
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    /// An empty last block: what a ``Deflater`` writes goes on for ever.
    private static let lastBlock: [UInt8] = [3, 0]

    /// - Parameter bytes: less than 4 GiB.
    package static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var target = head
        target.reserveCapacity(bytes.count / 4 + 64)
        var deflater = Deflater(forOnly: bytes.count, windowBits: 15)
        deflater.compress(bytes.span, into: &target)
        target += lastBlock
        let sum = unsafe bytes.withUnsafeBufferPointer { unsafe crc32_z(0, $0.baseAddress, $0.count) }
        for word in [UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: bytes.count)] {
            for shift in [0, 8, 16, 24] as [UInt32] { target.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return target
    }
}
