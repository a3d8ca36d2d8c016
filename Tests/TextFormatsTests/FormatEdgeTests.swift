import Testing
import TextFormats
import Values

@Suite("Edges of text formats")
struct FormatEdgeTests {
    enum Word: String, CaseIterable, Sendable {
        case desktop, webhook
    }

    private static func error<Value>(_ format: TextFormat<Value>, _ text: String) -> TextFormatError? {
        #expect(throws: TextFormatError.self, "\(text)") { try format.parse(text) }
    }

    @Test("each format takes its own example, and what stands in for a wrong text is one of its values")
    func examples() throws {
        let span = TextFormat.duration(in: .seconds(5) ... .seconds(9))
        #expect(try span.parse(span.shape.example) == span.placeholder)
        let number = TextFormat.integer(in: 3...9)
        #expect(try number.parse(number.shape.example) == number.placeholder)
        #expect(
            try TextFormat<Word>.choice.parse(TextFormat<Word>.choice.shape.example)
                == TextFormat<Word>.choice.placeholder)
        #expect(try TextFormat.url.parse(TextFormat.url.shape.example) == TextFormat.url.placeholder)
        _ = try TextFormat.amount.parse(TextFormat.amount.shape.example)
        _ = try TextFormat.text.parse(TextFormat.text.shape.example)
        _ = try TextFormat.text.parse(TextFormat.text.placeholder)
        _ = try TextFormat.file.parse(TextFormat.file.shape.example)
        _ = try TextFormat.boolean.parse(TextFormat.boolean.shape.example)
    }

    @Test(
        "an editor's pattern takes what the reader takes, and refuses what it refuses",
        arguments: ["5", "5.0", "5.00", "999999999999.99", "5.", ".5", "5.005", "1e3", "-1", "5,00", "1000000000000"])
    func amountPattern(text: String) throws {
        let pattern = try Regex(#require(TextFormat.amount.shape.pattern))
        let isTaken = (try? TextFormat.amount.parse(text)) != nil
        #expect((text.wholeMatch(of: pattern) != nil) == isTaken)
    }

    @Test(
        "a pattern of time spans takes all units",
        arguments: ["1ms", "1s", "1m", "1h", "1d", "1h30m", "1", "1x", "s", ""])
    func durationPattern(text: String) throws {
        let format = TextFormat.duration(in: .zero ... .seconds(1_000_000))
        let pattern = try Regex(#require(format.shape.pattern))
        #expect((text.wholeMatch(of: pattern) != nil) == ((try? format.parse(text)) != nil))
    }

    @Test("both ends of a range of numbers belong to it", arguments: [-3, 0, 10])
    func numbers(number: Int) throws {
        #expect(try TextFormat.integer(in: -3...10).parse("\(number)") == number)
    }

    @Test("what is no number, begins with zero or lies outside is told in different words")
    func numberErrors() {
        let format = TextFormat.integer(in: -3...10)
        for text in ["-4", "11", "99999999999999999999"] {
            #expect(Self.error(format, text) == TextFormatError("must be -3 to 10"))
        }
        for text in ["", "-", "+1", "1.0", "1 ", " 1", "--1", "٣", "１", "1_0", "1\u{301}"] {
            #expect(Self.error(format, text) == TextFormatError("must be a whole number"))
        }
        for text in ["01", "00", "-01", "007"] {
            #expect(Self.error(format, text)?.message == "must not begin with 0", "\(text)")
        }
    }

    @Test("a range of all numbers is read to its ends")
    func widest() throws {
        let format = TextFormat.integer(in: .min ... .max)
        #expect(try format.parse("-9223372036854775808") == .min)
        #expect(try format.parse("9223372036854775807") == .max)
        #expect(format.shape.minimum == .min && format.shape.maximum == .max)
    }

    @Test("an amount's three mistakes are three messages")
    func amounts() {
        #expect(Self.error(.amount, "-0.01")?.message == "must not be negative")
        #expect(Self.error(.amount, "1000000000000")?.message == "must have at most twelve digits before the point")
        #expect(Self.error(.amount, "1000000000000.00")?.message == "must have at most twelve digits before the point")
        for text in ["5.001", "5,00", "x", ""] {
            #expect(
                Self.error(.amount, text)
                    == TextFormatError("must be an amount", hint: "with a point and at most two decimals, such as 5.00")
            )
        }
    }

    @Test("a text has from one character to as many as are allowed, however many bytes they are")
    func lengths() throws {
        let format = TextFormat.text(upTo: 3)
        for text in ["a", "abc", "👨‍👩‍👧é日"] { #expect(try format.parse(text) == text) }
        #expect(Self.error(format, "abcd") == TextFormatError("must have at most 3 characters"))
        #expect(Self.error(format, "") == TextFormatError("must not be empty"))
        #expect(Self.error(.file, "") == TextFormatError("must not be empty"))
        #expect(try TextFormat.text.parse(String(repeating: "é", count: 4_096)).count == 4_096)
        #expect(
            Self.error(.text, String(repeating: "é", count: 4_097))
                == TextFormatError("must have at most 4096 characters"))
    }

    @Test(
        "an address has a host of ASCII letters, whatever follows it",
        arguments: [
            ("https://x/ä", nil), ("https://x?ä", nil), ("https://x#ä", nil), ("http://x", nil),
            ("https://ä/x", "must have a host of ASCII letters"), ("https://xä", "must have a host of ASCII letters"),
            ("https://ä?x", "must have a host of ASCII letters"), ("https://x\ny", "must be a URL"),
            ("https://x\u{A0}y", "must be a URL"), ("https://x/\u{0}", "must be a URL"),
            ("https://x/\u{2066}", "must be a URL"), ("https://x/\u{FEFF}", "must be a URL"),
            ("http://", "must be a URL"),
            ("http:/x", "must be a URL"), (" https://x", "must be a URL"),
        ])
    func addresses(text: String, message: String?) {
        let found = Result { () throws(TextFormatError) in try TextFormat.url.parse(text) }
        switch found {
        case .success(let kept): #expect(message == nil && kept == text)
        case .failure(let error): #expect(error.message == message)
        }
    }

    @Test("yes and no have three spellings each, in either letter case")
    func booleans() throws {
        for text in ["true", "yes", "on", "TRUE", "Yes", "oN"] { #expect(try TextFormat.boolean.parse(text)) }
        for text in ["false", "no", "off", "FALSE", "No", "oFF"] { #expect(try !TextFormat.boolean.parse(text)) }
        for text in ["", "y", "n", "0", "1", "true ", "ja"] {
            #expect(Self.error(.boolean, text) == TextFormatError("must be true or false"))
        }
        for word in TextFormat.boolean.shape.choices { _ = try TextFormat.boolean.parse(word) }
    }

    @Test("a wrong word is told with all the right ones, and a guess only where one is near")
    func choices() {
        #expect(
            Self.error(TextFormat<Word>.choice, "dektop")
                == TextFormatError("must be one of desktop, webhook", hint: "did you mean 'desktop'?"))
        #expect(Self.error(TextFormat<Word>.choice, "mail") == TextFormatError("must be one of desktop, webhook"))
        #expect(Self.error(TextFormat<Word>.choice, "Desktop")?.hint == "did you mean 'desktop'?")
    }

    @Test(
        "a guess is at most one edit in three letters away, and never more than three",
        arguments: [
            ("a", "b", true), ("ab", "cd", false), ("abc", "abX", true), ("abcde", "abcXY", false),
            ("abcdef", "abcdXY", true), ("abcdef", "abcXYZ", false), ("abcdefghi", "abcdefXYZ", true),
            ("abcdefghi", "abcdeXYZW", false), ("abcdefghijkl", "abcdefghWXYZ", false),
        ])
    func distance(word: String, candidate: String, isNear: Bool) {
        #expect((nearest(to: word, in: [candidate]) == candidate) == isNear)
    }

    @Test(
        "a letter added, dropped, replaced or swapped with its neighbour is one edit",
        arguments: ["abxc", "ab", "abx", "acb", "bac", "xabc", "bc"])
    func edits(word: String) {
        #expect(nearest(to: word, in: ["abc"]) == "abc")
    }

    @Test("the nearer of two is the guess, and of two as near the first")
    func ranking() {
        #expect(nearest(to: "abcdef", in: ["abcdXY", "abcdeX"]) == "abcdeX")
        #expect(nearest(to: "abcdef", in: ["abcdeY", "abcdeX"]) == "abcdeY")
        #expect(nearest(to: "abc", in: []) == nil)
    }

    @Test("a guess for a text of megabytes ends", .timeLimit(.minutes(1)))
    func endless() {
        let text = String(repeating: "a", count: 200_000)
        #expect(nearest(to: text, in: ["b" + text, "timeout"]) == "b" + text)
    }
}
