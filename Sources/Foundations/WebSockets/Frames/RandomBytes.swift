import Glibc

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
