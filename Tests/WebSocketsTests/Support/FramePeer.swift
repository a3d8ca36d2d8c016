import SocketTestSupport
import Sockets

@testable import WebSockets

/// The server's end of a WebSocket, written by hand: it does exactly what a test says, right or wrong.
struct FramePeer: Sendable {
    let socket: RawSocket
    /// The request as it came.
    let request: String

    /// Reads the request; nil if none comes.
    init?(_ socket: RawSocket) {
        self.socket = socket
        request = String(decoding: socket.read(until: "\r\n\r\n"), as: UTF8.self)
        guard request.hasSuffix("\r\n\r\n") else { return nil }
    }

    /// The request's target.
    var target: String { request.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    func field(_ name: String) -> String? {
        let prefix = "\(name): ".lowercased()
        let line = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix(prefix) }
        return line.map { String($0.dropFirst(prefix.count)) }
    }

    var token: String { WebSocketKey.acceptToken(for: field("Sec-WebSocket-Key") ?? "") }

    /// The answer to the upgrade; each part may be replaced by something wrong.
    func head(
        status: String = "HTTP/1.1 101 Switching Protocols",
        upgrade: String = "Upgrade: websocket\r\nConnection: Upgrade\r\n", token: String? = nil, extra: String = ""
    ) -> String {
        "\(status)\r\n\(upgrade)Sec-WebSocket-Accept: \(token ?? self.token)\r\n\(extra)\r\n"
    }

    func accept(extra: String = "") { socket.send(head(extra: extra)) }

    /// One frame as a server sends it, unless masked.
    static func frame(_ first: UInt8, _ payload: [UInt8] = [], masked: Bool = false) -> [UInt8] {
        var bytes = [first]
        let maskBit: UInt8 = masked ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(maskBit | UInt8(payload.count))
        case ..<65536: bytes += [maskBit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes +=
                [maskBit | 127, 0, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (24 - 8 * $0)) }
        }
        let key: [UInt8] = [1, 2, 3, 4]
        return masked ? bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] } : bytes + payload
    }

    static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
        frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    func text(_ text: String) { socket.send(Self.frame(0x81, Array(text.utf8))) }

    /// The next frame of the client, unmasked.
    func readFrame() -> (opcode: UInt8, payload: [UInt8])? { readWholeFrame().map { ($0.first & 0x0F, $0.payload) } }

    /// The same with its first byte as it came.
    func readWholeFrame() -> (first: UInt8, payload: [UInt8])? {
        guard let head = socket.read(exactly: 2), head[1] & 0x80 != 0 else { return nil }
        var count = Int(head[1] & 0x7F)
        if count > 125 {
            guard let long = socket.read(exactly: count == 126 ? 2 : 8) else { return nil }
            count = long.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let key = socket.read(exactly: 4), let masked = count == 0 ? [] : socket.read(exactly: count) else {
            return nil
        }
        return (head[0], masked.enumerated().map { $1 ^ key[$0 & 3] })
    }

    /// Sends messages back, answers pings and the close, until the client has gone.
    func echo() {
        while let (opcode, payload) = readFrame() {
            switch opcode {
            case 8:
                socket.send(Self.frame(0x88, payload))
                return
            case 9: socket.send(Self.frame(0x8A, payload))
            case 10: break
            default: socket.send(Self.frame(0x80 | opcode, payload))
            }
        }
    }

    /// Waits for the client's close frame, answers it, and returns its payload.
    @discardableResult
    func awaitClose() -> [UInt8]? {
        while let (opcode, payload) = readFrame() {
            guard opcode == 8 else { continue }
            socket.send(Self.frame(0x88, payload))
            return payload
        }
        return nil
    }

    /// Takes what comes until the client has gone.
    func drain() { while !socket.read().isEmpty {} }
}

/// Runs a WebSocket server written by hand around `body`, which gets options to reach it.
func withFramePeer(
    _ script: @escaping @Sendable (FramePeer) -> Void,
    body: (EventLoop, WebSocketOptions) async throws -> Void
) async throws {
    try await withPeer { socket in
        if let peer = FramePeer(socket) { script(peer) }
    } body: { port in
        try await withLoop { loop in try await body(loop, WebSocketOptions(host: "127.0.0.1", port: port)) }
    }
}

/// How opening a WebSocket fails; nil if it does not.
func failure(_ loop: EventLoop, _ options: WebSocketOptions) async -> WebSocketError? {
    do {
        let socket = try await WebSocketConnection.connect(loop, options)
        socket.abort()
        return nil
    } catch {
        return error as? WebSocketError
    }
}

extension WebSocketConnection {
    /// The next message. A fresh iterator each time: only for peers that send one at a time.
    func nextMessage() async throws -> WebSocketMessage? {
        for try await message in messages { return message }
        return nil
    }

    /// All messages, then how it ended.
    func collect() async -> (messages: [WebSocketMessage], error: WebSocketError?) {
        var collected: [WebSocketMessage] = []
        do {
            for try await message in messages { collected.append(message) }
        } catch {
            return (collected, error as? WebSocketError)
        }
        return (collected, nil)
    }
}
