import CCrypto

/// SHA-256 and its keyed form, from libcrypto.
package enum SHA256 {
    package static let byteCount = 32

    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let result = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(result == 1, "libcrypto offers no SHA-256")
        return digest
    }

    /// HMAC-SHA256, RFC 2104.
    package static func authenticationCode(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        let result = unsafe HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
        unsafe precondition(result != nil, "libcrypto offers no HMAC")
        return code
    }

    /// Compares in a time that depends on the lengths only.
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        unsafe left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}

/// Bytes that nobody can guess, from the kernel's `getrandom`, which the standard library's generator uses.
package func randomBytes(count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}
