enum UTF8Validation {
    /// ASCII is recognised eight bytes at a time, which is what JSON mostly is; the rest is the standard library's work.
    static func isValid(_ bytes: Span<UInt8>) -> Bool {
        isASCII(bytes) || (try? UTF8Span(validating: bytes)) != nil
    }

    static func isASCII(_ bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { raw in
            var seen: UInt64 = 0
            var index = 0
            // No early exit: the loop without a branch is several times faster than one that stops.
            while index + 8 <= raw.count {
                unsafe seen |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index += 8
            }
            for rest in index..<raw.count { unsafe seen |= UInt64(raw[rest]) }
            return seen & 0x8080_8080_8080_8080 == 0
        }
    }
}
