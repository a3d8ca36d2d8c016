import SocketTestSupport
import Sockets
import Testing
import Values

@testable import WebSockets

/// A server that breaks TLS, before and after the WebSocket is open. Whatever it does, the client ends in bounded time
/// and says whether trying again may help.
@Suite("Client: hostile TLS servers", Certificates.trait)
struct HostileTLSTests {
    /// Accepts the upgrade over TLS.
    static func open(_ peer: TLSPeer, _ send: (RawSocket, [UInt8]) -> Void = { $0.send($1) }) -> Bool {
        guard peer.shakeHands(send), let request = peer.readRequest() else { return false }
        let key = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key: ") }
        let token = WebSocketKey.acceptToken(for: String(key?.dropFirst(19) ?? ""))
        let head =
            "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(token)\r\n\r\n"
        send(peer.socket, peer.encrypted(Array(head.utf8)))
        return true
    }

    static func withPeer(
        _ script: @escaping @Sendable (TLSPeer) -> Void, body: (EventLoop, WebSocketOptions) async throws -> Void
    ) async throws {
        let certificates = try await Certificates()
        let identity = certificates.good
        try await SocketTestSupport.withPeer { socket in
            if let peer = TLSPeer(socket, identity) { script(peer) }
        } body: { port in
            try await withLoop { loop in
                var options = WebSocketOptions(host: "127.0.0.1", port: port)
                options.isSecure = true
                options.trust.caFile = certificates.authority
                try await body(loop, options)
            }
        }
    }

    static func drain(_ peer: TLSPeer) { while !peer.socket.read().isEmpty {} }

    @Test("takes records that come a byte at a time", .timeLimit(.minutes(1)))
    func drip() async throws {
        try await Self.withPeer { peer in
            let drip: (RawSocket, [UInt8]) -> Void = { socket, bytes in for byte in bytes { socket.send([byte]) } }
            guard Self.open(peer, drip) else { return }
            drip(peer.socket, peer.encrypted(FramePeer.frame(0x81, Array("drop by drop".utf8)) + FramePeer.close(1000)))
            Self.drain(peer)
        } body: { loop, options in
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.map(\.text) == ["drop by drop"])
            #expect(error == nil)
        }
    }

    /// What happens in the middle of the handshake, and how the client ends.
    static let handshakes: [(name: String, act: @Sendable (RawSocket, [UInt8]) -> Void, kind: WebSocketError.Kind)] = [
        ("nothing", { _, _ in }, .socket(.timeout)),
        ("half of it", { $0.send(Array($1.prefix($1.count / 2))) }, .socket(.timeout)),
        (
            "half of it and the end",
            {
                $0.send(Array($1.prefix($1.count / 2)))
                $0.cut()
            }, .socket(.tls(.closed))
        ),
        (
            "an alert in the middle", { $0.send(Array($1.prefix(127)) + [0x15, 3, 3, 0, 2, 2, 40]) },
            .socket(.tls(.handshake))
        ),
        ("an alert at once", { socket, _ in socket.send([0x15, 3, 3, 0, 2, 2, 40]) }, .socket(.tls(.refusedByPeer))),
        (
            "endless empty records",
            { socket, _ in while socket.send([UInt8]((0..<1000).flatMap { _ in [0x16, 3, 3, 0, 0] as [UInt8] })) {} },
            .socket(.tls(.handshake))
        ),
        (
            "a byte now and then",
            { socket, bytes in for byte in bytes where socket.send([byte]) { _ = socket.onceReadable(for: 20) } },
            .socket(.timeout)
        ),
        (
            "a changed byte",
            { socket, bytes in
                var bytes = bytes
                bytes[bytes.count - 1] ^= 1
                socket.send(bytes)
            }, .socket(.tls(.handshake))
        ),
        ("the same again", { $0.send($1 + $1) }, .socket(.tls(.handshake))),
    ]

    @Test("ends when the handshake goes wrong", .timeLimit(.minutes(1)), arguments: handshakes.map(\.name))
    func handshake(_ name: String) async throws {
        let (_, act, expected) = try #require(Self.handshakes.first { $0.name == name })
        try await Self.withPeer { peer in
            _ = peer.shakeHands(act)
            Self.drain(peer)
        } body: { loop, options in
            var options = options
            if case .socket(.timeout) = expected { options.connectTimeout = .milliseconds(700) }
            let error = await failure(loop, options)
            // Where the handshake is over for the client before the error comes, a lost connection is as good.
            #expect(error?.kind == expected || error?.kind == .socket(.lost), "\(String(describing: error))")
            if case .socket(.timeout) = expected { #expect(error?.kind == expected) }
        }
    }

    /// What happens on an open WebSocket.
    static let endings: [(name: String, act: @Sendable (TLSPeer) -> Void)] = [
        ("garbage in place of a record", { $0.socket.send([UInt8](repeating: 0x41, count: 1000)) }),
        ("a plain alert", { $0.socket.send([0x15, 3, 3, 0, 2, 2, 40]) }), ("an alert", { $0.socket.send($0.alert()) }),
        (
            "a changed record",
            { peer in
                var record = peer.encrypted(FramePeer.frame(0x81, Array("forged".utf8)))
                record[record.count - 20] ^= 1
                peer.socket.send(record)
            }
        ),
        (
            "a record twice",
            { peer in
                let record = peer.encrypted(FramePeer.frame(0x8A))
                peer.socket.send(record + record)
            }
        ),
        (
            "a record left out",
            { peer in
                _ = peer.encrypted(FramePeer.frame(0x8A))
                peer.socket.send(peer.encrypted(FramePeer.frame(0x8A)))
            }
        ),
        (
            "half a record and the end",
            { peer in
                peer.socket.send(Array(peer.encrypted(FramePeer.frame(0x81, Array("half".utf8))).prefix(12)))
                peer.socket.shutdownWriting()
            }
        ),
        (
            "a record of 20,000 bytes",
            { $0.socket.send([0x17, 3, 3, 0x4E, 0x20] + [UInt8](repeating: 0, count: 20_000)) }
        ),
        ("another handshake", { $0.socket.send([0x16, 3, 3, 0, 4, 0, 0, 0, 0]) }),
        ("good-bye without a close frame", { $0.socket.send($0.goodBye()) }),
        ("good-bye, then more", { $0.socket.send($0.goodBye() + [0x17, 3, 3, 0, 1, 0]) }),
    ]

    @Test(
        "tells an open connection that breaks from a server that must not be tried again", .timeLimit(.minutes(1)),
        arguments: endings.map(\.name))
    func ending(_ name: String) async throws {
        let act = try #require(Self.endings.first { $0.name == name }?.act)
        try await Self.withPeer { peer in
            guard Self.open(peer) else { return }
            act(peer)
            Self.drain(peer)
        } body: { loop, options in
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.isEmpty)
            #expect([.socket(.lost), .lost].contains(error?.kind), "\(String(describing: error))")
            #expect(error?.isRetryable == true)
        }
    }

    @Test("gives up half a record in silence", .timeLimit(.minutes(1)))
    func halfRecord() async throws {
        try await Self.withPeer { peer in
            guard Self.open(peer) else { return }
            peer.socket.send(Array(peer.encrypted(FramePeer.frame(0x81, Array("half".utf8))).prefix(12)))
            Self.drain(peer)
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, ClientPingTests.hasty(options))
            #expect(await socket.collect().error?.kind == .silent)
        }
    }

    @Test("a flood of empty messages in tiny records is taken and answered", .timeLimit(.minutes(1)))
    func tinyRecords() async throws {
        try await Self.withPeer { peer in
            guard Self.open(peer) else { return }
            var flood: [UInt8] = []
            for _ in 0..<2000 {
                flood += peer.encrypted([0x01]) + peer.encrypted([0x00]) + peer.encrypted([0x80, 0x00])
            }
            peer.socket.send(flood + peer.encrypted(FramePeer.close(1000)))
            Self.drain(peer)
        } body: { loop, options in
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.count == 2000)
            #expect(error == nil)
        }
    }
}
