import Testing

@testable import HTTPClient

@Suite("pure parts")
struct PureTests {
    private func head(_ value: String?) -> HTTPResponseHead {
        HTTPResponseHead(status: 429, headers: value.map { ["retry-after": $0] } ?? [:])
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
}
