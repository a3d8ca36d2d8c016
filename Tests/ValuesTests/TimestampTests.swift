import Testing
import Values

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "are read with any precision and zone",
        arguments: [
            ("2026-03-14T15:09:26Z", Int64(1_773_500_966), Int32(0)),
            ("2026-03-14T15:09:26.5Z", 1_773_500_966, 500_000_000),
            ("2026-03-14T15:09:26.05Z", 1_773_500_966, 50_000_000),
            ("2026-03-14T15:09:26.123Z", 1_773_500_966, 123_000_000),
            ("2026-03-14T15:09:26.5358979Z", 1_773_500_966, 535_897_900),
            ("2026-03-14T15:09:26.123456789Z", 1_773_500_966, 123_456_789),
            ("2026-03-14T16:09:26.5358979+01:00", 1_773_500_966, 535_897_900),
            ("2026-03-14T10:39:26-04:30", 1_773_500_966, 0), ("2026-03-14t15:09:26z", 1_773_500_966, 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0), ("1969-12-31T23:59:59.9Z", -1, 900_000_000),
            ("9999-12-31T23:59:59.9999999Z", 253_402_300_799, 999_999_900), ("2024-02-29T00:00:00Z", 1_709_164_800, 0),
        ])
    func reads(text: String, seconds: Int64, nanoseconds: Int32) {
        #expect(Timestamp(text) == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }

    @Test(
        "are not read from anything else",
        arguments: [
            "2026-03-14T15:09:26", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "0000-01-01T00:00:00Z", "2026-03-14 15:09:26Z",
            "2026-03-14T24:00:00Z", "2026-03-14T15:60:00Z", "2026-03-14T15:09:60Z", "2026-03-14T15:09:26.Z",
            "2026-03-14T15:09:26.1234567890Z", "2026-03-14T15:09:26+0100", "2026-03-14T15:09:26+24:00",
            "2026-03-14T15:09:26+01:60", "2026-03-14T15:09:26Zx", "", "2026-03-14", "２026-03-14T15:09:26Z",
            "+026-03-14T15:09:26Z", "2026-03-14T15:09:26,5Z", "2026-03-14T15:09Z", "2026-03-14T15:09:26 Z",
        ])
    func refuses(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test("survive every truncation and every changed byte")
    func hostile() {
        let bytes = Array("2026-03-14T15:09:26.5358979+01:00".utf8)
        for count in 0..<bytes.count { #expect(Timestamp(iso8601: bytes.span, in: 0..<count) == nil || count == 0) }
        for index in bytes.indices {
            for byte in UInt8(0)...255 {
                var changed = bytes
                changed[index] = byte
                _ = Timestamp(iso8601: changed.span, in: 0..<changed.count, assumesUTC: true)
            }
        }
    }

    @Test("without a zone are UTC only where that is agreed")
    func noZone() {
        for (text, nanoseconds) in [("2026-03-14T15:09:26", 0), ("2026-03-14T15:09:26.5", 500_000_000)] {
            let bytes = Array(text.utf8)
            #expect(Timestamp(iso8601: bytes.span, in: 0..<bytes.count) == nil)
            #expect(
                Timestamp(iso8601: bytes.span, in: 0..<bytes.count, assumesUTC: true)
                    == Timestamp(seconds: 1_773_500_966, nanoseconds: Int32(nanoseconds)))
        }
    }

    @Test(
        "print in UTC with the digits they need",
        arguments: [
            (Timestamp(seconds: 0), "1970-01-01T00:00:00Z"),
            (Timestamp(seconds: -1, nanoseconds: 1), "1969-12-31T23:59:59.000000001Z"),
            (Timestamp(seconds: 1_773_500_966, nanoseconds: 500_000_000), "2026-03-14T15:09:26.5Z"),
            (Timestamp(seconds: -62_135_596_800), "0001-01-01T00:00:00Z"),
        ])
    func description(moment: Timestamp, text: String) {
        #expect(moment.description == text)
        #expect(Timestamp(text) == moment)
    }

    @Test("come back from their text on every day of 1,200 years")
    func roundTrip() {
        for day in stride(from: Int64(-200_000), to: 240_000, by: 13) {
            let moment = Timestamp(
                seconds: day * 86_400 + day & 0xFFFF, nanoseconds: Int32(abs(day) * 4_111 % 1_000_000_000))
            guard Timestamp(moment.description) != moment else { continue }
            Issue.record("\(moment)")
            break
        }
    }

    @Test(
        "are kept as microseconds, before 1970 too",
        arguments: [(0, 0), (-1, -1), (-1_000_000, -1_000_000), (1_500_000, 1_500_000), (Int64.max, Int64.max)])
    func microseconds(count: Int64, expected: Int64) {
        #expect(Timestamp(microseconds: count).microseconds == expected)
        #expect(Timestamp(microseconds: count).advanced(by: .nanoseconds(999)).microseconds == expected)
    }

    @Test("move by durations and give them back")
    func arithmetic() {
        let moment = Timestamp(seconds: 10, nanoseconds: 900_000_000)
        #expect(moment.advanced(by: .milliseconds(200)) == Timestamp(seconds: 11, nanoseconds: 100_000_000))
        #expect(moment.advanced(by: .milliseconds(-950)) == Timestamp(seconds: 9, nanoseconds: 950_000_000))
        #expect(moment.advanced(by: .seconds(-20)).duration(since: moment) == .seconds(-20))
        #expect(Timestamp(seconds: 1) < moment && Timestamp(seconds: 10, nanoseconds: 5) < moment)
    }

    @Test("stay at the end of time instead of stopping the program", arguments: [Int64.max, .min])
    func saturation(seconds: Int64) {
        let moment = Timestamp(seconds: seconds)
        #expect(moment.microseconds == seconds)
        #expect(moment.advanced(by: .seconds(seconds)).seconds == seconds)
        #expect(moment.duration(since: Timestamp(seconds: seconds < 0 ? 1 : -1)) == .seconds(seconds))
        #expect(!moment.description.isEmpty)
    }
}
