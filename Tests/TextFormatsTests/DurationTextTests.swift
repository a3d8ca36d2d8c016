import TestNumbers
import Testing
import TextFormats

@Suite("Time spans as text")
struct DurationTextTests {
    private static let poll = TextFormat.duration(in: .seconds(5) ... .seconds(3_600))

    @Test("both ends of the range belong to it", arguments: ["5s", "5000ms", "1h", "60m", "59m60s"])
    func inside(text: String) throws {
        _ = try Self.poll.parse(text)
    }

    @Test("what lies beyond the range is told with the range", arguments: ["4s999ms", "0s", "1h1ms", "61m"])
    func outside(text: String) {
        #expect(throws: TextFormatError("must be 5s to 1h")) { try Self.poll.parse(text) }
    }

    @Test("a bare number gets both units offered")
    func bareNumber() {
        #expect(throws: TextFormatError("needs a unit", hint: "30s for seconds, 30m for minutes")) {
            try Self.poll.parse("30")
        }
        #expect(throws: TextFormatError("must be a duration", hint: "such as 30s, 5m or 1h30m")) {
            try Self.poll.parse("half an hour")
        }
    }

    @Test(
        "each unit stands for itself",
        arguments: [("1d", 86_400_000), ("1h", 3_600_000), ("1m", 60_000), ("1s", 1_000), ("1ms", 1)])
    func units(text: String, milliseconds: Int64) {
        #expect(Duration(unitText: text) == .milliseconds(milliseconds))
        #expect(Duration.milliseconds(milliseconds).unitText == text)
    }

    @Test("no more than 100,000 days are read, in one unit or in several")
    func longest() {
        #expect(Duration(unitText: "100000d") == .seconds(8_640_000_000))
        #expect(Duration(unitText: "8640000000000ms") == .seconds(8_640_000_000))
        #expect(Duration(unitText: "99999d24h") == .seconds(8_640_000_000))
        for text in [
            "100001d", "8640000000001ms", "100000d1ms", "99999d25h", "100000d100000h", "9223372036854775807d",
            "9223372036854775808ms",
        ] {
            #expect(Duration(unitText: text) == nil, "\(text)")
        }
    }

    @Test(
        "units come from large to small, each once, with plain digits and small letters before and behind nothing else",
        arguments: [
            "1s1m", "1ms1s", "1h1h", "1H", "1S", "1h 30m", " 1h", "1h ", "１s", "+1s", "1h-30m", "h", "1hs", "1s.",
            "1d1",
        ])
    func refused(text: String) {
        #expect(Duration(unitText: text) == nil)
    }

    @Test("what is shown is read as the same time again")
    func roundTrip() {
        var numbers = SeededNumbers(seed: 11)
        for _ in 0..<2_000 {
            let bound = Int64(1) << Int64.random(in: 1...42, using: &numbers)
            let duration = Duration.milliseconds(Int64.random(in: 0...bound, using: &numbers))
            #expect(Duration(unitText: duration.unitText) == duration, "\(duration.unitText)")
        }
    }

    @Test("parts of a millisecond are cut, and less than nothing is nothing")
    func cut() {
        #expect(Duration.microseconds(1_999).unitText == "1ms")
        #expect(Duration.microseconds(999).unitText == "0s")
        #expect(Duration.seconds(-5).unitText == "0s")
        #expect(Duration.milliseconds(90_061_001).unitText == "1d1h1m1s1ms")
        #expect(Duration.seconds(86_401).unitText == "1d1s")
    }
}
