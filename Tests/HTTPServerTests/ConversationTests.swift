import SocketTestSupport
import Sockets
import Testing
import WebSockets

@testable import HTTPServer

@Suite("HTTP server: ordinary clients")
struct ConversationTests {
    @Test("requests of one connection say that they are, and no other connection is ever taken for it")
    func numbers() async throws {
        try await withServer {
            .text("connection \($0.connection).")
        } body: { _, _, port in
            var numbers: [String] = []
            for _ in 0..<3 {
                let client = try RawSocket(port: port)
                for _ in 0..<2 {
                    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    let answer = await client.receive(until: ".")
                    numbers.append(String(answer.split(separator: " ").last ?? ""))
                }
                client.close()
            }
            #expect(Set(numbers).count == 3 && numbers[0] == numbers[1] && numbers[4] == numbers[5], "\(numbers)")
        }
    }

    @Test("answers pipelined requests in order, and HEAD without a body", .timeLimit(.minutes(1)))
    func pipelined() async throws {
        try await withServer {
            .text($0.path)
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            let request = "GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            client.send(request + request.replacing("GET /1", with: "HEAD /22"))
            client.send(
                request.replacing("/1 ", with: "/3 ").replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
            let answer = await client.receive(until: nil)
            let bodies = answer.split(separator: "\r\n\r\n").dropFirst()
            #expect(bodies.count == 3)
            #expect(answer.contains("\r\n\r\n/1HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("Content-Length: 3\r\n\r\nHTTP/1.1 200"))
            #expect(answer.hasSuffix("Connection: close\r\n\r\n/3"))
        }
    }

    @Test("asks for the body it was to wait for, and echoes it", .timeLimit(.minutes(1)))
    func expectation() async throws {
        try await withServer {
            HTTPResponse(body: .bytes($0.body))
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 700000\r\n\r\n")
            #expect(await client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            let body = String(repeating: "x", count: 699_999) + "!"
            #expect(await client.onThread { $0.send(body) })
            #expect(await client.receive(until: "x!").hasSuffix(body))
        }
    }

    @Test("sends large bodies whole to a client that takes its time", .timeLimit(.minutes(1)))
    func large() async throws {
        try await withServer { _ in
            HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 20_000_000)))
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.0\r\n\r\n")
            // HTTP/1.0 may come without Host, which the allow list then refuses.
            #expect(await client.receive(until: nil).hasPrefix("HTTP/1.1 421 "))
            let second = try RawSocket(port: port)
            second.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(await second.onThread { $0.read(until: nil).count } > 20_000_000)
        }
    }

    @Test("who produces a stream hears of a client that has gone before the answer began", .timeLimit(.minutes(1)))
    func goneBefore() async throws {
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        let (heard, hearing) = AsyncStream.makeStream(of: Bool.self)
        try await withServer { _ in
            beginning.yield()
            // Until the client's end is known here, which cancels.
            try? await Task.sleep(for: .seconds(30))
            return .events { writer in
                do {
                    try await writer.write("to nobody")
                    hearing.yield(false)
                } catch { hearing.yield(true) }
            }
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for await _ in began.prefix(1) {}
            client.close()
            for await hasGone in heard.prefix(1) { #expect(hasGone) }
        }
    }

    @Test("streams events as they happen, and closes the stream of a 1.0 client", .timeLimit(.minutes(1)))
    func events() async throws {
        try await withServer { _ in
            .events { writer in
                try await writer.keepAlive()
                try await writer.write(ServerSentEvent("one\ntwo", name: "n", id: "1"))
                try await writer.write(raw: [])
            }
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            let answer = await client.receive(until: nil)
            #expect(answer.contains("Content-Type: text/event-stream\r\n"))
            #expect(answer.hasSuffix("\r\n\r\n:\n\nevent: n\nid: 1\ndata: one\ndata: two\n\n"))
        }
    }

    @Test("lets no value of a response forge a line of it", .timeLimit(.minutes(1)))
    func forgery() async throws {
        try await withServer { request in
            HTTPResponse(headers: ["X": request.queryValue("v") ?? "", "Content-Length": "9", "Y": "z"])
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET /?v=a%0d%0aSet-Cookie:%20b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let answer = await client.receive(until: nil)
            #expect(!answer.contains("Set-Cookie") && answer.contains("Y: z\r\nContent-Length: 0\r\n"))
        }
    }

    @Test("a handler that throws becomes a 500 without detail", .timeLimit(.minutes(1)))
    func thrown() async throws {
        struct Secret: Error { let text = "s3cret" }
        try await withServer { _ in
            throw Secret()
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let answer = await client.receive(until: nil)
            #expect(answer.hasPrefix("HTTP/1.1 500 ") && !answer.contains("s3cret"))
        }
    }

    @Test("runs handlers off the service thread", .timeLimit(.minutes(1)))
    func place() async throws {
        let (places, note) = AsyncStream.makeStream(of: Bool.self)
        let loop = try EventLoop()
        let server = HTTPServer(on: loop) { _ in
            note.yield(loop.isOnThread)
            return .events { writer in
                note.yield(loop.isOnThread)
                try await writer.write("x")
                note.yield(loop.isOnThread)
                note.finish()
            }
        }
        let port = try #require(try await server.listen(on: .address("127.0.0.1", port: 0)).port)
        let client = try RawSocket(port: port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(await client.receive(until: nil).contains("data: x"))
        for await isOnThread in places { #expect(!isOnThread) }
        await server.stop()
        await loop.stop()
    }

    @Test("serves TLS", Certificates.trait, .timeLimit(.minutes(1)))
    func tls() async throws {
        let certificates = try await Certificates()
        var configuration = HTTPServerConfiguration()
        configuration.tls = certificates.good
        try await withServer(configuration) { _ in
            .webSocket { socket in for try await message in socket.messages { try await socket.send(message.text) } }
        } body: { loop, server, port in
            var options = WebSocketOptions(host: "localhost", port: port)
            options.addresses = ["127.0.0.1"]
            options.isSecure = true
            options.trust.caFile = certificates.authority
            let socket = try await WebSocketConnection.connect(loop, options)
            try await socket.send("secure")
            for try await message in socket.messages {
                #expect(message.text == "secure")
                break
            }
            await socket.close()
        }
    }

    @Test("says why it cannot listen, and that it has stopped", .timeLimit(.minutes(1)))
    func cannotListen() async throws {
        try await withServer { _ in
            .notFound
        } body: { _, server, port in
            await #expect {
                _ = try await server.listen(on: .address("127.0.0.1", port: port))
            } throws: { ($0 as? HTTPServerError)?.message.contains("Address already in use") == true }
            await server.stop()
            await #expect { _ = try await server.listen(on: .address("127.0.0.1", port: 0)) } throws: {
                ($0 as? HTTPServerError)?.kind == .stopped
            }
        }
    }

    @Test("a client that takes nothing is cut", .timeLimit(.minutes(1)))
    func writeTimeout() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.writeTimeout = .milliseconds(300)
        configuration.headTimeout = .milliseconds(400)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        try await withServer(configuration) { _ in
            HTTPResponse(
                body: .stream { writer in
                    do {
                        while true { try await writer.write([UInt8](repeating: 1, count: 1 << 20)) }
                    } catch {
                        end.yield(true)
                        throw error
                    }
                })
        } body: { _, _, port in
            let client = try RawSocket(port: port)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for await _ in ended { break }
            client.close()
        }
    }
}
