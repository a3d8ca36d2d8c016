import CLibWebSockets

/// Unpredictable masking keys, fetched from the kernel 64 at a time: one system call each would cost more than a frame.
struct MaskingKeys: Sendable {
    private var keys: [UInt32] = []

    mutating func next() -> UInt32 {
        if keys.isEmpty { keys = Self.random(64) }
        return keys.removeLast()
    }

    private static func random(_ count: Int) -> [UInt32] {
        unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Up to 256 bytes are never cut short once the kernel's generator is seeded.
            let size = count * MemoryLayout<UInt32>.size
            unsafe precondition(getrandom(buffer.baseAddress, size, 0) == size, "no random bytes from the kernel")
            initialized = count
        }
    }
}
