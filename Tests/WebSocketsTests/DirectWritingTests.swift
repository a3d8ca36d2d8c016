import Glibc
import HTTPServer
import SocketTestSupport
import Testing

@testable import Sockets
@testable import WebSockets

/// A message that comes alone is written by its sender, and nothing is overtaken.
@Suite("Writing past the service thread", .timeLimit(.minutes(1)))
struct DirectWritingTests {
    /// An outbox whose direct socket has a peer in the test.
    private struct Pair {
        let outbox: Outbox
        let own: RawSocket
        let peer: RawSocket

        var direct: DirectSocket { DirectSocket(descriptor: own.descriptor) }

        init(role: WebSocketRole = .server, pause: Duration = .zero) throws {
            var descriptors: [Int32] = [0, 0]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
            (own, peer) = (RawSocket(descriptor: descriptors[0]), RawSocket(descriptor: descriptors[1]))
            outbox = Outbox(role: role, highWater: 1 << 20, pause: pause)
        }

        /// The first write through the service thread is over.
        func begin() throws {
            #expect(try outbox.add(.text, Array("first".utf8)).mustFlush)
            #expect(outbox.take()?.isEmpty == false)
            #expect(!outbox.written(direct: direct))
        }

        func send(_ text: String) throws -> Bool {
            try outbox.add(.text, Array(text.utf8)).mustFlush
        }
    }

    /// Frames of a server with a short text.
    private func frames(_ texts: String...) -> [UInt8] {
        texts.flatMap { [0x81, UInt8($0.utf8.count)] + Array($0.utf8) }
    }

    @Test("the first message goes through the service thread, one that comes alone later does not")
    func alone() throws {
        let pair = try Pair()
        #expect(!pair.outbox.writesDirectly)
        try pair.begin()
        #expect(pair.outbox.writesDirectly)
        for text in ["one", "two"] {
            #expect(try !pair.send(text))
            #expect(pair.peer.read(exactly: 5) == frames(text))
        }
        #expect(pair.outbox.take() == nil)
    }

    @Test("behind a message that was just written, more are gathered for the service thread")
    func together() throws {
        let pair = try Pair(pause: .seconds(3_600))
        try pair.begin()
        #expect(try pair.send("one"))
        #expect(try !pair.send("two"))
        #expect(pair.outbox.take() == frames("one", "two"))
    }

    @Test("what waits is not overtaken, nor what is being written")
    func order() throws {
        let pair = try Pair()
        try pair.begin()
        // Too long for one thread to write for all.
        let long = String(repeating: "x", count: Outbox.little)
        #expect(try pair.send(long))
        #expect(try !pair.send("two"))
        let taken = try #require(pair.outbox.take())
        #expect(Array(taken.suffix(5)) == frames("two"))
        #expect(try !pair.send("three"))
        #expect(pair.outbox.written(direct: pair.direct))
        #expect(pair.outbox.take() == frames("three"))
        #expect(!pair.outbox.written(direct: pair.direct))
        #expect(try !pair.send("four"))
        // The only one that this socket has seen.
        #expect(pair.peer.read(exactly: 6) == frames("four"))
    }

    @Test("what the kernel does not take at once goes through the service thread, behind what it took")
    func full() throws {
        let pair = try Pair()
        // So that it takes a part of a message.
        var size: Int32 = 1
        try #require(setsockopt(pair.own.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(4)) == 0)
        try pair.begin()
        let text = String(repeating: "abcdefg", count: 2_000)
        var count = 1
        while try !pair.send(text) { count += 1 }
        #expect(try !pair.send("last"))
        let rest = try #require(pair.outbox.take())
        #expect(rest.count < text.utf8.count, "a part was taken")
        let frame = [0x81, 126, UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
        let expected = (0..<count).flatMap { _ in frame } + frames("last")
        let sent = try #require(pair.peer.read(exactly: expected.count - rest.count))
        #expect(sent + rest == expected)
    }

    @Test("a broken socket is the service thread's to find: everything is kept for it")
    func broken() throws {
        let pair = try Pair()
        try pair.begin()
        pair.peer.close()
        #expect(try pair.send("one"))
        #expect(pair.outbox.take() == frames("one"))
    }

    @Test("nothing is written after the end: the descriptor may be another's then", arguments: [true, false])
    func ended(_ keepingBytes: Bool) throws {
        let pair = try Pair()
        try pair.begin()
        pair.outbox.end(.lost("gone"), keepingBytes: keepingBytes)
        #expect(throws: WebSocketError.lost("gone")) { try pair.send("one") }
        pair.own.close()
        #expect(pair.peer.read().isEmpty)
    }

    @Test("a client's messages are masked on this way too")
    func masked() throws {
        let pair = try Pair(role: .client)
        try pair.begin()
        #expect(try !pair.send("one"))
        let frame = try #require(pair.peer.read(exactly: 9))
        #expect(Array(frame.prefix(2)) == [0x81, 0x83])
        #expect((0..<3).map { frame[6 + $0] ^ frame[2 + $0] } == Array("one".utf8))
    }

    @Test("a connection writes directly, but not over TLS, whose session is the service thread's", Certificates.trait)
    func connections() async throws {
        let certificates = try await Certificates()
        try await withServer { _ in
            .webSocket { try await WebSocketTests.echo($0) }
        } body: { loop, _, port in
            let socket = try await WebSocketConnection.connect(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            try await Self.exchange(on: socket)
            #expect(socket.outbox.writesDirectly)
            await socket.close()
        }
        try await ClientTLSTests.withTLSServer(certificates.good, trusting: certificates.authority) { loop, options in
            let socket = try await WebSocketConnection.connect(loop, options)
            try await Self.exchange(on: socket)
            #expect(!socket.outbox.writesDirectly)
            await socket.close()
        }
    }

    /// Messages one by one and in bursts, each answered with the same.
    private static func exchange(on socket: WebSocketConnection) async throws {
        var answers = socket.messages.makeAsyncIterator()
        for burst in [1, 1, 50, 1, 2, 200, 1] {
            for number in 0..<burst { try await socket.send("\(burst) \(number)") }
            for number in 0..<burst { #expect(try await answers.next()?.text == "\(burst) \(number)") }
        }
    }
}
