import Testing
import Values

@testable import HTTPMessages

@Suite("Answers")
struct HTTPAnswerTests {
    @Test(
        "a status is written with its phrase",
        arguments: [
            (101, "Switching Protocols"), (200, "OK"), (201, "Created"), (202, "Accepted"), (204, "No Content"),
            (302, "Found"), (304, "Not Modified"), (400, "Bad Request"), (401, "Unauthorized"), (403, "Forbidden"),
            (404, "Not Found"), (405, "Method Not Allowed"), (408, "Request Timeout"), (409, "Conflict"),
            (413, "Content Too Large"), (414, "URI Too Long"), (417, "Expectation Failed"),
            (421, "Misdirected Request"),
            (426, "Upgrade Required"), (431, "Request Header Fields Too Large"), (500, "Internal Server Error"),
            (501, "Not Implemented"), (503, "Service Unavailable"), (505, "HTTP Version Not Supported"), (299, ""),
        ])
    func phrases(status: Int, phrase: String) {
        let text = HTTPHeadWriterTests.response(HTTPStatus(rawValue: status), .none)
        #expect(text == "HTTP/1.1 \(status) \(phrase)\r\n\r\n")
    }

    @Test(
        "three kinds of status have no body",
        arguments: [
            (100, true), (199, true), (200, false), (203, false), (204, true), (205, false), (303, false), (304, true),
            (404, false),
        ])
    func bodies(status: Int, isForbidden: Bool) {
        #expect(HTTPStatus(rawValue: status).forbidsBody == isForbidden)
    }

    @Test(
        "success is 200 to 299",
        arguments: [(0, false), (199, false), (200, true), (299, true), (300, false), (404, false)])
    func success(status: Int, isSuccess: Bool) {
        #expect(HTTPResponseHead(status: status).isSuccess == isSuccess)
    }

    @Test(
        "an alert is told by its first two bytes",
        arguments: [
            ([0x15, 0x03], true), ([0x15, 0x03, 0x01], true), ([0x15], false), ([], false), ([0x15, 0x02], false),
            ([0x16, 0x03], false),
        ])
    func alerts(bytes: [UInt8], isAlert: Bool) {
        var reader = HTTPResponseHeadReader()
        reader.append(bytes.span)
        #expect(reader.startsWithAlert == isAlert)
    }

    @Test(
        "a strict status line has a version, three digits, and any phrase",
        arguments: [
            ("HTTP/1.1 200", 200), ("HTTP/1.0 100 ", nil), ("HTTP/1.1 200 Caf\u{E9} x", 200), ("HTTP/1.1 2000", nil),
            ("HTTP/1.1 20", nil), ("HTTP/1.1 +20", nil), ("HTTP/1.1 2x0", nil), ("HTTP/1.1 099", nil),
            ("HTTP/1.1", nil),
            ("HTTP/1.2 200", nil), ("http/1.1 200", nil), ("", nil), (" HTTP/1.1 200", nil), ("HTTP/1.1\t200", nil),
        ])
    func statusLines(line: String, status: Int?) {
        // An interim response is read and waited behind.
        let found = try? HTTPResponseHeadTests.strict("\(line)\r\n\r\n")
        #expect(found?.status == status)
    }

    @Test("after a head comes the next one, from its first byte")
    func two() throws {
        var reader = HTTPResponseHeadReader()
        reader.append(Array("HTTP/1.1 200 A\r\n\r\nHTTP/1.0 404 B\r\nC: d\r\n\r\nrest".utf8).span)
        #expect(try reader.next()?.status == 200)
        #expect(try reader.next() == HTTPResponseHead(status: 404, version: "1.0", headers: ["C": "d"]))
        #expect(reader.takeRest() == Array("rest".utf8) && reader.takeRest().isEmpty)
    }

    @Test("lines from a library are read with or without their ends, up to the last head")
    func lenientLines() {
        var reader = HTTPResponseLineReader()
        func take(_ line: String) -> HTTPResponseLineReader.Event { reader.take(Array(line.utf8)[...]) }
        #expect(take("HTTP/1.1 100 Continue") == .more && take("X: interim") == .more && take("") == .more)
        #expect(!reader.isComplete && reader.head == HTTPResponseHead(status: 0, version: ""))
        #expect(take("\tHTTP/2 200 \r\n") == .more && take("A:\u{B}b\u{C}\r\n") == .more && !reader.isComplete)
        #expect(take(" \r\n") == .complete && reader.isComplete)
        #expect(reader.head == HTTPResponseHead(status: 200, version: "2", headers: ["A": "b"]))
        #expect(take("no field at all") == .more && reader.head.headers == ["A": "b"])
    }

    @Test("a request that cannot be sent names the field and not its value")
    func unsendable() {
        let error = #expect(throws: HTTPHeadError.self) {
            try HTTPHeadWriter.request("GET / HTTP/1.1", ["A": "b", "X-Key": "s3cret\n"])
        }
        #expect(error?.detail == "characters that HTTP does not allow in field X-Key" && error?.kind == .malformed)
    }

    @Test("a connection that ends is told, but not with a switch of protocols", arguments: [true, false])
    func closing(keepAlive: Bool) {
        let end = keepAlive ? "" : "Connection: close\r\n"
        #expect(
            HTTPHeadWriterTests.response(.ok, .length(0), keepAlive: keepAlive)
                == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(end)\r\n")
        #expect(!HTTPHeadWriterTests.response(.switchingProtocols, .none, keepAlive: keepAlive).contains("close"))
    }

    @Test("fields are kept that pass, and replaced by name only")
    func collections() {
        var headers: HTTPHeaders = ["A": "1", "b": "2", "a": "3"]
        #expect(headers.filter { $0.value != "2" } == ["A": "1", "a": "3"])
        headers["B"] = nil
        headers.set(HTTPField("c", "4"))
        #expect(headers == ["A": "1", "a": "3", "c": "4"] && headers["C"] == "4" && headers.all("A") == ["1", "3"])
        #expect(!headers.list("d", contains: "") && (["d": ",, x"] as HTTPHeaders).list("D", contains: "X"))
    }
}
