import SocketTestSupport
import Testing

@testable import WebSockets

@Suite("Client: what the server is asked and answers")
struct ClientRequestTests {
    /// Echoes the request itself as a message.
    static func tell(_ peer: FramePeer) {
        peer.accept()
        peer.text(peer.request)
        peer.awaitClose()
    }

    static func request(_ change: (inout WebSocketOptions) -> Void) async throws -> String {
        var text = ""
        try await withFramePeer(tell) { loop, options in
            var options = options
            change(&options)
            let socket = try await WebSocketConnection.connect(loop, options)
            text = try #require(try await socket.nextMessage()).text
            await socket.close()
        }
        return text
    }

    @Test("sends target and fields as they were given", .timeLimit(.minutes(1)))
    func query() async throws {
        let request = try await Self.request {
            $0.target = "/info?a=b%20c&id=x+y"
            $0.headers = ["Authorization": "Bearer abc", "X-Custom": "1"]
        }
        #expect(request.hasPrefix("GET /info?a=b%20c&id=x+y HTTP/1.1\r\nHost: 127.0.0.1:"))
        #expect(request.contains("\r\nAuthorization: Bearer abc\r\nX-Custom: 1\r\n"))
        #expect(!request.contains("Sec-WebSocket-Extensions"))
        #expect(!request.contains("Sec-WebSocket-Protocol"))
    }

    @Test("sends targets and fields of many kilobytes", .timeLimit(.minutes(1)))
    func long() async throws {
        let target = "/info?access_token=" + String(repeating: "A", count: 6000)
        let token = "Bearer " + String(repeating: "B", count: 7000)
        let request = try await Self.request {
            $0.target = target
            $0.headers = ["Authorization": token]
        }
        #expect(request.contains("GET \(target) HTTP/1.1"))
        #expect(request.contains("Authorization: \(token)\r\n"))
    }

    @Test(
        "tells status and fields when the server answers something else", .timeLimit(.minutes(1)),
        arguments: [
            ("401 Unauthorized", "WWW-Authenticate", "Bearer realm=\"x\"", false),
            ("503 Busy", "Retry-After", "7", true), ("404 Not Found", "X", "y", false),
            ("302 Found", "Location", "http://127.0.0.1:9/", false),
        ])
    func statuses(_ status: String, _ name: String, _ value: String, _ isRetryable: Bool) async throws {
        try await withFramePeer { peer in
            peer.socket.send("HTTP/1.1 \(status)\r\n\(name): \(value)\r\nContent-Length: 3\r\n\r\nno\n")
        } body: { loop, options in
            let error = await failure(loop, options)
            #expect(
                error?.kind == .http(status: Int(status.prefix(3)) ?? 0, headers: [name: value, "Content-Length": "3"]))
            #expect(error?.isRetryable == isRetryable)
        }
    }

    @Test("opens when the server likes its token, and sends it nowhere else", .timeLimit(.minutes(1)))
    func authorization() async throws {
        try await withFramePeer { peer in
            if peer.field("Authorization") == "Bearer s3cret" { return peer.accept() }
            peer.socket.send("HTTP/1.1 401 Unauthorized\r\n\r\n")
        } body: { loop, options in
            let refused = await failure(loop, options)
            #expect(refused?.kind == .http(status: 401, headers: [:]))
            var options = options
            options.headers = ["Authorization": "Bearer s3cret"]
            #expect(await failure(loop, options) == nil)
        }
    }

    @Test("says that a port speaks TLS when it answers with an alert", .timeLimit(.minutes(1)))
    func alert() async throws {
        try await withFramePeer { peer in
            peer.socket.send([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28, 0x0A])
        } body: { loop, options in
            let error = await failure(loop, options)
            #expect(error?.kind == .handshake)
            #expect(error?.message.contains("speaks TLS") == true, "\(String(describing: error))")
        }
    }

    @Test("never tells the request's target or fields in an error", .timeLimit(.minutes(1)))
    func secrets() async throws {
        try await withFramePeer { peer in
            peer.socket.send("HTTP/1.1 500 No\r\n\r\n")
        } body: { loop, options in
            var options = options
            options.target = "/?access_token=s3cret"
            options.headers = ["Authorization": "s3cret"]
            let error = await failure(loop, options)
            #expect(error != nil)
            #expect(!String(reflecting: error).contains("s3cret"))
            options.headers = ["Authorization": "s3cret\r\n"]
            #expect(await failure(loop, options)?.message.contains("s3cret") == false)
        }
    }
}
