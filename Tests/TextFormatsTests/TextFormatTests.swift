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

    private static func amount(from low: String, to high: String) throws -> TextFormat<Decimal> {
        .amount(in: try #require(Decimal(low))...#require(Decimal(high)))
    }

    @Test(
        "amounts are exact",
        arguments: [
            ("5.00", "5.00"), ("5", "5.00"), ("5.5", "5.50"), ("-0.01", "-0.01"),
            ("999999999999.99", "999999999999.99"),
        ])
    func amounts(text: String, shown: String) throws {
        #expect(try Self.amount(from: "-10", to: "999999999999.99").parse(text).moneyText == shown)
    }

    @Test(
        "what isn't an amount is refused",
        arguments: [
            "5,00", "5.005", "1e3", ".5", "5.", "--1", "", "١٢", "1_000", "+5", "1000000000000", "05", "5.00 ",
            "100.01", "-1",
            "99999999999999999999999999999999999999999",
        ])
    func wrongAmounts(text: String) throws {
        let format = try Self.amount(from: "0", to: "100")
        #expect(throws: TextFormatError.self) { try format.parse(text) }
    }

    @Test("say their range")
    func amountRange() throws {
        #expect(try Self.amount(from: "0", to: "100").shape.range == "0.00 to 100.00")
    }

    @Test(
        "sizes need units",
        arguments: [("512B", 512), ("64KiB", 65_536), ("8MiB", 8_388_608), ("1GiB", 1_073_741_824), ("5MB", 5_000_000)])
    func sizes(text: String, bytes: Int) throws {
        #expect(try TextFormat.size(in: 0...(.max)).parse(text) == bytes)
        #expect(bytes.sizeText == text)
    }

    @Test(
        "what isn't a size is refused",
        arguments: [
            "64", "", "KiB", "-1B", "1.5MiB", "1 MiB", "9GB", "99999999999999999999B", "9223372036854775807GiB", "5mb",
        ])
    func wrongSizes(text: String) {
        #expect(throws: TextFormatError.self) { try TextFormat.size(in: 0...(1 << 30)).parse(text) }
    }

    @Test(
        "names need no quotes anywhere",
        arguments: ["mum", "family-chat", "2nd.floor_a", String(repeating: "a", count: 64)])
    func names(text: String) throws {
        #expect(try TextFormat.name.parse(text) == text)
    }

    @Test(
        "what isn't a name is refused",
        arguments: [
            "", "-a", ".", "..", "_a", "a b", "a/b", "ä", "a\n", "a\u{1B}", "日本", String(repeating: "a", count: 65),
        ])
    func wrongNames(text: String) {
        #expect(throws: TextFormatError.self) { try TextFormat.name.parse(text) }
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

    @Test("lists have a value in each place, and none twice")
    func lists() throws {
        let format = TextFormat.integer(in: 0...9).list()
        #expect(try format.parse("1,2 , 3") == [1, 2, 3])
        for text in ["", ",", "1,", "1,,2", "1,1", "1,x", "10"] {
            #expect(throws: TextFormatError.self) { try format.parse(text) }
        }
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

    @Test("times of day", arguments: [("22:00", "22:00"), ("7:05", "07:05"), ("00:00", "00:00")])
    func times(text: String, shown: String) throws {
        #expect(try TextFormat.timeOfDay.parse(text).description == shown)
    }

    @Test(
        "what isn't a time of day is refused",
        arguments: ["24:00", "12:60", "12", "12:5", "1:2:3", "+1:00", "-1:00", "１２:００"])
    func wrongTimes(text: String) {
        #expect(throws: TextFormatError.self) { try TextFormat.timeOfDay.parse(text) }
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
}
