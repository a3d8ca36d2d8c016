import HTTPMessages
import Testing

@testable import WebSockets

@Suite("Client handshake")
struct ClientHandshakeTests {
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    static let good = """
        HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n
        """

    static func accept(_ text: String, offering subprotocols: [String] = []) throws -> String? {
        var options = WebSocketOptions(host: "example.test", port: 80)
        options.subprotocols = subprotocols
        var reader = HTTPResponseHeadReader(limit: 1000)
        var head: HTTPResponseHead?
        for byte in text.utf8 {
            reader.append([byte].span)
            if let found = try reader.next() { head = found }
        }
        return try ClientHandshake(options, key: key).accept(try #require(head)).subprotocol
    }

    @Test("accepts the standard's example, also behind interim responses")
    func accepts() throws {
        #expect(try Self.accept(Self.good + "\r\n") == nil)
        #expect(try Self.accept("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + Self.good + "\r\n") == nil)
        #expect(try Self.accept(Self.good + "Sec-WebSocket-Protocol: b\r\n\r\n", offering: ["a", "b"]) == "b")
    }

    @Test(
        "refuses what was not asked for and what is not HTTP",
        arguments: [
            good.replacing("s3p", with: "S3p"), good + "Sec-WebSocket-Accept: x\r\n",
            good.replacing("Upgrade: w", with: "X: w"),
            good.replacing("Connection", with: "X"), good.replacing("HTTP/1.1", with: "HTTP/1.0"),
            good.replacing("HTTP/1.1", with: "HTTP/2"), good.replacing("101", with: "0101"),
            good.replacing("101", with: "+10"),
            good + "Sec-WebSocket-Extensions: permessage-deflate\r\n", good + "Sec-WebSocket-Protocol: a\r\n",
            good + "X: a\r\n folded\r\n", good + "X : a\r\n", good + "X: a\rb\r\n", good + "X: a\0\r\n",
            good + "X: a\n",
            good + "X: " + String(repeating: "a", count: 1000) + "\r\n",
        ])
    func refuses(_ text: String) {
        #expect(throws: (any Error).self) { try Self.accept(text + "\r\n") }
    }

    @Test("tells status and fields of a refusal")
    func refusal() throws {
        #expect {
            try Self.accept("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\n\r\n")
        } throws: {
            ($0 as? WebSocketError)?.kind == .http(status: 401, headers: ["WWW-Authenticate": "Bearer"])
        }
    }

    @Test(
        "lets no option forge a line of the request",
        arguments: [("/a b", "v"), ("/a\r\nX: y", "v"), ("a", "v"), ("/", "v\r\nX: y"), ("/", "v\0")])
    func forgery(_ path: String, _ value: String) {
        var options = WebSocketOptions(host: "example.test", port: 80)
        options.target = path
        options.headers = ["X": value]
        #expect(throws: WebSocketError.self) { try ClientHandshake(options).request() }
    }

    @Test("names an IPv6 literal in brackets")
    func literal() {
        #expect(WebSocketOptions(host: "::1", port: 80).authority(alwaysWithPort: false) == "[::1]")
        #expect(WebSocketOptions(host: "[::1]", port: 81).authority(alwaysWithPort: false) == "[::1]:81")
        #expect(WebSocketOptions(host: "h", port: 80).authority(alwaysWithPort: true) == "h:80")
    }
}
