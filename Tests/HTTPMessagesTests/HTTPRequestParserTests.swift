import Testing

@testable import HTTPMessages

@Suite("HTTP request parser")
struct HTTPRequestParserTests {
    static func parse(_ text: String, limits: HTTPRequestParser.Limits = .init()) throws -> HTTPRequestParser.Output {
        var parser = HTTPRequestParser(limits: limits)
        parser.append(Array(text.utf8).span)
        return try parser.next()
    }

    @Test("takes the longest head byte by byte, and none longer", arguments: [0, 1])
    func longestHead(over: Int) throws {
        let start = "GET / HTTP/1.1\r\nHost: h\r\nA: "
        let text = start + String(repeating: "a", count: 1_000 + over - start.utf8.count) + "\r\n\r\n"
        var parser = HTTPRequestParser(limits: .init(head: 1_000))
        func feed() throws -> Bool {
            for byte in text.utf8 {
                parser.append([byte].span)
                if case .request = try parser.next() { return true }
            }
            return false
        }
        if over == 0 {
            #expect(try feed())
        } else {
            #expect(throws: HTTPParseError(.headerFieldsTooLarge, "head")) { try feed() }
        }
    }

    @Test("accepts a request cut anywhere")
    func splitAnywhere() throws {
        let text = "POST /a%20b?x=%26 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
        for cut in 0...text.utf8.count {
            var parser = HTTPRequestParser(limits: .init())
            let bytes = Array(text.utf8)
            parser.append(Array(bytes[..<cut]).span)
            if cut < bytes.count { #expect(try parser.next() == .incomplete) }
            parser.append(Array(bytes[cut...]).span)
            guard case .request(let head, let body) = try parser.next() else {
                Issue.record("cut at \(cut)")
                continue
            }
            #expect(head.path == "/a b")
            #expect(head.query == "x=%26")
            #expect(body == Array("hello".utf8))
        }
    }

    @Test("takes empty lines before a request, and no more of them than a head may have bytes")
    func emptyLines() throws {
        var parser = HTTPRequestParser(limits: .init(head: 1000))
        let request = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let lines = [UInt8]((0..<500).flatMap { _ in [0x0D, 0x0A] as [UInt8] })
        for _ in 0..<3 {
            parser.append((lines + request).span)
            guard case .request = try parser.next() else {
                Issue.record("no request")
                return
            }
        }
        // In pieces that are within the limit each.
        parser.append(lines.span)
        #expect(try parser.next() == .incomplete)
        parser.append([0x0D, 0x0A].span)
        #expect(throws: HTTPParseError(.badRequest, "empty lines")) { try parser.next() }
    }

    @Test("keeps pipelined requests apart")
    func pipelined() throws {
        var parser = HTTPRequestParser(limits: .init())
        let one = "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n"
        parser.append(Array((one + one.replacing("/1 ", with: "/2 ")).utf8).span)
        for path in ["/1", "/2"] {
            guard case .request(let head, _) = try parser.next() else {
                Issue.record("no request")
                return
            }
            #expect(head.path == path)
        }
        #expect(try parser.next() == .incomplete)
        #expect(!parser.isMidRequest)
    }

    @Test("decodes chunked bodies with extensions and trailers, byte by byte")
    func chunked() throws {
        let text =
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nWiki\r\nA\r\n0123456789\r\n0\r\nT: x\r\n\r\n"
        var parser = HTTPRequestParser(limits: .init())
        var bodies: [[UInt8]] = []
        for byte in text.utf8 {
            parser.append([byte].span)
            if case .request(_, let body) = try parser.next() { bodies.append(body) }
        }
        #expect(bodies == [Array("Wiki0123456789".utf8)])
    }

    static let refused: [(String, Int)] = [
        ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        ("GET / http/1.1\r\nHost: h\r\n\r\n", 400), ("G@T / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: h\n\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\nA: b\rc\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: b\0c\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n", 400),
        ("GET /../x HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /%2e%2e/x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a%2fb HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /%ff HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1,1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nExpect: 200-ok\r\nContent-Length: 1\r\n\r\n", 417),
        ("GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\nHost: h\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: " + String(repeating: "a", count: 30000), 431),
        ("GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "A: b\r\n", count: 101) + "\r\n", 431),
        ("GET /" + String(repeating: "a", count: 30000), 414),
    ]

    @Test("refuses what is ambiguous or too large", arguments: refused)
    func refuses(_ text: String, _ status: Int) {
        #expect { _ = try Self.parse(text) } throws: { ($0 as? HTTPParseError)?.status.rawValue == status }
    }

    @Test(
        "normalises paths",
        arguments: [
            ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/a/b/..", "/a/"), ("/", "/"), ("//a", "//a"), ("/%7Ea", "/~a"),
            ("/%C3%A9", "/é"),
        ])
    func paths(_ raw: String, _ expected: String) { #expect(PercentCoding.normalizedPath(raw) == expected) }

    @Test("never traps on random bytes")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("GET / HTTP/1.1\r\n:Host, chunkedTransfer-Encoding0123456789\0%?".utf8)
        for _ in 0..<2000 {
            var parser = HTTPRequestParser(limits: .init())
            let bytes = (0..<Int.random(in: 0...200)).map { _ in alphabet.randomElement(using: &generator)! }
            parser.append(bytes.span)
            _ = try? parser.next()
        }
    }
}
