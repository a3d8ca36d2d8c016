import Glibc
import Runtime
import SocketTestSupport
import Sockets
import Testing

@testable import WebSockets

@Suite("Client: pings and silence")
struct ClientPingTests {
    static func hasty(_ options: WebSocketOptions) -> WebSocketOptions {
        var options = options
        options.limits.pingAfter = .milliseconds(100)
        options.limits.hangUpAfter = .milliseconds(600)
        return options
    }

    @Test("pings a silent server, whose answers keep it alive", .timeLimit(.minutes(1)))
    func answered() async throws {
        try await withFramePeer { peer in
            peer.accept()
            var pings = 0
            while let (opcode, payload) = peer.readFrame() {
                guard opcode == 9 else { continue }
                peer.socket.send(FramePeer.frame(0x8A, payload))
                pings += 1
                // Far beyond what silence alone would have allowed.
                if pings == 12 { peer.text("alive") }
            }
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, Self.hasty(options))
            #expect(try await socket.nextMessage()?.text == "alive")
            socket.abort()
        }
    }

    @Test("gives up a server that is silent for too long", .timeLimit(.minutes(1)))
    func dead() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.drain()
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, Self.hasty(options))
            let (_, error) = await socket.collect()
            #expect(error?.kind == .silent)
            #expect(error?.isRetryable == true)
        }
    }

    @Test("keeps a server that answers no ping but talks", .timeLimit(.minutes(1)))
    func chatty() async throws {
        try await withFramePeer { peer in
            peer.accept()
            for _ in 0..<30 {
                peer.text("hi")
                _ = peer.socket.read()
            }
            peer.socket.send(FramePeer.close(1000))
            peer.drain()
        } body: { loop, options in
            // Thirty pings take longer than the limit, which leaves a busy machine its time for each.
            var options = Self.hasty(options)
            options.limits.hangUpAfter = .seconds(2)
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.count == 30)
            #expect(error == nil)
        }
    }

    @Test("does not blame the server for silence while its own reader pauses", .timeLimit(.minutes(1)))
    func paused() async throws {
        let (pings, pinged) = AsyncStream.makeStream(of: Void.self)
        let count = 20_000
        try await withFramePeer { peer in
            peer.accept()
            // Reads beside the writing below, which blocks as long as nobody takes it.
            let frame = FramePeer.frame(0x82, [UInt8](repeating: 1, count: 1000))
            let reader = try? ServiceThread(name: "reader") {
                while let (opcode, _) = peer.readFrame() { if opcode == 9 { pinged.yield() } }
                pinged.finish()
            }
            // Whoever read on after this returns would read from whatever gets the descriptor's number next.
            defer {
                peer.socket.cut()
                reader?.join()
            }
            for _ in 0..<count where !peer.socket.send(frame) { return }
            peer.socket.send(FramePeer.close(1000))
            // The other thread reads until the client has gone.
            while peer.socket.send(FramePeer.frame(0x8A)) { _ = peer.socket.onceReadable(for: 50) }
        } body: { loop, options in
            var options = Self.hasty(options)
            options.limits.inboxMessages = 50
            // The kernel would otherwise end it: its window stays shut for longer.
            let socket = try await WebSocketConnection.connect(loop, options)
            var seen = 0
            for await _ in pings {
                seen += 1
                if seen == 10 { break }
            }
            let (messages, error) = await socket.collect()
            #expect(messages.count == count)
            #expect(error == nil)
        }
    }

    /// Our own reader pauses, so silence proves nothing; and the peer's kernel still acknowledges probes, so only what it
    /// does not take tells.
    @Test("finds a peer that takes nothing while its own reader pauses", .timeLimit(.minutes(1)))
    func vanished() async throws {
        try await withFramePeer { peer in
            peer.accept()
            for _ in 0..<100 { peer.socket.send(FramePeer.frame(0x82, [1])) }
            // Reads nothing until it is cut.
            _ = peer.socket.hasVanished(within: 50_000)
        } body: { loop, options in
            var options = Self.hasty(options)
            options.limits.inboxMessages = 50
            let socket = try await WebSocketConnection.connect(loop, options)
            let error = await #expect(throws: WebSocketError.self) {
                while true { try await socket.send([UInt8](repeating: 1, count: 1 << 20), text: false) }
            }
            #expect(error?.isRetryable == true)
        }
    }

    @Test("answers the server's pings, the latest of those that came together", .timeLimit(.minutes(1)))
    func pongs() async throws {
        let (answers, answered) = AsyncStream.makeStream(of: [UInt8].self)
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send(FramePeer.frame(0x89, [1]) + FramePeer.frame(0x89, [2]))
            while let (opcode, payload) = peer.readFrame(), opcode == 10 { answered.yield(payload) }
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            for await payload in answers where payload == [2] { break }
            socket.abort()
        }
    }
}

extension RawSocket {
    /// Waits for the connection's end without reading, for at most that many milliseconds.
    func hasVanished(within milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }
}
