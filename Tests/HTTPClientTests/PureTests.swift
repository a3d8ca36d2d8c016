import Testing

@testable import HTTPClient

@Suite("pure parts")
struct PureTests {
    private func head(_ value: String?) -> HTTPResponseHead {
        var headers = HTTPHeaders()
        if let value { headers.addReceived("retry-after", value) }
        return HTTPResponseHead(status: 429, version: "1.1", headers: headers)
    }

    @Test(
        "Retry-After",
        arguments: [
            ("0", Duration.zero), ("120", .seconds(120)), ("64.57", .milliseconds(64_570)), ("1e3", nil), ("-1", nil),
            ("", nil), ("soon", nil),
            ("1000000000", nil), ("0x10", nil), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(37)),
            ("Sun Nov  6 08:49:37 1994", .seconds(37)), ("Sun, 06 Nov 1994 08:00:00 GMT", .zero),
            ("Sun, 06 Nov 2094 08:49:37 GMT", nil),
        ])
    func retryAfter(value: String, expected: Duration?) {
        #expect(head(value).retryAfter(now: 784_111_740) == expected)
        #expect(head(nil).retryAfter() == nil)
    }

    @Test(
        "head lines",
        arguments: [
            (["HTTP/1.1 200 OK", "A: b ", "c:d", ""], HeadParser.Event.complete), (["HTTP/2 204", ""], .complete),
            (["HTTP/1.1 abc"], .malformed),
            (["ICY 200 OK"], .malformed), (["HTTP/1.1 200", "nonsense"], .malformed),
            (["HTTP/1.1 100 Continue", ""], .more),
        ])
    func headLines(lines: [String], expected: HeadParser.Event) {
        var parser = HeadParser()
        var last = HeadParser.Event.more
        for line in lines { last = Array((line + "\r\n").utf8).withUnsafeBytes { parser.take($0) } }
        #expect(last == expected)
    }
}
