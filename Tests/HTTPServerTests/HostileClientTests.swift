import SocketTestSupport
import Testing
import WebSockets

@testable import HTTPServer

/// Clients that break the rules, one by one: each gets a 4xx or 5xx answer or a closed connection, and the server goes on.
@Suite("HTTP server: hostile clients")
struct HostileClientTests {
    static let host = "Host: localhost\r\n"

    static func get(_ extra: String = "", target: String = "/") -> String {
        "GET \(target) HTTP/1.1\r\n\(host)\(extra)\r\n"
    }

    static func post(_ extra: String, _ body: String = "") -> String {
        "POST /echo HTTP/1.1\r\n\(host)\(extra)\r\n\(body)"
    }

    static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    static let chunked = "Transfer-Encoding: chunked\r\n"

    /// What is on the wire, by name. Ends of heads that never come are told by the timeouts.
    static let requests: [(name: String, text: String)] = [
        ("empty lines", times("\r\n", 20_000)), ("no target", "GET\r\n\r\n"), ("no version", "GET /\r\n\r\n"),
        ("two spaces", "GET  / HTTP/1.1\r\n\(host)\r\n"), ("tabs", "GET\t/\tHTTP/1.1\r\n\(host)\r\n"),
        ("version 2.0", "GET / HTTP/2.0\r\n\(host)\r\n"), ("version 1.10", "GET / HTTP/1.10\r\n\(host)\r\n"),
        ("version junk", "GET / JUNK/1.1\r\n\(host)\r\n"), ("h2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        ("TLS hello", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0" + times("\0", 500)), ("NULs", times("\0", 4000)),
        ("method junk", "G(T / HTTP/1.1\r\n\(host)\r\n"), ("long method", times("A", 1 << 20)),
        ("long target", "GET /" + times("a", 1 << 20)), ("control in target", get(target: "/\u{1}")),
        ("8 bit in target", get(target: "/é")), ("fragment", get(target: "/#x")),
        ("absolute form", get(target: "http://localhost/")), ("bad percent", get(target: "/%g0")),
        ("percent NUL", get(target: "/%00")), ("percent slash", get(target: "/a%2f..%2fb")),
        ("dot dot", get(target: "/../etc/passwd")), ("encoded dot dot", get(target: "/%2e%2e/%2e%2e/etc/passwd")),
        ("overlong dot", get(target: "/%c0%ae%c0%ae/x")), ("backslash", get(target: "/..%5cx")),
        ("no host", "GET / HTTP/1.1\r\n\r\n"), ("two hosts", get("Host: b\r\n")),
        ("foreign host", "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
        ("bare LF", "GET / HTTP/1.1\nHost: localhost\n\n"), ("bare CR", get("A: b\rEvil: c\r\n")),
        ("NUL in value", get("A: b\0c\r\n")), ("folded line", get("A: b\r\n c\r\n")),
        ("folded first line", "GET / HTTP/1.1\r\n \(host)\r\n"), ("blank before colon", get("A : b\r\n")),
        ("no colon", get("Abc\r\n")), ("empty name", get(": b\r\n")), ("8 bit name", get("é: b\r\n")),
        ("long field", get("A: \(times("a", 1 << 20))\r\n")), ("5000 fields", get(times("A: b\r\n", 5000))),
        ("two lengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "helloX")),
        ("same length twice", post(times("Content-Length: 5\r\n", 2), "hello")),
        ("list of lengths", post("Content-Length: 5, 5\r\n", "hello")),
        ("length with plus", post("Content-Length: +5\r\n", "hello")),
        ("hexadecimal length", post("Content-Length: 0x5\r\n", "hello")),
        ("negative length", post("Content-Length: -5\r\n")), ("empty length", post("Content-Length:\r\n")),
        ("length above 2^64", post("Content-Length: 18446744073709551617\r\n")),
        ("length above the limit", post("Content-Length: 99999999\r\n")),
        (
            "length and chunked",
            post("Content-Length: 5\r\n\(chunked)", "0\r\n\r\nGET /smuggled HTTP/1.1\r\n\(host)\r\n")
        ),
        ("chunked and length", post("\(chunked)Content-Length: 5\r\n", "0\r\n\r\n")),
        ("chunked twice", post(chunked + chunked, "0\r\n\r\n")),
        ("identity", post("Transfer-Encoding: identity\r\n", "hello")),
        ("xchunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")),
        ("chunked in 1.0", "POST /echo HTTP/1.0\r\n\(chunked)\r\n0\r\n\r\n"),
        ("vertical tab", post("Transfer-Encoding: \u{B}chunked\r\n", "0\r\n\r\n")),
        ("negative chunk", post(chunked, "-1\r\nx")), ("chunk with 0x", post(chunked, "0x1\r\nx\r\n0\r\n\r\n")),
        ("chunk above 2^64", post(chunked, "FFFFFFFFFFFFFFFF1\r\nx")), ("big chunk", post(chunked, "7FFFFFFF\r\nx")),
        ("chunk without end", post(chunked, "1\r\nxy\r\n0\r\n\r\n")), ("chunk with LF", post(chunked, "1\nx\n0\n\n")),
        ("long chunk extension", post(chunked, "1;" + times("a", 1 << 20))),
        ("long trailer", post(chunked, "0\r\n" + times("A: b\r\n", 200_000))),
        ("unknown expectation", post("Expect: 42\r\nContent-Length: 1\r\n", "x")),
        ("half a head", "GET / HTTP/1.1\r\nHost: loc"), ("half a body", post("Content-Length: 50\r\n", "hello")),
        ("half a chunk", post(chunked, "5\r\nhe")), ("silence", ""),
        ("unmasked version", upgrade(version: "8")), ("short key", upgrade(key: "abc")), ("no key", upgrade(key: "")),
        ("posted upgrade", upgrade().replacing("GET", with: "POST")),
        ("two keys", upgrade(extra: "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n")),
        ("plain request for a WebSocket", get(target: "/ws")),
    ]

    static func upgrade(extra: String = "", version: String = "13", key: String = "dGhlIHNhbXBsZSBub25jZQ==") -> String
    {
        """
        GET /ws HTTP/1.1\r\n\(host)Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: \(key)\r\n\
        Sec-WebSocket-Version: \(version)\r\n\(extra)\r\n
        """
    }

    /// - Parameter patience: for heads, bodies and further requests; long unless the test is about it, for a busy machine.
    static func withHostedServer(
        patience: Duration = .seconds(20), _ body: (Int) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.headTimeout = patience
        configuration.bodyTimeout = patience
        configuration.keepAliveTimeout = patience
        configuration.webSocket.pingAfter = patience / 5
        configuration.webSocket.hangUpAfter = patience
        try await withServer(configuration) { request in
            switch request.path {
            case "/ws":
                .webSocket { socket in
                    for try await message in socket.messages {
                        try await socket.send(message.bytes, text: message.isText)
                    }
                }
            case "/echo": HTTPResponse(body: .bytes(request.body))
            default: .text("ok\n")
            }
        } body: { _, _, port in
            try await body(port)
            let client = try RawSocket(port: port)
            client.send(get("Connection: close\r\n"))
            #expect(await client.receive(until: nil).hasPrefix("HTTP/1.1 200 "), "the server no longer answers")
        }
    }

    @Test("ends in an error status or a closed connection", .timeLimit(.minutes(1)), arguments: requests.map(\.name))
    func refused(_ name: String) async throws {
        let text = try #require(Self.requests.first { $0.name == name }?.text)
        try await Self.withHostedServer(patience: .seconds(1)) { port in
            let client = try RawSocket(port: port)
            let (answer, hasEnded) = await client.onThread { client in
                client.send(text)
                let answer = String(decoding: client.read(until: nil), as: UTF8.self)
                return (answer, client.hasEnded)
            }
            #expect(hasEnded)
            if !answer.isEmpty {
                #expect(answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 5"), "\(answer.prefix(200))")
            }
            #expect(!answer.contains("smuggled"))
        }
    }

    @Test("cuts a head that comes a byte at a time", .timeLimit(.minutes(1)))
    func slowHead() async throws {
        try await Self.withHostedServer(patience: .seconds(1)) { port in
            let client = try RawSocket(port: port)
            let answer = await client.onThread { client in
                for byte in Self.get().utf8.dropLast(2) where client.send([byte]) {
                    if client.onceReadable(for: 50) { break }
                }
                return String(decoding: client.read(until: nil), as: UTF8.self)
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
        }
    }

    static let mask: [UInt8] = [9, 8, 7, 6]

    static func frame(_ first: UInt8, _ payload: [UInt8] = [], masked: Bool = true) -> [UInt8] {
        var bytes = [first]
        let bit: UInt8 = masked ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(bit | UInt8(payload.count))
        case ..<65536: bytes += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes +=
                [bit | 127, 0, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (24 - 8 * $0)) }
        }
        return masked ? bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] } : bytes + payload
    }

    static func filled(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    static let frames: [(name: String, bytes: [UInt8], code: Int)] = [
        ("unmasked", frame(0x81, [0x68], masked: false), 1002), ("reserved bit 1", frame(0xC1, [0x68]), 1002),
        ("reserved bit 2", frame(0xA1, [0x68]), 1002), ("reserved bit 3", frame(0x91, [0x68]), 1002),
        ("opcode 3", frame(0x83, [0x68]), 1002), ("opcode 15", frame(0x8F), 1002),
        ("long ping", frame(0x89, filled(1, 126)), 1002), ("fragmented ping", frame(0x09, [1]), 1002),
        ("lone continuation", frame(0x80, [1]), 1002),
        ("text in text", frame(0x01, [0x61]) + frame(0x81, [0x62]), 1002),
        ("bad UTF-8", frame(0x81, [0xFF, 0xFE]), 1007), ("surrogate", frame(0x81, [0xED, 0xA0, 0x80]), 1007),
        ("close of one byte", frame(0x88, [1]), 1002), ("close 1005", frame(0x88, [0x03, 0xED]), 1002),
        ("close 999", frame(0x88, [0x03, 0xE7]), 1002), ("close reason", frame(0x88, [0x03, 0xE8, 0xFF]), 1007),
        ("length 2^63", [0x82, 0xFF] + filled(0xFF, 8) + filled(0, 4), 1002),
        ("length of a gigabyte", [0x82, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0], 1009),
        ("long form of 5", [0x82, 0xFE, 0, 5] + filled(0, 9), 1002),
        ("longest form of 200", [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0, 200] + filled(0, 204), 1002),
        ("fragments too big", frame(0x02, filled(1, 600_000)) + frame(0x80, filled(1, 600_000)), 1009),
        ("big bad UTF-8", frame(0x81, [0xFF] + filled(0x61, 300_000)), 1007),
    ]

    @Test(
        "answers broken frames with their close code and closes", .timeLimit(.minutes(1)), arguments: frames.map(\.name)
    )
    func frame(_ name: String) async throws {
        let (_, bytes, code) = try #require(Self.frames.first { $0.name == name })
        try await Self.withHostedServer { port in
            let client = try RawSocket(port: port)
            let (answer, hasEnded) = await client.onThread { client in
                client.send(Array(Self.upgrade().utf8) + bytes)
                return (client.read(until: nil), client.hasEnded)
            }
            #expect(hasEnded)
            let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8)))
            let reply = Array(answer[end.upperBound...])
            try #require(reply.count >= 4)
            #expect(reply[0] == 0x88)
            #expect(Int(reply[2]) << 8 | Int(reply[3]) == code)
        }
    }

    @Test("gives up half a frame in silence, after pinging", .timeLimit(.minutes(1)))
    func halfFrame() async throws {
        try await Self.withHostedServer(patience: .seconds(1)) { port in
            let client = try RawSocket(port: port)
            let (answer, hasEnded) = await client.onThread { client in
                client.send(Array(Self.upgrade().utf8) + Self.frame(0x81, Array("hello".utf8)).prefix(5))
                return (client.read(until: nil), client.hasEnded)
            }
            #expect(hasEnded)
            #expect(answer.suffix(2) == [0x89, 0x00])
        }
    }

    @Test("still answers after hundreds of clients that reset", .timeLimit(.minutes(1)))
    func resets() async throws {
        try await Self.withHostedServer { port in
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<300 {
                let client = try RawSocket(port: port)
                client.send((0..<50).map { _ in UInt8.random(in: 0...255, using: &generator) })
                client.reset()
            }
        }
    }

    @Test("hundreds of half-written requests do not hold up a good one", .timeLimit(.minutes(1)))
    func slowClients() async throws {
        try await withServer { _ in
            .text("ok\n")
        } body: { _, _, port in
            let slow = try (0..<200).map { _ in try RawSocket(port: port) }
            for client in slow { client.send("GET / HT") }
            let client = try RawSocket(port: port)
            client.send(Self.get("Connection: close\r\n"))
            #expect(await client.receive(until: nil).hasPrefix("HTTP/1.1 200 "))
            for client in slow { client.close() }
        }
    }
}
