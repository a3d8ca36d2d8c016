import Testing
import TextFormats
import Values

@Suite("Text formats")
struct TextFormatTests {
    @Test(
        "durations need units",
        arguments: [
            ("30s", Duration.seconds(30)), ("1h30m", .seconds(5400)), ("250ms", .milliseconds(250)),
            ("7d", .seconds(604_800)),
        ])
    func durations(text: String, value: Duration) throws {
        #expect(try TextFormat.duration(in: .zero ... .seconds(1_000_000)).parse(text) == value)
        #expect(value.unitText == text)
    }

    @Test(
        "what isn't a duration is refused",
        arguments: ["30", "", "s", "1m1h", "1.5s", "-1s", "1 s", "99999999999999999999s", "1s1s", "1µs"])
    func wrongDurations(text: String) {
        #expect(throws: TextFormatError.self) { try TextFormat.duration(in: .zero ... .seconds(1_000_000)).parse(text) }
    }

    @Test(
        "amounts are exact",
        arguments: [
            ("5.00", "5.00"), ("5", "5.00"), ("5.5", "5.50"), ("0.01", "0.01"),
            ("999999999999.99", "999999999999.99"),
        ])
    func amounts(text: String, shown: String) throws {
        #expect(try TextFormat.amount.parse(text).moneyText == shown)
    }

    @Test(
        "what isn't an amount is refused",
        arguments: [
            "5,00", "5.005", "1e3", ".5", "5.", "--1", "", "١٢", "1_000", "+5", "1000000000000", "05", "5.00 ",
            "-1", "-0.01", "99999999999999999999999999999999999999999",
        ])
    func wrongAmounts(text: String) {
        #expect(throws: TextFormatError.self) { try TextFormat.amount.parse(text) }
    }

    @Test(
        "addresses begin with their scheme and have a host of ASCII letters",
        arguments: [
            ("https://example.org", true), ("http://192.168.1.5:8123/api?x=ä#y", true), ("ftp://x", false),
            ("https://", false),
            ("https:///x", false), ("https://münchen.de", false), ("https://x y", false), ("https://x/\u{202E}", false),
            ("example.org", false), ("HTTPS://x", false), ("https://x/\u{1B}[2J", false),
        ])
    func addresses(text: String, isValid: Bool) {
        #expect(((try? TextFormat.url.parse(text)) != nil) == isValid)
    }

    private enum Kind: String, CaseIterable {
        case desktop, webhook
    }

    @Test("words are those of the enumeration, and a near miss is named")
    func words() throws {
        #expect(try TextFormat<Kind>.choice.parse("webhook") == .webhook)
        let error = #expect(throws: TextFormatError.self) { try TextFormat<Kind>.choice.parse("webhok") }
        #expect(error?.hint == "did you mean 'webhook'?")
        #expect(try TextFormat.boolean.parse("Yes") && !TextFormat.boolean.parse("off"))
        #expect(throws: TextFormatError.self) { try TextFormat.boolean.parse("1") }
        #expect(throws: TextFormatError.self) { try TextFormat.text(upTo: 3).parse("abcd") }
    }

    @Test("octal looks are refused", arguments: ["010", "0x10", "1.0", "", "-", "٣", "99999999999999999999"])
    func wrongIntegers(text: String) {
        #expect(throws: TextFormatError.self) { try TextFormat.integer(in: 0...100).parse(text) }
    }

    @Test(
        "the nearest word is found",
        arguments: [
            ("recievers", "receivers"), ("timout", "timeout"), ("Name", "name"), ("zzz", nil), ("serverr", "server"),
        ])
    func nearestWord(word: String, expected: String?) {
        #expect(nearest(to: word, in: ["receivers", "timeout", "name", "server"]) == expected)
    }

    @Test(
        "parts in another order are the same word",
        arguments: [
            ("low-balance", "balance-low"), ("low_balance", "balance-low"), ("low-low-balance", nil), ("low", nil),
        ])
    func turned(word: String, expected: String?) {
        #expect(nearest(to: word, in: ["transaction", "balance-low", "allowance-paid"]) == expected)
    }
}
