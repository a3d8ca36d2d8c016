import Testing
import TextFormats

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
        arguments: [("5.00", 500), ("5", 500), ("5.5", 550), ("-0.01", -1), ("999999999999.99", 99_999_999_999_999)])
    func amounts(text: String, hundredths: Int) throws {
        let format = TextFormat.amount(in: Hundredths(-1_000)...Hundredths(.max))
        #expect(try format.parse(text) == Hundredths(hundredths))
    }

    @Test(
        "what isn't an amount is refused",
        arguments: ["5,00", "5.005", "1e3", ".5", "5.", "--1", "", "١٢", "1_000", "+5"])
    func wrongAmounts(text: String) {
        #expect(throws: TextFormatError.self) {
            try TextFormat.amount(in: Hundredths(0)...Hundredths(.max)).parse(text)
        }
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
