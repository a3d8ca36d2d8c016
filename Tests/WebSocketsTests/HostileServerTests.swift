import SocketTestSupport
import Sockets
import Testing

@testable import WebSockets

/// A server that breaks the rules, one by one. Whatever it does, the client ends with a fitting error, and takes no harm:
/// run under the address sanitizer too.
@Suite("Client: hostile servers")
struct HostileServerTests {
    static func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
    static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] { FramePeer.frame(first, payload) }
    static let normalClose = FramePeer.close(1000)

    static let violations: [(name: String, bytes: [UInt8])] = [
        ("masked", FramePeer.frame(0x81, [0x68], masked: true)), ("reserved bit 1", frame(0xC1, [0x68])),
        ("reserved bit 2", frame(0xA1, [0x68])), ("reserved bit 3", frame(0x91, [0x68])),
        ("opcode 3", frame(0x83, [1])),
        ("opcode 7", frame(0x87, [1])), ("opcode 11", frame(0x8B)), ("opcode 15", frame(0x8F)),
        ("long ping", frame(0x89, repeated(0x70, 126))), ("long close", frame(0x88, [3, 0xE8] + repeated(0x70, 124))),
        ("fragmented ping", frame(0x09, [0x70])), ("lone continuation", frame(0x80, [0x78])),
        ("text in text", frame(0x01, [0x78]) + frame(0x81, [0x79])), ("bad UTF-8", frame(0x81, [0xFF])),
        ("bad UTF-8 over fragments", frame(0x01, [0xC3]) + frame(0x89, [0x70]) + frame(0x80, [0x28])),
        ("cut UTF-8", frame(0x81, [0xE2, 0x82])), ("surrogate", frame(0x81, repeated(0x61, 9) + [0xED, 0xA0, 0x80])),
        ("close of one byte", frame(0x88, [3])), ("close 1005", FramePeer.close(1005)),
        ("close 999", FramePeer.close(999)),
        ("close reason", frame(0x88, [3, 0xE8, 0xFF])), ("long form of 5", [0x82, 126, 0, 5] + repeated(0x61, 5)),
        ("longest form of 5", [0x82, 127, 0, 0, 0, 0, 0, 0, 0, 5] + repeated(0x61, 5)),
        ("length 2^63", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0]),
    ]

    /// How a connection to a server that sends these bytes after the handshake ends.
    static func outcome(_ bytes: [UInt8]) async throws -> (messages: [WebSocketMessage], error: WebSocketError?) {
        var result: (messages: [WebSocketMessage], error: WebSocketError?) = ([], nil)
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send(bytes)
            peer.drain()
        } body: { loop, options in
            result = await (try await WebSocketConnection.connect(loop, options)).collect()
        }
        return result
    }

    @Test("ends at frames that break RFC 6455", .timeLimit(.minutes(1)), arguments: violations.map(\.name))
    func violation(_ name: String) async throws {
        let bytes = try #require(Self.violations.first { $0.name == name }?.bytes)
        let (messages, error) = try await Self.outcome(bytes)
        #expect(error?.kind == .violation)
        #expect(messages.isEmpty)
    }

    @Test("delivers what came before the first broken frame", .timeLimit(.minutes(1)))
    func beforeViolation() async throws {
        let (messages, error) = try await Self.outcome(Self.frame(0x81, [0x61]) + Self.frame(0x80, [0x62]))
        #expect(messages.map(\.text) == ["a"])
        #expect(error?.kind == .violation)
    }

    @Test("refuses too much before it has come", .timeLimit(.minutes(1)))
    func tooMuch() async throws {
        let huge = [0x82, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] as [UInt8]
        let fragments = Self.frame(0x02, Self.repeated(1, 900_000)) + Self.frame(0x80, Self.repeated(1, 900_000))
        for bytes in [huge, Self.frame(0x82, Self.repeated(1, 20_000_000)), fragments] {
            let (messages, error) = try await Self.outcome(bytes)
            #expect(messages.isEmpty)
            #expect(error?.kind == .messageTooBig(limit: 1 << 20))
        }
    }

    @Test("survives storms of frames", .timeLimit(.minutes(1)))
    func storms() async throws {
        let going = FramePeer.close(1001)
        let late = [UInt8]((0..<50).flatMap { _ in Self.frame(0x81, Array("late".utf8)) })
        let closes = [UInt8]((0..<10_000).flatMap { _ in going })
        for bytes in [going + late, closes] {
            let (messages, error) = try await Self.outcome(bytes)
            #expect(messages.isEmpty)
            #expect(error?.kind == .closed(code: 1001, reason: "", byPeer: true))
        }
        let pings = [UInt8]((0..<20_000).flatMap { _ in Self.frame(0x89, Self.repeated(0x70, 100)) })
        let pongs = [UInt8]((0..<10_000).flatMap { _ in Self.frame(0x8A, [0x78]) })
        let empty = Self.frame(0x01) + [UInt8]((0..<100_000).flatMap { _ in [0x00, 0x00] as [UInt8] })
        for (bytes, expected) in [(pings, []), (pongs, []), (empty + Self.frame(0x80, Array("end".utf8)), ["end"])] {
            let (messages, error) = try await Self.outcome(bytes + Self.normalClose)
            #expect(messages.map(\.text) == expected)
            #expect(error == nil)
        }
    }

    @Test("ends at garbage and half frames", .timeLimit(.minutes(1)))
    func garbage() async throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5 {
            let bytes = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var error: WebSocketError?
            try await withFramePeer { peer in
                peer.accept()
                peer.socket.send(bytes)
                peer.socket.shutdownWriting()
                peer.drain()
            } body: { loop, options in
                error = await (try await WebSocketConnection.connect(loop, options)).collect().error
            }
            #expect(error != nil)
        }
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send(Array(Self.frame(0x81, Self.repeated(0x78, 1000)).prefix(500)))
        } body: { loop, options in
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.isEmpty)
            #expect(error?.kind == .lost)
        }
    }

    /// Answers to the upgrade, from the peer's request.
    static let heads: [(name: String, answer: @Sendable (FramePeer) -> String)] = [
        ("wrong accept", { $0.head(token: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=") }),
        ("two accepts", { $0.head(extra: "Sec-WebSocket-Accept: AAAA\r\n") }),
        ("no accept", { _ in "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n" }),
        ("no Upgrade", { $0.head(upgrade: "Connection: Upgrade\r\n") }),
        ("no Connection", { $0.head(upgrade: "Upgrade: websocket\r\n") }),
        ("another upgrade", { $0.head(upgrade: "Upgrade: h2c\r\nConnection: Upgrade\r\n") }),
        ("extension", { $0.head(extra: "Sec-WebSocket-Extensions: permessage-deflate\r\n") }),
        ("subprotocol", { $0.head(extra: "Sec-WebSocket-Protocol: evil\r\n") }),
        ("bare LF", { $0.head().replacing("\r\n", with: "\n") }), ("bare CR", { $0.head(extra: "X: a\rY: b\r\n") }),
        ("NUL", { $0.head(extra: "X: a\0b\r\n") }), ("folded line", { $0.head(extra: "X: a\r\n b\r\n") }),
        ("blank before colon", { $0.head(extra: "X : a\r\n") }), ("HTTP/2.0", { $0.head(status: "HTTP/2.0 101 X") }),
        ("HTTP/1.0", { $0.head(status: "HTTP/1.0 101 X") }), ("status 1e1", { $0.head(status: "HTTP/1.1 1e1 X") }),
        ("status +10", { $0.head(status: "HTTP/1.1 +10 X") }),
        (
            "endless fields",
            { _ in "HTTP/1.1 101 X\r\n" + String(repeating: "X-A: yyyyyyyyyyyyyyyy\r\n", count: 20_000) }
        ),
        ("endless line", { _ in "HTTP/1.1 101 " + String(repeating: "y", count: 400_000) }),
        ("endless interim", { _ in String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000) }),
    ]

    @Test("refuses upgrades that break HTTP or RFC 6455", .timeLimit(.minutes(1)), arguments: heads.map(\.name))
    func head(_ name: String) async throws {
        let answer = try #require(Self.heads.first { $0.name == name }?.answer)
        try await withFramePeer { peer in
            peer.socket.send(answer(peer))
            peer.drain()
        } body: { loop, options in
            #expect(await failure(loop, options)?.kind == .handshake)
        }
    }

    @Test("reads a refusal whatever follows it", .timeLimit(.minutes(1)))
    func longRefusal() async throws {
        try await withFramePeer { peer in
            peer.socket.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 1_000_000))
            peer.drain()
        } body: { loop, options in
            #expect(await failure(loop, options)?.kind == .http(status: 200, headers: ["Content-Length": "1000000"]))
        }
    }

    @Test("says that a plain port speaks TLS", .timeLimit(.minutes(1)))
    func plainAlert() async throws {
        try await withFramePeer { peer in
            peer.socket.send([0x15, 3, 1, 0, 2, 2, 0x28])
            peer.drain()
        } body: { loop, options in
            let error = await failure(loop, options)
            #expect(error?.kind == .handshake)
            #expect(error?.message.contains("speaks TLS") == true)
        }
    }

    @Test("waits for slow heads only until the limit", .timeLimit(.minutes(1)), arguments: ["half", "slow", "closed"])
    func slowHeads(_ how: String) async throws {
        let (over, end) = AsyncStream.makeStream(of: Void.self)
        try await withFramePeer { peer in
            let head = Array(peer.head().utf8)
            switch how {
            case "half":
                peer.socket.send(Array(head.prefix(40)))
                peer.drain()
            case "slow":
                // A byte at a time, each within any limit on silence.
                for byte in head where peer.socket.send([byte]) { _ = peer.socket.onceReadable(for: 50) }
            default: break
            }
            end.yield()
        } body: { loop, options in
            var options = options
            options.connectTimeout = how == "closed" ? .seconds(30) : .milliseconds(400)
            let kind = await failure(loop, options)?.kind
            #expect(kind == (how == "closed" ? .lost : .socket(.timeout)))
            for await _ in over { break }
        }
    }

    @Test("reads heads, interim responses and frames that come byte by byte", .timeLimit(.minutes(1)))
    func drip() async throws {
        try await withFramePeer { peer in
            let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"
            let frames = Self.frame(0x01, [0x64, 0xC3]) + Self.frame(0x89, [0x70]) + Self.frame(0x80, [0xA9])
            for byte in Array((interim + peer.head()).utf8) + frames + Self.normalClose { peer.socket.send([byte]) }
            peer.drain()
        } body: { loop, options in
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.map(\.text) == ["dé"])
            #expect(error == nil)
        }
    }

    @Test("delivers frames that came with the answer to the upgrade", .timeLimit(.minutes(1)))
    func early() async throws {
        try await withFramePeer { peer in
            peer.socket.send(Array(peer.head().utf8) + Self.frame(0x81, Array("fine".utf8)) + Self.normalClose)
            peer.drain()
        } body: { loop, options in
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.map(\.text) == ["fine"])
            #expect(error == nil)
        }
        // A second response in the place of frames is no frame.
        try await withFramePeer { peer in
            peer.socket.send(peer.head(extra: "X: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n") + "abc")
            peer.drain()
        } body: { loop, options in
            let (_, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(error?.kind == .violation)
        }
    }
}
