import Testing
import Values

@testable import HTTPMessages

@Suite("Header fields")
struct HTTPHeadersTests {
    @Test("names compare without case, and keep order and spelling")
    func names() {
        var headers: HTTPHeaders = ["Set-Cookie": "a", "X": "1", "set-cookie": "b"]
        #expect(headers["SET-COOKIE"] == "a")
        #expect(headers.all("Set-cookie") == ["a", "b"])
        headers.add("x", "2")
        headers["X"] = "3"
        #expect(headers == ["Set-Cookie": "a", "set-cookie": "b", "X": "3"])
        headers["set-COOKIE"] = nil
        #expect(headers == ["X": "3"])
        headers.set(HTTPField("x", "4"))
        #expect(headers == ["x": "4"])
        #expect(headers["É"] == nil)
    }

    @Test("a list's tokens are found over all its fields")
    func lists() {
        let headers: HTTPHeaders = ["Connection": "keep-alive,\tUpgrade ", "connection": "x"]
        #expect(headers.list("connection", contains: "upgrade"))
        #expect(headers.list("Connection", contains: "X"))
        #expect(!headers.list("Connection", contains: "keep"))
    }

    @Test(
        "the asked host has no port and no capitals",
        arguments: [
            ("Hub.Example:8443", "hub.example"), ("[::1]:80", "[::1]"), ("[FE80::1]", "[fe80::1]"), ("h", "h"),
            ("", ""),
            (":80", "80"),
        ])
    func hosts(_ field: String, _ name: String) {
        #expect(HTTPHeaders(dictionaryLiteral: ("host", field)).hostName == name)
        #expect(HTTPHeaders().hostName.isEmpty)
    }

    @Test("a secret is written and never printed or read; nor is what always carries one printed")
    func secrets() {
        var headers: HTTPHeaders = ["Cookie": "s3cret", "Accept": "text/plain"]
        headers.add(HTTPField("X-Key", prefix: "Key ", Secret("s3cret")))
        var dumped = ""
        dump(headers, to: &dumped)
        for text in [dumped, "\(headers)", String(reflecting: headers), "\(headers.fields)", headers["x-key"] ?? ""] {
            #expect(!text.contains("s3cret"))
        }
        #expect("\(headers)" == "Cookie: <redacted>, Accept: text/plain, X-Key: <redacted>")
        #expect(headers["cookie"] == "s3cret")
        let written = HTTPHeadWriter.response(.ok, headers, framing: .none, keepAlive: true)
        #expect(String(decoding: written, as: UTF8.self).contains("\r\nX-Key: Key s3cret\r\n"))
        #expect(HTTPField("X-Key", Secret("a")) != HTTPField("X-Key", Secret("b")))
    }
}
