import Testing

@testable import HTTPMessages

@Suite("Response heads")
struct HTTPResponseHeadTests {
    /// By the strict reader, cut into single bytes.
    static func strict(_ text: String, limit: Int = 1000) throws -> HTTPResponseHead? {
        var reader = HTTPResponseHeadReader(limit: limit)
        var head: HTTPResponseHead?
        for byte in text.utf8 {
            reader.append([byte].span)
            if let found = try reader.next() { head = found }
        }
        return head
    }

    /// By the lenient one, line by line.
    static func lenient(_ text: String) -> (last: HTTPResponseLineReader.Event, head: HTTPResponseHead) {
        var reader = HTTPResponseLineReader()
        var last = HTTPResponseLineReader.Event.more
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            last = reader.take(Array(line + [0x0A])[...])
        }
        return (last, reader.head)
    }

    static let good: [(String, HTTPResponseHead)] = [
        ("HTTP/1.1 200 OK\r\nA: b \r\nc:d\r\n\r\n", HTTPResponseHead(status: 200, headers: ["A": "b", "c": "d"])),
        ("HTTP/1.0 404 \r\n\r\n", HTTPResponseHead(status: 404, version: "1.0")),
        ("HTTP/1.1 999\r\nA:\r\n\r\n", HTTPResponseHead(status: 999, headers: ["A": ""])),
        ("HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", HTTPResponseHead(status: 200)),
    ]

    @Test("both readers say the same of what the standard allows", arguments: good)
    func same(_ text: String, _ head: HTTPResponseHead) throws {
        #expect(try Self.strict(text) == head)
        #expect(Self.lenient(text).last == .complete)
        #expect(Self.lenient(text).head == head)
    }

    @Test(
        "what servers send besides is taken from a library, and refused where a connection goes on behind the head",
        arguments: [
            "HTTP/1.1 200 OK\nA: b\n\n", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA B: c\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\u{1}c\r\n\r\n",
            "HTTP/1.1 200 OK\r\n: b\r\n\r\n", "HTTP/2 204\r\n\r\n", "HTTP/1.1 0200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n",
        ])
    func lenience(_ text: String) {
        #expect(Self.lenient(text).last == .complete)
        #expect(throws: HTTPHeadError.self) { try Self.strict(text) }
    }

    @Test(
        "what is no head is refused by both",
        arguments: [
            "HTTP/1.1 abc\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n", "HTTP/1.1 1000 X\r\n\r\n",
            "HTTP/1.1 200\r\nnonsense\r\n\r\n",
        ])
    func refused(_ text: String) {
        let lines = text.split(separator: "\r\n").map { Array("\($0)\r\n".utf8) }
        var reader = HTTPResponseLineReader()
        #expect(lines.contains { reader.take($0[...]) == .malformed })
        #expect(throws: HTTPHeadError.self) { try Self.strict(text) }
    }

    @Test("trailers change nothing, and an interim response is no end")
    func aroundTheHead() {
        #expect(Self.lenient("HTTP/1.1 100 Continue\r\n\r\n").last == .more)
        let (last, head) = Self.lenient("HTTP/1.1 200 OK\r\nA: b\r\n\r\nA: c\r\n")
        #expect(last == .more)
        #expect(head.headers == ["A": "b"])
    }

    @Test("a head has as many bytes as the limit, and no more; a few interim ones go before it", arguments: [0, 1])
    func limits(over: Int) throws {
        let start = "HTTP/1.1 200 OK\r\nA: "
        let text = start + String(repeating: "a", count: 100 + over - start.utf8.count) + "\r\n\r\n"
        let interim = String(repeating: "HTTP/1.1 103 E\r\n\r\n", count: 8 + over) + "HTTP/1.1 200 OK\r\n\r\n"
        if over == 0 {
            #expect(try Self.strict(text, limit: 100) != nil)
            #expect(try Self.strict(interim) != nil)
        } else {
            #expect { try Self.strict(text, limit: 100) } throws: { ($0 as? HTTPHeadError)?.kind == .tooLarge }
            #expect(throws: HTTPHeadError("too many interim responses")) { try Self.strict(interim) }
        }
    }

    @Test("what follows the head stays, and a TLS alert is recognised")
    func rest() throws {
        var reader = HTTPResponseHeadReader()
        reader.append(Array("HTTP/1.1 101 S\r\n\r\nfirst frame".utf8).span)
        #expect(try reader.next()?.status == 101)
        #expect(reader.takeRest() == Array("first frame".utf8))
        #expect(!reader.startsWithAlert)
        reader.append([0x15, 0x03, 0x03].span)
        #expect(reader.startsWithAlert)
    }
}
