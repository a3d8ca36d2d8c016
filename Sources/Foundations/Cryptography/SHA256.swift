import CCrypto

/// SHA-256 and its keyed form, from libcrypto.
package enum SHA256 {
    /// Bytes of each result.
    package static let byteCount = 32

    /// The digest of FIPS 180-4.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let result = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(result == 1, "libcrypto offers no SHA-256")
        return digest
    }

    /// HMAC-SHA256, RFC 2104.
    ///
    /// - Precondition: the key has less than 2 GiB.
    package static func authenticationCode(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        let result = unsafe HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
        unsafe precondition(result != nil, "libcrypto offers no HMAC")
        return code
    }
}
