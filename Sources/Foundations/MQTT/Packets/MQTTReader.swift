/// Cuts packets out of a broker's bytes, in whatever pieces they come. It holds one packet of the limit at most.
struct MQTTReader {
    let version: MQTTVersion
    private let limit: Int
    private var buffer: [UInt8] = []
    /// Bytes of a packet that nobody reads, still to come.
    private var skipping = 0

    init(_ version: MQTTVersion, limit: Int) {
        self.version = version
        self.limit = limit
    }

    /// - Parameter take: gets each whole packet.
    mutating func read(_ bytes: Span<UInt8>, _ take: (MQTTAnswer) -> Void) throws(MQTTError) {
        for index in bytes.indices {
            if skipping > 0 {
                skipping -= 1
                continue
            }
            buffer.append(bytes[index])
            if buffer.count == 1 { try Self.check(buffer[0]) }
            guard let (head, size) = try frame() else { continue }
            if size > limit {
                // Only a message has this size, and one that nobody here waits for: what is ours is small.
                guard buffer[0] >> 4 == 3 else { throw .malformed("it sends a packet of \(size) bytes") }
                skipping = size
                buffer.removeAll(keepingCapacity: true)
                take(.skipped)
            } else if buffer.count == head + size {
                let answer = try MQTTAnswer(buffer[0], buffer[head...], version)
                buffer.removeAll(keepingCapacity: true)
                take(answer)
            }
        }
    }

    /// At once, not when a length has come that other protocols mean otherwise: a web server's answer begins as a packet of 84 bytes would.
    private static func check(_ head: UInt8) throws(MQTTError) {
        switch head {
        case 0x20, 0x30...0x3F, 0x40, 0x90, 0xD0, 0xE0: return
        default: throw .malformed("a packet begins with \(head)")
        }
    }

    /// How long the packet's head is, and what follows it; `nil` before both are known.
    private func frame() throws(MQTTError) -> (head: Int, size: Int)? {
        var size = 0
        for index in 1...4 {
            guard index < buffer.count else { return nil }
            size |= Int(buffer[index] & 0x7F) << (7 * (index - 1))
            if buffer[index] & 0x80 == 0 { return (index + 1, size) }
        }
        throw .malformed("a length has more than four bytes")
    }
}
