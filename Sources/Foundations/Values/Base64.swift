/// Base 64 (RFC 4648) with its two alphabets.
package enum Base64: Sendable {
    /// '+' and '/', padded.
    case standard
    /// '-' and '_', without padding.
    case url

    /// The bytes as text.
    package func encode(_ bytes: some Sequence<UInt8>) -> String {
        let alphabet = self.alphabet
        var text: [UInt8] = []
        var buffer = 0, bits = 0
        for byte in bytes {
            buffer = (buffer << 8 | Int(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[buffer >> bits & 63])
            }
        }
        if bits > 0 { text.append(alphabet[buffer << (6 - bits) & 63]) }
        if self == .standard { while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) } }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text. Strict, since a token or key that two readers read differently is a hole.
    ///
    /// - Returns: `nil` for foreign characters, a wrong length, or leftover bits that aren't zero.
    package func decode(_ text: some StringProtocol) -> [UInt8]? {
        let alphabet = self.alphabet
        var characters = Array(text.utf8)
        if self == .standard {
            guard characters.count % 4 == 0 else { return nil }
            for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        }
        var bytes: [UInt8] = []
        var buffer = 0, bits = 0
        for character in characters {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            buffer = (buffer << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        guard bits < 6, buffer & (1 << bits - 1) == 0 else { return nil }
        return bytes
    }

    private var alphabet: [UInt8] {
        let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        return Array((common + (self == .standard ? "+/" : "-_")).utf8)
    }
}
