import HTTPServer
import Runtime
import SignalRClient
import SignalRProtocol
import TestWaiting
import Testing
import WebSockets

/// Cases 16 and 115, and what they leave out.
@Suite("MessagePack on the client's transports")
struct MessagePackTransportTests {
    private static let ping: [UInt8] = [0x02, 0x91, 0x06]
    private static let handshake = Array("{\"protocol\":\"messagepack\",\"version\":1}\u{1E}".utf8)

    /// `n(number)`.
    private static func invocation(_ number: UInt8) -> [UInt8] {
        [0x09, 0x96, 0x01, 0x80, 0xC0, 0xA1, 0x6E, 0x91, number, 0x90]
    }

    @Test("long polling carries it: posts and answers are bytes", .timeLimit(.minutes(1)))
    func polling() async throws {
        let says = BoundedChannel<[UInt8]>(limit: 1 << 20)
        let posts = Collected<(type: String?, body: [UInt8])>()
        let polls = Lock(0)
        try await withServer { request in
            if request.target.contains("/negotiate") {
                return .json(
                    Array(
                        #"""
                        {"negotiateVersion":1,"connectionId":"a","connectionToken":"b","availableTransports":[\#
                        {"transport":"ServerSentEvents","transferFormats":["Text"]},\#
                        {"transport":"LongPolling","transferFormats":["Text","Binary"]}]}
                        """#.utf8))
            }
            switch request.method {
            case "POST":
                posts.add((request.headers["content-type"], request.body))
                if request.body == Self.handshake { says.push(Array("{}\u{1E}".utf8) + Self.invocation(1)) }
                return HTTPResponse(.ok)
            case "DELETE": return HTTPResponse(HTTPStatus(rawValue: 202))
            default:
                if polls.withLock({ polls in
                    polls += 1
                    return polls == 1
                }) {
                    return HTTPResponse(.ok)
                }
                guard let bytes = try? await says.next() else { return HTTPResponse(.noContent) }
                return HTTPResponse(.ok, body: .bytes(bytes))
            }
        } body: { origin in
            try await withConnection("\(origin)/hub") { options in
                options.messageFormat = .messagePack
            } _: { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                try await connection.start()
                // Split inside a message, over two polls.
                let bytes = Self.invocation(2) + Self.ping + Self.invocation(3)
                says.push(Array(bytes[..<5]))
                says.push(Array(bytes[5...]))
                for number in 1...3 { #expect(await invocations.next()?.arguments == "[\(number)]") }
                try await connection.send("m", json: ["\"é\""])
                let sent: [UInt8] = [0x0B, 0x96, 0x01, 0x80, 0xC0, 0xA1, 0x6D, 0x91, 0xA2, 0xC3, 0xA9, 0x90]
                try await eventually("the call has come") { posts.all.contains { $0.body == sent } }
                #expect(posts.all.first?.body == Self.handshake)
                #expect(posts.all.allSatisfy { $0.type == "application/octet-stream" })
            }
            says.finish()
        }
    }

    @Test("what is whole in front of a broken message is delivered, then the connection ends", .timeLimit(.minutes(1)))
    func broken() async throws {
        try await withRawHub { socket in
            for try await message in socket.messages {
                #expect(!message.isText)
                guard message.bytes == Self.handshake else { continue }
                // A hub may answer the handshake as text.
                try await socket.send("{}\u{1E}")
                try await socket.send(Self.invocation(1) + Self.invocation(2) + [0x02, 0x91, 0xC1], text: false)
            }
        } _: { url in
            try await withConnection(url) { options in
                options.messageFormat = .messagePack
                options.skipsNegotiation = true
                options.reconnect = .never
            } _: { connection in
                var invocations = connection.invocations(of: "n").makeAsyncIterator()
                let states = connection.states
                try await connection.start()
                for number in 1...2 { #expect(await invocations.next()?.arguments == "[\(number)]") }
                let state = await wait(for: states) { $0.isDisconnected && $0.reason != nil }
                #expect(state?.reason?.kind == .protocolViolation)
                #expect(state?.reason?.message.contains("MessagePack") == true)
            }
        }
    }

    @Test("server-sent events as the one transport are refused before anything is sent")
    func contradiction() async throws {
        try await withConnection("http://127.0.0.1:1/hub") { options in
            options.messageFormat = .messagePack
            options.transports = [.serverSentEvents]
        } _: { connection in
            let error = await #expect(throws: HubError.self) { try await connection.start() }
            #expect(error?.kind == .badOptions)
        }
    }
}
