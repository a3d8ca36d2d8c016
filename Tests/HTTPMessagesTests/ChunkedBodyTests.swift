import Testing

@testable import HTTPMessages

@Suite("Chunked bodies")
struct ChunkedBodyTests {
    /// What is decoded of a text that comes in pieces; `nil` while the body is not complete.
    private func decode(_ text: String, limit: Int = 100, pieces: Int = .max) throws -> (body: String, rest: String)? {
        var decoder = ChunkedBodyDecoder()
        var (input, output): ([UInt8], [UInt8]) = ([], [])
        var waiting = Array(text.utf8)[...]
        while !waiting.isEmpty {
            input += waiting.prefix(pieces)
            waiting = waiting.dropFirst(pieces)
            if try decoder.decode(&input, into: &output, limit: limit) {
                return (String(decoding: output, as: UTF8.self), String(decoding: input + waiting, as: UTF8.self))
            }
        }
        return nil
    }

    private func refusal(_ text: String, limit: Int = 100) -> HTTPParseError? {
        #expect(throws: HTTPParseError.self, "\(text.prefix(40))") { try decode(text, limit: limit) }
    }

    @Test("sizes are hexadecimal in both cases, and what follows the body stays", arguments: [1, 2, 3, 7, 1_000])
    func sizes(pieces: Int) throws {
        let text = "a\r\n0123456789\r\nB ;x=y\r\n0123456789a\r\n00000001;\r\n!\r\n000\r\n\r\nGET"
        #expect(throws: HTTPParseError(.badRequest, "chunk size")) { try decode(text, pieces: pieces) }
        let found = try #require(try decode(text.replacing("B ;", with: "B;"), pieces: pieces))
        #expect(found.body == "01234567890123456789a!" && found.rest == "GET")
    }

    @Test(
        "no size, a sign, a prefix or nine digits are none",
        arguments: ["", ";x", "-1", "+1", "0x1", "g", "000000001", " 1", "1 "])
    func wrongSizes(size: String) {
        #expect(refusal("\(size)\r\n") == HTTPParseError(.badRequest, "chunk size"))
    }

    @Test("the body is as long as allowed, over all its chunks", arguments: [0, 1])
    func limit(over: Int) throws {
        let text = "6\r\nabcdef\r\n\(4 + over)\r\nghij\(over == 0 ? "" : "k")\r\n0\r\n\r\n"
        if over == 0 {
            #expect(try decode(text, limit: 10)?.body == "abcdefghij")
        } else {
            #expect(refusal(text, limit: 10) == HTTPParseError(.contentTooLarge, "chunk"))
        }
    }

    @Test("a chunk ends with a line break and nothing else", arguments: ["\r\r", "x\n", "\n\n", "\rx"])
    func ends(end: String) {
        #expect(refusal("1\r\na\(end)0\r\n\r\n") == HTTPParseError(.badRequest, "chunk end"))
    }

    @Test("a line ends with both of its characters", arguments: ["1\n", "1\r1", "1\rx"])
    func lines(text: String) {
        #expect(refusal(text) == HTTPParseError(.badRequest, "chunk line"))
    }

    @Test("a line has 1,024 bytes and no more, ended or not", arguments: [0, 1])
    func longLine(over: Int) throws {
        let line = "0;" + String(repeating: "x", count: 1_022 + over)
        if over == 0 {
            #expect(try decode(line) == nil)
            #expect(try decode(line + "\r\n\r\n")?.body == "")
        } else {
            #expect(refusal(line) == HTTPParseError(.badRequest, "chunk line"))
            #expect(refusal(line + "\r\n\r\n") == HTTPParseError(.badRequest, "chunk line"))
        }
    }

    @Test("trailers have 4,096 bytes with their ends, and no more", arguments: [0, 1])
    func trailers(over: Int) throws {
        // Four lines of 1,024 bytes, without the empty one's two.
        let lines = [1_022, 1_022, 1_022, 1_020 + over].map { String(repeating: "t", count: $0) + "\r\n" }.joined()
        if over == 0 {
            #expect(try decode("0\r\n" + lines + "\r\nnext")?.rest == "next")
        } else {
            #expect(refusal("0\r\n" + lines + "\r\n") == HTTPParseError(.headerFieldsTooLarge, "trailer"))
        }
    }
}
