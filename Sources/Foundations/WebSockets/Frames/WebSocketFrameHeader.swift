/// The part of a frame in front of its payload.
struct WebSocketFrameHeader: Equatable {
    var isFinal: Bool
    var opcode: WebSocketFrame.Opcode
    /// Whether the message that begins with this frame is compressed.
    var isCompressed: Bool
    /// Bytes of the payload.
    var length: Int
    /// As it lies in memory; nil if the frame is not masked.
    var key: UInt32?
    /// Bytes of the header itself, 2...14.
    var size: Int

    /// nil when more bytes are needed. Refuses what `role`'s peer must not send, as early as the bytes show it.
    /// - Parameter mayCompress: whether the peer may send compressed messages.
    init?(
        _ bytes: Span<UInt8>, from start: Int, role: WebSocketRole, mayCompress: Bool
    ) throws(WebSocketViolation) {
        let available = bytes.count - start
        guard available >= 2 else { return nil }
        let first = bytes[start]
        let second = bytes[start + 1]
        isCompressed = first & WebSocketFrame.compressedBit != 0
        guard first & 0x30 == 0, mayCompress || !isCompressed else { throw WebSocketViolation(1002, "reserved bits") }
        guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
            throw WebSocketViolation(1002, "opcode")
        }
        // Only what begins a message says how it comes (RFC 7692, 6).
        guard !isCompressed || opcode == .text || opcode == .binary else {
            throw WebSocketViolation(1002, "reserved bits")
        }
        let isMasked = second & 0x80 != 0
        guard isMasked == role.receivesMasked else {
            throw WebSocketViolation(1002, isMasked ? "masked frame" : "unmasked frame")
        }
        isFinal = first & 0x80 != 0
        self.opcode = opcode
        let short = Int(second & 0x7F)
        if opcode.isControl, !isFinal || short > 125 { throw WebSocketViolation(1002, "control frame") }
        let extra = short == 126 ? 2 : short == 127 ? 8 : 0
        size = 2 + extra + (isMasked ? 4 : 0)
        guard available >= size else { return nil }
        var long = UInt64(short)
        if extra > 0 {
            long = 0
            for index in (start + 2)..<(start + 2 + extra) { long = long << 8 | UInt64(bytes[index]) }
            guard extra == 2 ? long > 125 : long > 65535 && long >> 63 == 0 else {
                throw WebSocketViolation(1002, "length")
            }
        }
        length = Int(long)
        guard isMasked else { return }
        var key: UInt32 = 0
        for index in 0..<4 { key |= UInt32(bytes[start + size - 4 + index]) << (8 * index) }
        self.key = UInt32(littleEndian: key)
    }
}
