import CLibWebSockets

/// The key of an opening handshake and the token that answers it (RFC 6455, 4.1 and 4.2.2).
enum WebSocketKey {
    /// 16 unpredictable bytes in base64.
    static func random() -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        unsafe precondition(getrandom(&bytes, 16, 0) == 16, "no random bytes from the kernel")
        return base64(bytes)
    }

    static func acceptToken(for key: String) -> String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: 20)
        unsafe lws_SHA1(text, text.count, &digest)
        return base64(digest)
    }

    static func base64(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: bytes.count * 4 / 3 + 8)
        let count = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe lws_b64_encode_string($0.baseAddress, Int32($0.count), &text, Int32(text.count))
            }
        }
        return String(decoding: text.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
