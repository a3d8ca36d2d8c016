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
}
