import HTTPServer
import SocketTestSupport
import Sockets
import Testing

@testable import WebSockets

@Suite("Compression between our two ends")
struct CompressedPairTests {
    private static let text = Array(String(repeating: #"{"type":1,"target":"TransactionCreated"}"#, count: 20).utf8)

    /// Runs an echo server that compresses, or not, around `body`.
    private func withEcho(
        _ compression: WebSocketCompression?, limits: WebSocketLimits = .init(),
        _ body: (EventLoop, Int) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.webSocket = limits
        try await withServer(configuration) { _ in
            .webSocket(compression: compression) { try await WebSocketTests.echo($0) }
        } body: { loop, _, port in
            try await body(loop, port)
        }
    }

    @Test("echoes messages of every size, whatever either end keeps", .timeLimit(.minutes(1)))
    func echoes() async throws {
        for (clientKeeps, serverKeeps) in [(true, true), (true, false), (false, true), (false, false)] {
            try await withEcho(DeflateAgreementTests.wish(keepsContext: serverKeeps)) { loop, port in
                var options = WebSocketOptions(host: "127.0.0.1", port: port)
                options.compression = DeflateAgreementTests.wish(keepsContext: clientKeeps, windowBits: 10)
                let client = try await WebSocketConnection.connect(loop, options)
                #expect(client.deflater != nil)
                var messages = client.messages.makeAsyncIterator()
                for size in [0, 1, 125, 126, 199, 200, 201, 65535, 65536, 900_000] {
                    let payload = (0..<size).map { UInt8(ascii: "a") + UInt8($0 % 23) }
                    try await client.send(payload, text: true)
                    #expect(try await messages.next() == WebSocketMessage(bytes: payload, isText: true))
                }
                await client.close()
            }
        }
    }

    @Test("an end that does not compress is talked to without", .timeLimit(.minutes(1)))
    func oneEnd() async throws {
        for (client, server) in [(WebSocketCompression(), nil), (nil, WebSocketCompression())] {
            try await withEcho(server) { loop, port in
                var options = WebSocketOptions(host: "127.0.0.1", port: port)
                options.compression = client
                let socket = try await WebSocketConnection.connect(loop, options)
                #expect(socket.deflater == nil)
                try await socket.send(Self.text, text: true)
                #expect(try await socket.nextMessage() == WebSocketMessage(bytes: Self.text, isText: true))
                await socket.close()
            }
        }
    }

    @Test("a client compresses what is long enough and gets shorter, and control frames never", .timeLimit(.minutes(1)))
    func clientFrames() async throws {
        let (frames, seen) = AsyncStream.makeStream(of: (first: UInt8, payload: [UInt8]).self)
        try await withFramePeer { peer in
            let offer =
                "permessage-deflate; server_no_context_takeover; client_no_context_takeover; client_max_window_bits"
            guard peer.field("Sec-WebSocket-Extensions") == offer else { return }
            let answer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
            peer.accept(extra: "Sec-WebSocket-Extensions: \(answer)\r\n")
            peer.socket.send(FramePeer.frame(0x89, Self.text.prefix(100) + []))
            while let frame = peer.readWholeFrame() {
                seen.yield(frame)
                guard frame.first & 0x0F == 8 else { continue }
                peer.socket.send(FramePeer.frame(0x88, frame.payload))
                break
            }
            seen.finish()
        } body: { loop, options in
            var options = options
            options.compression = WebSocketCompression()
            let client = try await WebSocketConnection.connect(loop, options)
            var iterator = frames.makeAsyncIterator()
            #expect(await iterator.next()?.first == 0x8A)
            for (message, first) in [
                (Self.text, 0xC2), (Array(Self.text.prefix(199)), 0x82), (Array(Self.text.prefix(200)), 0xC2),
                ((0..<1000).map { _ in UInt8.random(in: 0...255) }, 0x82), (Self.text, 0xC2),
            ] as [([UInt8], UInt8)] {
                try await client.send(message, text: false)
                let frame = try #require(await iterator.next())
                #expect(frame.first == first)
                #expect(frame.first == 0x82 ? frame.payload == message : frame.payload.count < message.count / 2)
            }
            await client.close()
            #expect(await iterator.next()?.first == 0x88)
        }
    }

    @Test(
        "a client fails at an answer that breaks what was offered", .timeLimit(.minutes(1)),
        arguments: [
            ("permessage-deflate", "permessage-deflate without server_no_context_takeover, which was asked for"),
            ("permessage-deflate; x", "parameters of permessage-deflate that RFC 7692 does not allow"),
            ("bzip", "an extension nobody asked for"),
            ("permessage-deflate;", "a Sec-WebSocket-Extensions field that breaks RFC 6455"),
        ])
    func refuses(_ answer: String, _ reason: String) async throws {
        try await withFramePeer { peer in
            peer.accept(extra: "Sec-WebSocket-Extensions: \(answer)\r\n")
            peer.drain()
        } body: { loop, options in
            var options = options
            options.compression = WebSocketCompression()
            #expect(await failure(loop, options) == .handshake(reason))
        }
    }

    @Test("a message that expands to more than the limit ends the connection with 1009", .timeLimit(.minutes(1)))
    func bomb() async throws {
        let bomb = try #require(CompressedMessageTests.compress([UInt8](repeating: 0, count: 50_000)))
        let (codes, closed) = AsyncStream.makeStream(of: [UInt8]?.self)
        try await withFramePeer { peer in
            peer.accept(
                extra: "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n")
            peer.socket.send(FramePeer.frame(0xC2, bomb))
            closed.yield(peer.awaitClose())
        } body: { loop, options in
            var options = options
            options.compression = WebSocketCompression()
            options.limits.messageBytes = 49_999
            let client = try await WebSocketConnection.connect(loop, options)
            let (messages, error) = await client.collect()
            #expect(messages.isEmpty)
            #expect(error == .messageTooBig(limit: 49_999))
            for await payload in codes {
                #expect(payload?.prefix(2) == [3, 241])
                break
            }
        }
    }

    @Test("many small frames that expand to much wait for their reader, and all arrive", .timeLimit(.minutes(1)))
    func manyBombs() async throws {
        let frame = FramePeer.frame(
            0xC2, try #require(CompressedMessageTests.compress([UInt8](repeating: 0, count: 100_000))))
        let count = 1000  // more than one read brings
        try await withFramePeer { peer in
            peer.accept(
                extra: "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n")
            peer.socket.send((0..<count).flatMap { _ in frame } + FramePeer.close(1000))
            peer.awaitClose()
        } body: { loop, options in
            var options = options
            options.compression = WebSocketCompression()
            options.limits.inboxBytes = 250_000
            let client = try await WebSocketConnection.connect(loop, options)
            var received = 0
            for try await batch in client.batches {
                #expect(batch.byteCount <= 350_000)
                received += batch.count
            }
            #expect(received == count)
        }
    }
}
