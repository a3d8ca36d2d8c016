import SocketTestSupport
import Sockets
import Testing

@testable import WebSockets

@Suite("Client: how it ends")
struct ClientEndingTests {
    @Test(
        "tells the code and reason of the server's close", .timeLimit(.minutes(1)),
        arguments: [1000, 1001, 1008, 1011, 1012, 1013, 3000, 4001])
    func closeCodes(_ code: Int) async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send(FramePeer.close(code, "going"))
            peer.drain()
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            let (_, error) = await socket.collect()
            #expect(socket.ending?.kind == .closed(code: code, reason: "going", byPeer: true))
            #expect(error == (code == 1000 ? nil : socket.ending))
        }
    }

    @Test("tells a dropped connection from a closed one", .timeLimit(.minutes(1)), arguments: [false, true])
    func dropped(_ isReset: Bool) async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.text("last")
            if isReset { peer.socket.reset() }
        } body: { loop, options in
            let (_, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(error?.kind == .lost)
            #expect(error?.isRetryable == true)
        }
    }

    @Test("answers text that is not UTF-8 with 1007", .timeLimit(.minutes(1)))
    func notUTF8() async throws {
        let (codes, told) = AsyncStream.makeStream(of: [UInt8]?.self)
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send(FramePeer.frame(0x81, [0xFF, 0xFE]))
            told.yield(peer.awaitClose())
        } body: { loop, options in
            let (_, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(error?.kind == .violation)
            for await payload in codes {
                #expect(payload?.prefix(2) == [0x03, 0xEF])
                break
            }
        }
    }

    @Test("sends its own code and reason, and waits for the answer", .timeLimit(.minutes(1)))
    func ownCode() async throws {
        let (codes, told) = AsyncStream.makeStream(of: [UInt8]?.self)
        try await withFramePeer { peer in
            peer.accept()
            told.yield(peer.awaitClose())
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            await socket.close(code: 4321, reason: "raison d'être")
            for await payload in codes {
                #expect(payload == [0x10, 0xE1] + Array("raison d'être".utf8))
                break
            }
            await #expect(throws: WebSocketError.self) { try await socket.send("late") }
        }
    }

    @Test("does not wait for ever for a server that never answers its close", .timeLimit(.minutes(1)))
    func unanswered() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.drain()
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            let elapsed = await ContinuousClock().measure { await socket.close(reason: "x") }
            #expect(elapsed > .seconds(4) && elapsed < .seconds(15))
            #expect(socket.ending?.kind == .closed(code: 1000, reason: "x", byPeer: false))
        }
    }

    @Test("fails readers, senders and closers at once when aborted", .timeLimit(.minutes(1)))
    func aborted() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.drain()
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            let reader = Task { try await socket.nextMessage() }
            socket.abort()
            await #expect { try await reader.value } throws: { ($0 as? WebSocketError)?.kind == .lost }
            await #expect(throws: WebSocketError.self) { try await socket.send("x") }
            await socket.close()
        }
    }

    @Test("fails open connections when the loop stops", .timeLimit(.minutes(1)))
    func loopStops() async throws {
        try await withPeer { socket in
            let peer = FramePeer(socket)
            peer?.accept()
            peer?.drain()
        } body: { port in
            let loop = try EventLoop()
            let socket = try await WebSocketConnection.connect(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            let reader = Task { try await socket.nextMessage() }
            await loop.stop()
            await #expect { try await reader.value } throws: {
                ($0 as? WebSocketError)?.kind == .socket(.stopped)
            }
            await socket.close()
            await #expect(throws: WebSocketError.self) { try await socket.send("x") }
        }
    }

    @Test(
        "delivers what came before a peer has gone while nobody read", .timeLimit(.minutes(1)),
        arguments: [false, true])
    func goneWhilePaused(_ isReset: Bool) async throws {
        let (gone, leave) = AsyncStream.makeStream(of: Void.self)
        try await withFramePeer { peer in
            peer.accept()
            for _ in 0..<20 { peer.socket.send(FramePeer.frame(0x82, [UInt8](repeating: 1, count: 1000))) }
            if isReset { peer.socket.reset() } else { peer.socket.shutdownWriting() }
            leave.yield()
            // A close with the client's pings unread would be a reset.
            peer.drain()
        } body: { loop, options in
            var options = options
            options.limits.inboxMessages = 1
            options.limits.pingAfter = .milliseconds(50)
            options.limits.hangUpAfter = .seconds(20)
            let socket = try await WebSocketConnection.connect(loop, options)
            for await _ in gone { break }
            let (messages, error) = await socket.collect()
            // A reset may destroy what the kernel had not given us yet.
            if !isReset { #expect(messages.count == 20) }
            #expect(error?.kind == .lost)
        }
    }
}
