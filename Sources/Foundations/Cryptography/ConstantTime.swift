import CCrypto

/// Comparisons that don't tell by their duration how much of a guess was right.
package enum ConstantTime {
    /// Compares in a time that depends on the lengths only.
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        unsafe left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
