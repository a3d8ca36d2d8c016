import Glibc

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

/// Bytes that nobody can predict.
enum RandomBytes {
    /// - Parameter count: at most 256, which the kernel gives whole or not at all.
    static func make(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let status = unsafe buffer.baseAddress.map { unsafe getentropy($0, count) }
            precondition(status == 0, "no random bytes from the kernel")
            initialized = count
        }
    }
}
