import Testing

@testable import Relay

@Suite("Text that people typed")
struct UserTextTests {
    @Test(
        "what acts on the screen goes, what is read stays",
        arguments: [
            ("plain", "plain"), ("Grüße 👨‍👩‍👧 日本 שלום", "Grüße 👨‍👩‍👧 日本 שלום"),
            ("a\u{0000}b\u{001B}[31mc\u{007F}\u{009B}d", "ab[31mcd"),
            ("\u{202E}evil\u{202C}\u{2066}x\u{2069}\u{200E}\u{061C}", "evilx"), ("\u{FEFF}bom\u{FFFE}", "bom"),
            ("a\r\nb\rc\u{2028}d\u{0085}e", "a\nb\nc\nd\ne"), ("a\n\n\n\n\nb", "a\n\nb"), ("  \n a \t ", "a"),
            ("e\u{301}", "e\u{301}"), ("", ""), ("\u{2060}\u{FFF9}", ""), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
            ("a\u{E0041}\u{E007F}b\u{115F}\u{3164}c\u{1160}\u{FFA0}", "abc"),
        ])
    func cleaned(_ text: String, _ expected: String) {
        #expect(UserText.cleaned(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test("towers of accents are cut to four, walls of lines to twenty breaks")
    func excess() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 200) + "b"
        #expect(UserText.cleaned(zalgo).unicodeScalars.count == 6)
        let wall = String(repeating: "x\n", count: 500)
        #expect(UserText.cleaned(wall).filter { $0 == "\n" }.count == 20)
    }

    @Test("cleaning twice changes nothing", arguments: [Hostile.pings, Hostile.markup, Hostile.long, Hostile.lines])
    func idempotent(_ text: String) {
        let once = UserText.cleaned(text)
        #expect(UserText.cleaned(once) == once)
        #expect(!UserText.singleLine(text).contains { $0.isNewline })
    }

    @Test(
        "a cut keeps whole characters and says that there was more",
        arguments: [
            (TextLimit.utf16(5), "abcdef", "abcd…"), (.utf16(6), "abcdef", "abcdef"), (.bytes(6), "äääää", "ä…"),
            (.utf16(12), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦…"), (.utf16(5), "👨‍👩‍👧‍👦x", "👨‍…"), (.bytes(3), "👨x", "…"),
        ])
    func cut(_ limit: TextLimit, _ text: String, _ expected: String) {
        #expect(limit.cut(text).unicodeScalars.elementsEqual(expected.unicodeScalars), "\(limit.cut(text))")
    }
}
