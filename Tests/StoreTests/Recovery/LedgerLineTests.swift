import SQLite
import Testing
import Values

@testable import Store

@Suite("Lines of the ledger")
struct LedgerLineTests {
    private static let lines: [LedgerLine] = [
        LedgerLine(number: 1, word: .store(id: "1-2")),
        LedgerLine(
            number: 2,
            word: .told(
                .init(alert: "new|https://a.example|TXN\t7\n\\", target: "küche"), at: Timestamp(microseconds: -5))),
        LedgerLine(number: .max, word: .untold(.init(alert: "", target: "chat"))),
        LedgerLine(
            number: 4,
            word: .row(
                .intent,
                TableRow([
                    "id": .text("a=b\tc\\n\nd"), "amount": .text("-3.20"), "before": .null, "number": .integer(-7),
                    "photo": .bytes([0, 9, 10, 92, 255]), "empty": .text(""), "nothing": .bytes([]),
                ]))),
    ]

    @Test("what was written is what is read, whatever a person typed", arguments: lines)
    func roundTrip(_ line: LedgerLine) {
        #expect(!line.text.contains("\n"))
        #expect(LedgerLine(line.text[...]) == line)
    }

    @Test("no flipped bit passes, nor a line that was cut off")
    func damage() throws {
        let text = Self.lines[1].text
        for index in text.utf8.indices.enumerated() {
            for bit in 0..<8 {
                var bytes = Array(text.utf8)
                bytes[index.offset] ^= 1 << bit
                guard let changed = String(validating: bytes, as: UTF8.self) else { continue }
                #expect(LedgerLine(changed[...]) == nil, "byte \(index.offset), bit \(bit)")
            }
            #expect(LedgerLine(text[..<index.element]) == nil)
        }
    }

    @Test("the last word about each thing counts, and old ends are left out of a smaller ledger")
    func contents() {
        func intent(_ state: String, settled: Cell = .null) -> LedgerLine.Word {
            .row(
                .intent,
                TableRow(["id": .text("i"), "number": .integer(1), "state": .text(state), "settled_at": settled]))
        }
        let chat = LedgerLine.Told(alert: "a", target: "chat")
        var contents = LedgerContents()
        let words: [LedgerLine.Word] = [
            .store(id: "one"), intent("accepted"), .told(chat, at: Timestamp(seconds: 10)), intent("sending"),
            .told(.init(alert: "b", target: "chat"), at: Timestamp(seconds: 20)), .untold(chat),
        ]
        for (index, word) in words.enumerated() { contents.take(LedgerLine(number: Int64(index + 1), word: word)) }
        #expect(contents.head == 6 && contents.storeID == "one")
        #expect(contents.told.keys.map(\.alert) == ["b"])
        #expect(contents.all(.intent).map { $0.text("state") } == ["sending"])
        #expect(contents.lines(since: Timestamp(seconds: 19)).count == 3)
        #expect(contents.lines(since: Timestamp(seconds: 20)).count == 2, "what was told is too old")
        contents.take(LedgerLine(number: 7, word: intent("confirmed", settled: .integer(5))))
        #expect(contents.lines(since: Timestamp(seconds: 20)).count == 1, "and so is what was settled")
    }
}
