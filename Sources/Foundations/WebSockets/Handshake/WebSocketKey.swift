import Values

/// The key of an opening handshake and the token that answers it (RFC 6455, 4.1 and 4.2.2).
enum WebSocketKey {
    /// 16 unpredictable bytes in base64.
    static func random() -> String { Base64.standard.encode(RandomBytes.make(16)) }

    static func acceptToken(for key: String) -> String {
        Base64.standard.encode(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// Whether this is 16 bytes in base64.
    static func isValid(_ key: String) -> Bool {
        key.utf8.count == 24 && key.hasSuffix("==")
            && key.utf8.dropLast(2).allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
    }
}
