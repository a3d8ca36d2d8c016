import Testing

@testable import HTTPMessages

@Suite("Request heads")
struct HTTPRequestHeadTests {
    private func output(_ text: String, _ limits: HTTPRequestParser.Limits = .init()) throws -> HTTPRequestParser.Output
    {
        try HTTPRequestParserTests.parse(text, limits: limits)
    }

    private func head(_ line: String, _ fields: String = "Host: h\r\n") throws -> HTTPRequestHead? {
        if case .request(let head, _) = try output("\(line)\r\n\(fields)\r\n") { head } else { nil }
    }

    private func refusal(_ text: String, _ limits: HTTPRequestParser.Limits = .init()) -> HTTPParseError? {
        #expect(throws: HTTPParseError.self, "\(text)") { try output(text, limits) }
    }

    @Test("the parts of a request line are kept as they came")
    func line() throws {
        let head = try #require(try head("Get /a%20b/../c?x=1?y=%26 HTTP/1.1"))
        #expect(head.method == "Get" && head.target == "/a%20b/../c?x=1?y=%26")
        #expect(head.path == "/c" && head.query == "x=1?y=%26" && head.isVersion11)
        #expect(try self.head("GET /? HTTP/1.1")?.query == "" && self.head("GET / HTTP/1.1")?.query == nil)
    }

    @Test("a star is a target of OPTIONS alone")
    func star() throws {
        let head = try #require(try head("OPTIONS * HTTP/1.1"))
        #expect(head.path == "*" && head.query == nil && head.target == "*")
        #expect(refusal("GET * HTTP/1.1\r\nHost: h\r\n\r\n") == HTTPParseError(.badRequest, "target"))
        #expect(refusal("OPTIONS *x HTTP/1.1\r\nHost: h\r\n\r\n") == HTTPParseError(.badRequest, "target"))
    }

    @Test(
        "a target has no fragment, no host and no blank of any kind",
        arguments: [
            "/a#b", "/?a#b", "http://h/", "h:80", "x", "/\u{A0}", "/é", "/\u{7F}", "",
        ])
    func targets(target: String) {
        #expect(refusal("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")?.status == .badRequest)
    }

    @Test(
        "the connection goes on with HTTP/1.1, unless somebody says close",
        arguments: [
            ("1.1", "", true), ("1.1", "Connection: keep-alive\r\n", true), ("1.1", "Connection: closed\r\n", true),
            ("1.1", "Connection: x,\tClose\r\n", false), ("1.1", "Connection: x\r\nCONNECTION: close\r\n", false),
            ("1.0", "", false), ("1.0", "Connection: keep-alive\r\n", false),
        ])
    func keepAlive(version: String, field: String, isKept: Bool) throws {
        #expect(try head("GET / HTTP/\(version)", "Host: h\r\n" + field)?.keepAlive == isKept)
    }

    @Test("HTTP/1.0 may be silent about the host, and never names two")
    func hosts() throws {
        #expect(try head("GET / HTTP/1.0", "")?.isVersion11 == false)
        #expect(refusal("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n") == HTTPParseError(.badRequest, "Host"))
        #expect(refusal("GET / HTTP/1.1\r\n\r\n") == HTTPParseError(.badRequest, "Host"))
    }

    @Test(
        "other versions are told from what is no HTTP",
        arguments: [
            ("HTTP/1.2", HTTPStatus.versionNotSupported), ("HTTP/3", .versionNotSupported),
            ("HTTP/", .versionNotSupported),
            ("HTTP/1.1 ", .badRequest), ("HTTQ/1.1", .badRequest), ("", .badRequest), ("http/1.1", .badRequest),
        ])
    func versions(version: String, status: HTTPStatus) {
        #expect(refusal("GET / \(version)\r\nHost: h\r\n\r\n")?.status == status)
    }

    @Test("the body's end is said once, and so that nobody can take it otherwise")
    func framings() throws {
        func framing(_ fields: String) throws -> HTTPRequestHead.Framing? {
            try HTTPRequestHead(Array("POST / HTTP/1.1\r\nHost: h\(fields)".utf8)[...]).framing
        }
        #expect(try framing("") == HTTPRequestHead.Framing.none)
        #expect(
            try framing("\r\nContent-Length: 0") == .length(0) && framing("\r\ncontent-length:\t007 ") == .length(7))
        #expect(try framing("\r\nTransfer-Encoding: Chunked") == .chunked)
        #expect(try framing("\r\nContent-Length: 999999999999999") == .length(999_999_999_999_999))
        for length in ["", "1000000000000000", "0x1", "1 1", "1,", "١", "1.0", "1e3", "+0"] {
            #expect(throws: HTTPParseError(.badRequest, "Content-Length"), "\(length)") {
                try framing("\r\nContent-Length: \(length)")
            }
        }
        #expect(throws: HTTPParseError(.badRequest, "Content-Length")) {
            try framing("\r\nContent-Length: 1\r\nContent-Length: 2")
        }
        #expect(throws: HTTPParseError(.notImplemented, "coding")) { try framing("\r\nTransfer-Encoding: identity") }
        #expect(throws: HTTPParseError(.badRequest, "framing")) {
            try framing("\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip")
        }
    }

    @Test("a body has as many bytes as allowed, and the answer to more comes before it", arguments: [0, 1])
    func bodies(over: Int) throws {
        let text = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(10 + over)\r\n\r\n"
        if over == 0 {
            #expect(try output(text, .init(body: 10)) == .incomplete)
        } else {
            #expect(refusal(text, .init(body: 10)) == HTTPParseError(.contentTooLarge, "Content-Length 11"))
        }
    }

    @Test("targets and fields are as long and as many as allowed, and no more")
    func counts() throws {
        let limits = HTTPRequestParser.Limits(target: 4, fields: 2)
        guard case .request = try output("GET /abc HTTP/1.1\r\nHost: h\r\nA: b\r\n\r\n", limits) else {
            Issue.record("no request")
            return
        }
        #expect(refusal("GET /abcd HTTP/1.1\r\nHost: h\r\n\r\n", limits) == HTTPParseError(.uriTooLong, "target"))
        #expect(
            refusal("GET / HTTP/1.1\r\nHost: h\r\nA: b\r\nA: b\r\n\r\n", limits)
                == HTTPParseError(.headerFieldsTooLarge, "fields"))
    }

    @Test(
        "who waits for a 100 is told only when a body is to come and none has",
        arguments: [
            ("1.1", "Expect: 100-Continue\r\nContent-Length: 1\r\n\r\n", true),
            ("1.1", "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n", true),
            ("1.1", "Expect: 100-continue\r\nContent-Length: 1\r\n\r\nx", false),
            ("1.1", "Expect: 100-continue\r\nContent-Length: 0\r\n\r\n", false),
            ("1.1", "Expect: 100-continue\r\n\r\n", false),
            ("1.0", "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n", false),
            ("1.1", "Content-Length: 1\r\n\r\n", false),
        ])
    func expectations(version: String, rest: String, waits: Bool) throws {
        #expect((try output("POST / HTTP/\(version)\r\nHost: h\r\n\(rest)") == .wantsContinue) == waits)
    }

    @Test("a body that was waited for is taken, and the next request after it")
    func continued() throws {
        var parser = HTTPRequestParser(limits: .init())
        parser.append(Array("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n".utf8).span)
        #expect(parser.phase == .head && parser.isMidRequest && parser.buffered > 0)
        #expect(try parser.next() == .wantsContinue)
        #expect(parser.phase == .body && parser.isMidRequest && parser.buffered == 0)
        #expect(try parser.next() == .incomplete)
        parser.append(Array("abGET /2 HTTP/1.1\r\nHost: h\r\n\r\nrest".utf8).span)
        guard case .request(let first, let body) = try parser.next(),
            case .request(let second, let none) = try parser.next()
        else {
            Issue.record("no request")
            return
        }
        #expect(first.expectsContinue && body == Array("ab".utf8) && second.path == "/2" && none.isEmpty)
        #expect(parser.phase == .head && parser.buffered == 4)
        #expect(parser.takeRest() == Array("rest".utf8) && parser.takeRest().isEmpty && !parser.isMidRequest)
    }

    @Test("what is left over after the rest was taken is read from its beginning")
    func rest() throws {
        var parser = HTTPRequestParser(limits: .init())
        parser.append(Array("GET /something-longer HTTP/1.1\r\nHost: and-longer-than-the-next".utf8).span)
        #expect(try parser.next() == .incomplete)
        _ = parser.takeRest()
        parser.append(Array("GET /x HTTP/1.1\r\nHost: h\r\n\r\n".utf8).span)
        guard case .request(let head, _) = try parser.next() else {
            Issue.record("no request")
            return
        }
        #expect(head.path == "/x")
    }

    @Test("every cut of a good request waits, and none is taken for a shorter one")
    func cuts() throws {
        let text = "POST /a?b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: x\r\n\r\n"
        for count in 0..<text.utf8.count {
            #expect(try output(String(decoding: Array(text.utf8)[..<count], as: UTF8.self)) == .incomplete, "\(count)")
        }
    }
}
