import JSON
import SignalRProtocol
import TestNumbers
import Testing

@Suite("Record reader")
struct HubRecordReaderTests {
    private let stream = record(
        #"{"type":6}^{"type":1,"target":"Größe","arguments":["😀 ",[1,2]]}^{"type":3,"invocationId":"1","result":{}}^"#)

    private var whole: [HubMessage] { get throws { try messages([stream]) } }

    @Test("finds the same messages however the bytes are cut in two")
    func everyCut() throws {
        let whole = try whole
        #expect(whole.count == 3)
        for cut in 0...stream.count {
            #expect(try messages([Array(stream[..<cut]), Array(stream[cut...])]) == whole, "\(cut)")
        }
    }

    @Test("finds the same messages in pieces of any size")
    func everyPieceSize() throws {
        let whole = try whole
        for size in 1...stream.count {
            let pieces = stride(from: 0, to: stream.count, by: size).map {
                Array(stream[$0..<min($0 + size, stream.count)])
            }
            #expect(try messages(pieces) == whole, "\(size)")
        }
    }

    @Test("says when the bytes end inside a record, at every place")
    func everyTruncation() throws {
        let ends = stream.indices.filter { stream[$0] == HubRecordReader.separator }.map { $0 + 1 }
        for end in 0..<stream.count {
            let part = Array(stream[..<end])
            if end == 0 || ends.contains(end) {
                #expect(try messages([part]).count == ends.prefix { $0 <= end }.count)
            } else {
                #expect(throws: HubProtocolError(.incompleteRecord), "\(end)") { try messages([part]) }
            }
        }
    }

    @Test("refuses each message that is cut and closed by a separator")
    func everyBrokenRecord() {
        let text = Array(#"{"type":1,"target":"x","arguments":["a",{"b":[true,-1.5e3]}]}"#.utf8)
        for end in 1..<text.count {
            #expect(throws: HubProtocolError.self, "\(end)") {
                try messages([text[..<end] + [HubRecordReader.separator]])
            }
        }
    }

    @Test("passes over empty payloads and lone separators")
    func empty() throws {
        #expect(try messages([[], record("^"), record("^^{\"type\":6}^^")]) == [.ping])
    }

    @Test("refuses a record over the limit, whole or in pieces, and takes many that are together longer")
    func limit() throws {
        let long = record(#"{"type":1,"target":"x","arguments":["\#(String(repeating: "a", count: 200))"]}^"#)
        let short = HubMessage.ping.record
        #expect(throws: HubProtocolError(.recordTooLong(limit: 100))) { try messages([long], limit: 100) }
        #expect(throws: HubProtocolError(.recordTooLong(limit: 100))) {
            try messages([short + long[..<50], Array(long[50..<120])], limit: 100)
        }
        let many = Array(repeatElement(short, count: 100).joined())
        #expect(try messages([Array(many[..<605]), Array(many[605...])], limit: 11).count == 100)
    }

    @Test("refuses a record of 10 MB before it has it all")
    func tenMegabytes() {
        var reader = HubRecordReader(limit: 1 << 20)
        let piece = [UInt8](repeating: UInt8(ascii: "["), count: 64 * 1024)
        var taken = 0
        #expect(throws: HubProtocolError(.recordTooLong(limit: 1 << 20))) {
            for _ in 0..<160 {
                try reader.append(piece.span) { _ throws(HubProtocolError) in Issue.record("a record") }
                taken += piece.count
            }
        }
        #expect(taken == 1 << 20)
    }

    @Test("checks UTF-8 for transports that do not, on whole records only")
    func utf8() throws {
        var reader = HubRecordReader(limit: 100, checksUTF8: true)
        let text = record("\"ä\"^")
        var count = 0
        for byte in text { try reader.append([byte].span) { _ throws(HubProtocolError) in count += 1 } }
        #expect(count == 1)
        let broken: [UInt8] = [0x22, 0xC3, 0x22, HubRecordReader.separator]
        #expect(throws: HubProtocolError(.malformed(JSONError(.invalidUTF8, at: 0)))) {
            try reader.append(broken.span) { _ throws(HubProtocolError) in }
        }
    }

    @Test("survives bytes from a seeded random source without trapping")
    func noise() {
        var random = SeededNumbers(seed: 20_261_122)
        let alphabet = record(#"{}[]",:\u0type1235.-e^^ "target" "arguments" "invocationId" null true"#)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            _ = try? messages([bytes, record("^")])
        }
    }

    @Test("survives each single byte of a message being another")
    func mutations() {
        let text = record(#"{"type":1,"invocationId":"1","target":"\u0041","arguments":[1,"ä"],"streamIds":["2"]}^"#)
        for index in text.indices {
            for byte: UInt8 in [0, 0x1E, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D] {
                var copy = text
                copy[index] = byte
                _ = try? messages([copy])
            }
        }
    }
}
