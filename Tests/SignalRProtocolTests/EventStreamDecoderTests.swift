import SignalRProtocol
import Testing

/// Case 112.
@Suite("Event stream")
struct EventStreamDecoderTests {
    static let streams: [(text: String, payload: String)] = [
        ("data: {}\u{1e}\r\n\r\n", "{}\u{1e}"), ("data: {}\u{1e}\n\n", "{}\u{1e}"), ("data: {}\u{1e}\r\r", "{}\u{1e}"),
        ("data:a\n\n", "a"), ("data:  a\n\n", " a"), ("data: a\r\ndata: b\r\n\r\n", "a\nb"),
        ("data: a\n\ndata: b\n\n", "ab"), ("data\n\n", ""), ("data\ndata: b\n\n", "\nb"), ("data:\n\n", ""),
        (":\r\n: filler\r\n\r\ndata: a\r\n\r\n", "a"), ("event: x\nid: 1\nretry: 5\ndata: a\n\n", "a"),
        ("dat: a\ndatax: b\ndata : c\nDATA: d\n\n", ""), ("\u{feff}data: a\n\n", "a"),
        ("data: a\n\n\u{feff}data: b\n\n", "a"), ("\r\n\r\n\n\n\r\rdata: a\r\n\r\n", "a"),
        ("data: ä€😀\r\n\r\n", "ä€😀"), ("data: no end yet", "no end yet"), ("", ""), ("data: :\n\n", ":"),
    ]

    private func decode(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
        var decoder = EventStreamDecoder()
        var payload: [UInt8] = []
        for piece in pieces {
            let bytes = Array(piece)
            decoder.append(bytes.span, to: &payload)
        }
        return payload
    }

    @Test("gives the data of events, whatever the line ends and other fields are", arguments: streams)
    func whole(_ text: String, _ payload: String) {
        #expect(String(decoding: decode([Array(text.utf8)[...]]), as: UTF8.self) == payload)
    }

    @Test("gives the same in any pieces", arguments: streams)
    func pieces(_ text: String, _ payload: String) {
        let bytes = Array(text.utf8)
        let single = bytes.indices.map { bytes[$0...$0] }
        #expect(decode(single) == Array(payload.utf8))
        for first in bytes.indices {
            for second in first...bytes.endIndex {
                let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
                #expect(decode(parts) == Array(payload.utf8), "\(text.debugDescription) at \(first) and \(second)")
            }
        }
    }

    @Test("takes half a byte order mark for a field that does not matter")
    func halfMark() {
        #expect(decode([[0xEF, 0xBB] + Array("data: a\n\ndata: b\n\n".utf8)]) == Array("b".utf8))
    }

    @Test("keeps nothing of what has no end")
    func bounded() {
        var decoder = EventStreamDecoder()
        let before = decoder
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var payload: [UInt8] = []
        for _ in 0..<64 { decoder.append(line.span, to: &payload) }
        #expect(payload.isEmpty)
        #expect(MemoryLayout.size(ofValue: before) < 32, "it has no room for text")
    }
}
