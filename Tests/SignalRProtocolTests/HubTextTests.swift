import JSON
import Testing

@testable import SignalRProtocol

@Suite("Text in messages")
struct HubTextTests {
    private static let texts =
        ["", "TransactionCreated", "a b_c-1.~/", "é", "\u{2028}", "日本", "😀", "\u{0}", "x\"", "\\"]
        + (0..<0x100).compactMap { Unicode.Scalar($0).map { "a\($0)b" } }

    @Test("is quoted and escaped as all JSON of the house is", arguments: texts)
    func quoting(_ text: String) {
        var bytes: [UInt8] = [1]
        HubText.append(text, to: &bytes)
        #expect(bytes == [1] + JSONFragment(text).bytes)
        #expect(HubText.quoted(text) == String(decoding: bytes.dropFirst(), as: UTF8.self))
    }

    @Test("arguments become one array")
    func array() throws {
        #expect(HubText.array([JSONFragment]()) == Array("[]".utf8))
        #expect(try HubText.array(["1", " \"a\" ", "[2]"]) == Array(#"[1,"a",[2]]"#.utf8))
        #expect(throws: JSONError.self) { try HubText.array(["1", "2]"]) }
    }

    @Test(
        "each text is checked alone, wherever it stands in the array",
        arguments: [
            "", " ", "1 2", "1,2", "[1", "1]", "x", "{}\u{1E}", "\"", "\n\t {\"a\" : [ 1 ] }\r ", " null", "1.5e3 ",
            "\"é😀\"",
            String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
        ])
    func eachAlone(_ text: String) {
        let alone = Result { () throws(JSONError) in try JSONFragment(parsing: text) }
        let others: [(before: [String], written: [String])] = [
            ([], []), (["1"], ["1"]), ([" [2] ", "\"3\""], ["[2]", "\"3\""]),
        ]
        for (before, written) in others {
            let together = Result { () throws(JSONError) in try HubText.array(before + [text, " 4 "]) }
            switch (alone, together) {
            case (.success(let value), .success(let array)):
                #expect(array == Array("[\((written + [value.text, "4"]).joined(separator: ","))]".utf8))
            case (.failure(let error), .failure(let other)): #expect(error == other, "with its place in the text")
            default: Issue.record("\(alone), but in an array \(together)")
            }
        }
    }
}
