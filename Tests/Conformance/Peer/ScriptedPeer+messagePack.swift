/// What cases of MessagePack begin with. The peer speaks it byte by byte: it shares no code with the client.
extension ScriptedPeer {
    /// Lets a client in that speaks MessagePack, with the ping behind its handshake.
    func messagePackHub(starting client: any ClientUnderTest) async throws -> PeerSocket {
        async let started: Void = client.start()
        let socket = try await webSocket()
        let hello = try await socket.messages.next("handshake")
        try require(!hello.isText, "the handshake came as text")
        try require(
            hello.bytes == PeerSocket.bytes(#"{"protocol":"messagepack","version":1}^"#),
            "a handshake was expected, not \(String(decoding: hello.bytes, as: UTF8.self))")
        socket.send(frame: 2, PeerSocket.bytes("{}^"))
        try await started
        let ping = try await socket.messages.next("ping")
        try require(!ping.isText && ping.bytes == [0x02, 0x91, 0x06], "\(ping)")
        return socket
    }
}

extension PeerSocket {
    /// The next message that is no ping.
    func nextMessagePack(_ what: String) async throws -> [UInt8] {
        while true {
            let message = try await messages.next(what)
            try require(!message.isText, "\(what) came as text")
            if message.bytes != [0x02, 0x91, 0x06] { return message.bytes }
        }
    }

    func send(messagePack bytes: [UInt8]) { send(frame: 2, bytes) }

    /// An invocation of `t` with one string, its length in front in so many bytes at least.
    static func invocation(_ text: String, lengthBytes: Int = 1) -> [UInt8] {
        let utf8 = Array(text.utf8)
        let head: [UInt8] =
            switch utf8.count {
            case ..<32: [0xA0 | UInt8(utf8.count)]
            case ..<65_536: [0xDA, UInt8(utf8.count >> 8), UInt8(utf8.count & 0xFF)]
            default: [0xDB] + (0..<4).map { UInt8(truncatingIfNeeded: utf8.count >> (24 - 8 * $0)) }
            }
        let message = [0x96, 0x01, 0x80, 0xC0, 0xA1, 0x74, 0x91] + head + utf8 + [0x90]
        return length(message.count, bytes: lengthBytes) + message
    }

    /// Seven bits a byte, the lowest first, filled up with zeros to so many bytes.
    static func length(_ count: Int, bytes minimum: Int = 1) -> [UInt8] {
        var (left, bytes): (Int, [UInt8]) = (count, [])
        repeat {
            bytes.append(UInt8(left & 0x7F) | 0x80)
            left >>= 7
        } while left > 0 || bytes.count < minimum
        bytes[bytes.count - 1] &= 0x7F
        return bytes
    }
}
