import SocketTestSupport
import Sockets
import Testing

@testable import WebSockets

@Suite("Client: messages")
struct ClientMessageTests {
    static func echo(_ peer: FramePeer) {
        peer.accept()
        peer.echo()
    }

    @Test("gets back what it sent, of every size", .timeLimit(.minutes(1)))
    func sizes() async throws {
        try await withFramePeer(Self.echo) { loop, options in
            var options = options
            options.limits.messageBytes = 8 << 20
            let socket = try await WebSocketConnection.connect(loop, options)
            for text in ["", "héllo", String(repeating: "A", count: 65536), String(repeating: "B", count: 1 << 20)] {
                try await socket.send(text)
                #expect(try await socket.nextMessage() == WebSocketMessage(bytes: Array(text.utf8), isText: true))
            }
            try await socket.send([0, 255], text: false)
            #expect(try await socket.nextMessage() == WebSocketMessage(bytes: [0, 255], isText: false))
            await socket.close(reason: "bye")
            #expect(socket.ending?.kind == .closed(code: 1000, reason: "bye", byPeer: false))
        }
    }

    @Test("joins fragments of text and of binary messages", .timeLimit(.minutes(1)))
    func fragments() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send(FramePeer.frame(0x01, Array("part0;".utf8)))
            for index in 1..<50 { peer.socket.send(FramePeer.frame(0x00, Array("part\(index);".utf8))) }
            peer.socket.send(FramePeer.frame(0x80))
            peer.socket.send(FramePeer.frame(0x02, [UInt8](repeating: 0, count: 70_000)))
            peer.socket.send(FramePeer.frame(0x00, [UInt8](repeating: 1, count: 70_000)) + FramePeer.frame(0x80))
            peer.socket.send(FramePeer.close(1000))
            peer.drain()
        } body: { loop, options in
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(error == nil)
            try #require(messages.count == 2)
            #expect(messages[0].text == (0..<50).map { "part\($0);" }.joined())
            #expect(messages[1].bytes.count == 140_000)
            #expect(!messages[1].isText)
        }
    }

    @Test("refuses a message above the limit with 1009", .timeLimit(.minutes(1)))
    func tooBig() async throws {
        let (codes, told) = AsyncStream.makeStream(of: [UInt8]?.self)
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send(FramePeer.frame(0x02, [UInt8](repeating: 0, count: 70_000)))
            peer.socket.send(FramePeer.frame(0x80, [UInt8](repeating: 1, count: 70_000)))
            told.yield(peer.awaitClose())
        } body: { loop, options in
            var options = options
            options.limits.messageBytes = 100_000
            let (messages, error) = await (try await WebSocketConnection.connect(loop, options)).collect()
            #expect(messages.isEmpty)
            #expect(error?.kind == .messageTooBig(limit: 100_000))
            for await payload in codes {
                #expect(payload?.prefix(2) == [0x03, 0xF1])
                break
            }
        }
    }

    @Test("keeps thousands of messages in order, sent and received at once", .timeLimit(.minutes(1)))
    func order() async throws {
        try await withFramePeer(Self.echo) { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            async let received = {
                var count = 0
                for try await message in socket.messages {
                    #expect(message.text == "message \(count)")
                    count += 1
                    if count == 3000 { break }
                }
                return count
            }()
            for index in 0..<3000 { try await socket.send("message \(index)") }
            #expect(try await received == 3000)
            await socket.close()
        }
    }

    @Test("lets the kernel hold the sender while nobody reads, and then gets everything", .timeLimit(.minutes(1)))
    func backPressure() async throws {
        let count = 50_000
        let sent = Progress()
        try await withFramePeer { peer in
            peer.accept()
            let frame = FramePeer.frame(0x82, [UInt8](repeating: 7, count: 1000))
            for _ in 0..<count {
                guard peer.socket.send(frame) else { return }
                sent.add()
            }
            peer.socket.send(FramePeer.close(1000))
            peer.drain()
        } body: { loop, options in
            var options = options
            options.limits.inboxMessages = 100
            let socket = try await WebSocketConnection.connect(loop, options)
            // Until nothing moves any more.
            let held = await sent.settled()
            #expect(held < count, "the sender was not held back")
            let (messages, error) = await socket.collect()
            #expect(messages.count == count)
            #expect(error == nil)
        }
    }

    @Test(
        "queues without waiting, tells when its bound is reached, and has room again once that is sent",
        .timeLimit(.minutes(1)))
    func posting() async throws {
        try await withFramePeer(Self.echo) { loop, options in
            var options = options
            options.limits.outboxBytes = 10_000
            let socket = try await WebSocketConnection.connect(loop, options)
            let payload = [UInt8](repeating: 0x61, count: 1000)
            // On the service thread, where nothing is sent before this has returned.
            let hasRoom = await withCheckedContinuation { continuation in
                loop.post { _ in
                    continuation.resume(returning: (0..<10).map { _ in try? socket.push(payload, text: true) })
                }
            }
            // With its header ten messages exceed the bound.
            #expect(hasRoom == Array(repeating: true, count: 9) + [false])
            try await socket.waitForRoom()
            #expect(try socket.push(Array("last".utf8), text: true))
            var messages = socket.messages.makeAsyncIterator()
            for _ in 0..<10 { #expect(try await messages.next()?.bytes == payload) }
            #expect(try await messages.next()?.text == "last")
            await socket.close()
            #expect(throws: try #require(socket.ending)) { try socket.push(payload, text: true) }
            await #expect(throws: WebSocketError.self) { try await socket.waitForRoom() }
        }
    }

    @Test("a reader that was cancelled can be followed by another", .timeLimit(.minutes(1)))
    func cancelledReader() async throws {
        try await withFramePeer(Self.echo) { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            let reader = Task { try await socket.nextMessage() }
            reader.cancel()
            await #expect(throws: CancellationError.self) { try await reader.value }
            try await socket.send("still")
            #expect(try await socket.nextMessage()?.text == "still")
            await socket.close()
        }
    }

    @Test(
        "hands over in one batch what came in one read, on the service thread if the reader prefers it",
        .timeLimit(.minutes(1)))
    func batches() async throws {
        try await withFramePeer { peer in
            peer.accept()
            peer.socket.send([UInt8]((0..<1000).flatMap { FramePeer.frame(0x81, Array("message \($0)".utf8)) }))
            peer.socket.send(FramePeer.close(1000))
            peer.drain()
        } body: { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            let (messages, batches, isOnThread) = try await Task(executorPreference: loop) {
                var (messages, batches, isOnThread) = (0, 0, true)
                for try await batch in socket.batches {
                    batches += 1
                    isOnThread = isOnThread && loop.isOnThread
                    batch.forEachPayload { payload, isText in
                        let expected = Array("message \(messages)".utf8)
                        #expect(
                            isText && payload.count == expected.count && payload[payload.count - 1] == expected.last)
                        messages += 1
                    }
                }
                return (messages, batches, isOnThread)
            }.value
            #expect(messages == 1000)
            #expect(batches < 100)
            #expect(isOnThread)
        }
    }
}
