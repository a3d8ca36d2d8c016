import HTTPServer
import SocketTestSupport
import Testing

@testable import WebSockets

@Suite("WebSocket server and client over loopback")
struct WebSocketTests {
    static func echo(_ socket: WebSocketConnection) async throws {
        for try await message in socket.messages { try await socket.send(message.bytes, text: message.isText) }
    }

    @Test("an open WebSocket without deadlines is not looked at")
    func isLeftAlone() {
        var limits = WebSocketLimits()
        #expect(limits.tickPeriod == nil)
        limits.hangUpAfter = .seconds(4)
        #expect(limits.tickPeriod == .seconds(1))
    }

    @Test("echoes messages of every size between its own two ends", .timeLimit(.minutes(1)))
    func echoes() async throws {
        try await withServer { request in
            #expect(request.queryValue("access_token")?.count == 6000)
            return .webSocket { try await Self.echo($0) }
        } body: { loop, _, port in
            var options = WebSocketOptions(host: "localhost", port: port)
            options.addresses = ["127.0.0.1"]
            options.target = "/hub?access_token=" + String(repeating: "A", count: 6000)
            let client = try await WebSocketConnection.connect(loop, options)
            var messages = client.messages.makeAsyncIterator()
            for size in [0, 1, 125, 126, 65535, 65536, 900_000] {
                let payload = [UInt8](repeating: 0x61, count: size)
                try await client.send(payload, text: true)
                #expect(try await messages.next() == WebSocketMessage(bytes: payload, isText: true))
            }
            await client.close()
        }
    }

    @Test("tells the client why an upgrade was refused", .timeLimit(.minutes(1)))
    func refusesUpgrade() async throws {
        try await withServer { _ in
            var response = HTTPResponse.text("no\n", status: .unauthorized)
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        } body: { loop, _, port in
            await #expect {
                _ = try await WebSocketConnection.connect(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            } throws: { error in
                if case .http(status: 401, let headers) = (error as? WebSocketError)?.kind {
                    headers["www-authenticate"] == "Bearer"
                } else {
                    false
                }
            }
        }
    }

    @Test("closes WebSockets with 1001 when it stops", .timeLimit(.minutes(1)))
    func stopsWith1001() async throws {
        try await withServer { _ in
            .webSocket { try await Self.echo($0) }
        } body: { loop, server, port in
            let client = try await WebSocketConnection.connect(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            await server.stop(within: .seconds(2))
            do {
                for try await _ in client.messages {}
                Issue.record("ended without an error")
            } catch {
                #expect(error as? WebSocketError == .closed(code: 1001, reason: "server is stopping", byPeer: true))
            }
        }
    }

    @Test("holds a sender back while nobody reads, then delivers everything", .timeLimit(.minutes(1)))
    func backPressure() async throws {
        let count = 20_000
        let sent = Progress()
        try await withServer { _ in
            .webSocket { socket in
                for _ in 0..<count {
                    try await socket.send([UInt8](repeating: 0x61, count: 1000), text: true)
                    sent.add()
                }
            }
        } body: { loop, _, port in
            var options = WebSocketOptions(host: "127.0.0.1", port: port)
            options.limits.inboxMessages = 64
            let client = try await WebSocketConnection.connect(loop, options)
            #expect(await sent.settled() < count)
            var received = 0
            for try await message in client.messages {
                #expect(message.bytes.count == 1000)
                received += 1
            }
            #expect(received == count)
        }
    }

    @Test("tells the reader the peer's close code", .timeLimit(.minutes(1)))
    func closeCode() async throws {
        let (ended, end) = AsyncStream.makeStream(of: WebSocketError?.self)
        try await withServer { _ in
            .webSocket { socket in
                do {
                    for try await _ in socket.messages {}
                    end.yield(nil)
                } catch {
                    end.yield(error as? WebSocketError)
                }
            }
        } body: { loop, _, port in
            let client = try await WebSocketConnection.connect(loop, WebSocketOptions(host: "127.0.0.1", port: port))
            await client.close(code: 4321, reason: "why")
            for await error in ended {
                #expect(error == .closed(code: 4321, reason: "why", byPeer: true))
                break
            }
        }
    }
}
