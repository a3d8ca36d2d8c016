/// Unpredictable masking keys, fetched from the kernel 64 at a time: one system call each would cost more than a frame.
struct MaskingKeys: Sendable {
    private var keys: [UInt32] = []

    mutating func next() -> UInt32 {
        if let key = keys.popLast() { return key }
        keys = Self.random()
        return keys.removeLast()
    }

    private static func random() -> [UInt32] {
        let bytes = RandomBytes.make(64 * 4)
        return (0..<64).map { index in
            (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[4 * index + $1]) }
        }
    }
}
