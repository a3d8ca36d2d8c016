/// Unpredictable masking keys, fetched from the kernel 16 at a time: one system call each would cost more than
/// a frame, and every idle connection keeps what is left.
struct MaskingKeys: Sendable {
    private var keys: [UInt32] = []

    mutating func next() -> UInt32 {
        if let key = keys.popLast() { return key }
        keys = Self.random()
        return keys.removeLast()
    }

    private static func random() -> [UInt32] {
        let bytes = RandomBytes.make(16 * 4)
        return (0..<16).map { index in
            (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[4 * index + $1]) }
        }
    }
}
