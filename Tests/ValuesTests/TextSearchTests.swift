import Testing
import Values

@Suite struct TextSearchTests {
    @Test("finds a text where it stands first, and an empty one nowhere")
    func range() throws {
        let text = "aab→aabb"
        let range = try #require(text.range(ofText: "aabb"))
        #expect(text[..<range.lowerBound] == "aab→" && text[range] == "aabb")
        #expect(text.range(ofText: "→").map { text[$0] } == "→")
        for missing in ["", "x", "aabbb", "b→b", "aab→aabbx"] { #expect(!text.contains(text: missing), "\(missing)") }
        #expect(!"".contains(text: "a"))
        #expect("aab→aabb".dropFirst(2).contains(text: "b→a") && !"aab→aabb".dropFirst(4).contains(text: "b→a"))
    }

    @Test("finds a text that a combining mark follows: what it would be hidden from is a secret's redaction")
    func combining() {
        #expect("token\u{301}".contains(text: "token"))
        #expect("token\u{301}".replacing(text: "token", with: "*") == "*\u{301}")
    }

    @Test(
        "replaces each place once, from the front",
        arguments: [
            ("aaa", "a", "aa", "aaaaaa"), ("aaa", "aa", "b", "ba"), ("1. 2. ", ". ", ".\n", "1.\n2.\n"),
            ("nothing", "", "x", "nothing"), ("nothing", "x", "", "nothing"), ("", "x", "y", ""), ("xx", "x", "", ""),
        ])
    func replacing(text: String, part: String, replacement: String, result: String) {
        #expect(text.replacing(text: part, with: replacement) == result)
    }
}
