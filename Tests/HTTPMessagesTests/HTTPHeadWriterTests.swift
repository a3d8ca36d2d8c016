import Testing
import Values

@testable import HTTPMessages

@Suite("Writing heads")
struct HTTPHeadWriterTests {
    static func response(
        _ status: HTTPStatus, _ framing: HTTPHeadWriter.Framing, _ headers: HTTPHeaders = [:], keepAlive: Bool = true
    ) -> String {
        String(
            decoding: HTTPHeadWriter.response(status, headers, framing: framing, keepAlive: keepAlive), as: UTF8.self)
    }

    @Test("a response says how its body ends, and whether the connection does")
    func framings() {
        #expect(Self.response(.ok, .length(7)) == "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n")
        #expect(Self.response(.ok, .chunked) == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(
            Self.response(.notFound, .untilClose, keepAlive: false)
                == "HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n")
        #expect(
            Self.response(.switchingProtocols, .none, ["Connection": "Upgrade"], keepAlive: false)
                == "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n")
    }

    static let forging: [(String, String)] = [
        ("X", "v\r\nY: z"), ("X", "v\nY: z"), ("X", "v\0"), ("X\r\nY", "z"), ("X Y", "z"), ("X:", "z"), ("", "z"),
    ]

    @Test("a field that would forge a line is left out of a response, and stops a request", arguments: forging)
    func forgery(_ name: String, _ value: String) {
        let headers: HTTPHeaders = ["A": "b", name: value]
        #expect(Self.response(.noContent, .none, headers) == "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n")
        #expect(throws: HTTPHeadError.self) { try HTTPHeadWriter.request("GET / HTTP/1.1", headers) }
    }

    @Test("a handler cannot say another length or coding than the body has")
    func framingIsOurs() {
        let headers: HTTPHeaders = ["content-length": "1", "Transfer-Encoding": "gzip", "A": "b"]
        #expect(Self.response(.ok, .length(2), headers) == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 2\r\n\r\n")
    }

    @Test("a request is its line and its fields")
    func request() throws {
        let headers: HTTPHeaders = ["Host": "h", "A": ""]
        #expect(
            try HTTPHeadWriter.request("GET / HTTP/1.1", headers)
                == Array("GET / HTTP/1.1\r\nHost: h\r\nA: \r\n\r\n".utf8))
    }
}
