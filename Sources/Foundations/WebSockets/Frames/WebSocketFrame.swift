/// Opcodes and frame encoding (RFC 6455, 5.2).
enum WebSocketFrame {
    enum Opcode: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    /// The first reserved bit: the message is compressed (RFC 7692, 6).
    static let compressedBit: UInt8 = 0x40

    /// Appends one frame, masked if there is a key.
    static func append(
        _ opcode: Opcode, _ payload: some Collection<UInt8>, isCompressed: Bool = false, key: UInt32?,
        to bytes: inout [UInt8]
    ) {
        bytes.append(0x80 | opcode.rawValue | (isCompressed ? compressedBit : 0))
        let masked: UInt8 = key == nil ? 0 : 0x80
        let count = payload.count
        switch count {
        case ..<126: bytes.append(masked | UInt8(count))
        case ..<65536:
            bytes.append(masked | 126)
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(count & 0xFF))
        default:
            bytes.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        guard let key else { return bytes.append(contentsOf: payload) }
        unsafe withUnsafeBytes(of: key) { unsafe bytes.append(contentsOf: $0) }
        let start = bytes.count
        bytes.append(contentsOf: payload)
        mask(&bytes, from: start, key: key)
    }

    /// Masks or unmasks what is behind `start`, eight bytes at a time. `key` is as it lies in memory.
    static func mask(_ bytes: inout [UInt8], from start: Int, key: UInt32) {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            let wide = UInt64(key) << 32 | UInt64(key)
            var index = start
            while index + 8 <= buffer.count {
                unsafe buffer.storeBytes(
                    of: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ wide, toByteOffset: index,
                    as: UInt64.self)
                index += 8
            }
            unsafe withUnsafeBytes(of: key) { key in
                for rest in index..<buffer.count { unsafe buffer[rest] ^= key[(rest - index) & 3] }
            }
        }
    }

    static func close(code: Int, reason: String) -> [UInt8] {
        guard code != 1005 else { return [] }
        var reasonBytes = Array(reason.utf8.prefix(123))
        // Cutting may have split a character.
        while String(validating: reasonBytes, as: UTF8.self) == nil { reasonBytes.removeLast() }
        return [UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF)] + reasonBytes
    }

    /// Codes a peer may send in a close frame (RFC 6455, 7.4, and the registry).
    static func isValidCloseCode(_ code: Int) -> Bool {
        (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
    }
}

/// Which end of a WebSocket we are. A client masks its frames and a server does not (RFC 6455, 5.3).
package enum WebSocketRole: Sendable {
    case client
    case server

    /// Whether the peer's frames must be masked.
    var receivesMasked: Bool { self == .server }
}

/// What the peer did wrong, as the close frame that answers it.
struct WebSocketViolation: Error, Equatable {
    var code: Int
    var reason: String

    init(_ code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

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
