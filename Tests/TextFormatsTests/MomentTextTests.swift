import Testing
import TextFormats
import Values

@Suite("Moments as people type them")
struct MomentTextTests {
    /// Saturday 14 March 2026, 16:09 in Berlin.
    private let now = Timestamp(seconds: 1_773_500_940)
    private let berlin = TimeZone.ofProcess(variable: "CET-1CEST,M3.5.0,M10.5.0/3")

    private func range(_ text: String) throws -> [String] {
        let moment = try #require(MomentText(text), "\(text)")
        return [moment.start(in: berlin, now: now).description, moment.end(in: berlin, now: now).description]
    }

    @Test(
        "days are whole and lie in the zone of who types; other moments are moments",
        arguments: [
            ("2026-11-20", "2026-11-19T23:00:00Z", "2026-11-20T23:00:00Z"),
            ("today", "2026-03-13T23:00:00Z", "2026-03-14T23:00:00Z"),
            ("yesterday", "2026-03-12T23:00:00Z", "2026-03-13T23:00:00Z"),
            ("2026-07-01T10:00", "2026-07-01T08:00:00Z", "2026-07-01T08:00:00Z"),
            ("2026-07-01 10:00:30", "2026-07-01T08:00:30Z", "2026-07-01T08:00:30Z"),
            ("2026-07-01T10:00:00Z", "2026-07-01T10:00:00Z", "2026-07-01T10:00:00Z"),
            ("2026-07-01T10:00:00-05:00", "2026-07-01T15:00:00Z", "2026-07-01T15:00:00Z"),
            ("2h", "2026-03-14T13:09:00Z", "2026-03-14T13:09:00Z"),
            ("1d12h", "2026-03-13T03:09:00Z", "2026-03-13T03:09:00Z"),
            // The days on which summer time begins and ends have 23 and 25 hours.
            ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
            ("2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        ])
    func meaning(_ text: String, _ start: String, _ end: String) throws {
        #expect(try range(text) == [start, end])
    }

    @Test(
        "what is no moment is refused with examples",
        arguments: [
            "", "tomorrow morning", "2026-13-01", "2026-02-30", "2026-11-20T25:00", "2026-11-20T10:60", "2026-11-20T10",
            "2026-11-20T1:00", "2026-11-20Tab:cd", "2026-11-20T10:00Z", "2026-11-20T10:00:00:00", "5", "Yesterday",
            "-2h",
            "2026-11-20T", "20.11.2026",
        ])
    func refused(_ text: String) {
        #expect(MomentText(text) == nil)
        #expect {
            _ = try TextFormat<MomentText>.moment.parse(text)
        } throws: {
            ($0 as? TextFormatError)?.hint?.contains("yesterday") == true
        }
    }
}
