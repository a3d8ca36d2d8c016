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
            ("saturday", "2026-03-13T23:00:00Z", "2026-03-14T23:00:00Z"),
            ("Friday", "2026-03-12T23:00:00Z", "2026-03-13T23:00:00Z"),
            ("monday", "2026-03-08T23:00:00Z", "2026-03-09T23:00:00Z"),
            ("SUNDAY", "2026-03-07T23:00:00Z", "2026-03-08T23:00:00Z"),
            ("2026-07-01T10:00", "2026-07-01T08:00:00Z", "2026-07-01T08:00:00Z"),
            ("2026-07-01 10:00:30", "2026-07-01T08:00:30Z", "2026-07-01T08:00:30Z"),
            ("2026-07-01T10:00:00Z", "2026-07-01T10:00:00Z", "2026-07-01T10:00:00Z"),
            ("2026-07-01T10:00:00-05:00", "2026-07-01T15:00:00Z", "2026-07-01T15:00:00Z"),
            ("2026-07-01T10:00Z", "2026-07-01T10:00:00Z", "2026-07-01T10:00:00Z"),
            ("2026-07-01T10:00+01:00", "2026-07-01T09:00:00Z", "2026-07-01T09:00:00Z"),
            ("2026-07-01T10:00-05:00", "2026-07-01T15:00:00Z", "2026-07-01T15:00:00Z"),
            ("2h", "2026-03-14T13:09:00Z", "2026-03-14T13:09:00Z"),
            ("1d12h", "2026-03-13T03:09:00Z", "2026-03-13T03:09:00Z"),
            // The days on which summer time begins and ends have 23 and 25 hours.
            ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
            ("2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        ])
    func meaning(_ text: String, _ start: String, _ end: String) throws {
        #expect(try range(text) == [start, end])
    }

    /// A Sunday on which clocks are set, north and south of the equator and at midnight, seen from the day after it.
    struct Change: Sendable {
        let zone: String
        let monday: String
        let sunday: [String]
        let saturday: [String]
    }

    @Test(
        "a day on which clocks are set has its own length, whatever it is called",
        arguments: [
            Change(
                zone: "CET-1CEST,M3.5.0,M10.5.0/3", monday: "2026-03-30T10:00:00Z",
                sunday: ["2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
                saturday: ["2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z"]),
            Change(
                zone: "CET-1CEST,M3.5.0,M10.5.0/3", monday: "2026-10-26T10:00:00Z",
                sunday: ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
                saturday: ["2026-10-23T22:00:00Z", "2026-10-24T22:00:00Z"]),
            Change(
                zone: "AEST-10AEDT,M10.1.0,M4.1.0/3", monday: "2026-04-06T02:00:00Z",
                sunday: ["2026-04-04T13:00:00Z", "2026-04-05T14:00:00Z"],
                saturday: ["2026-04-03T13:00:00Z", "2026-04-04T13:00:00Z"]),
            Change(
                zone: "AEST-10AEDT,M10.1.0,M4.1.0/3", monday: "2026-10-05T02:00:00Z",
                sunday: ["2026-10-03T14:00:00Z", "2026-10-04T13:00:00Z"],
                saturday: ["2026-10-02T14:00:00Z", "2026-10-03T14:00:00Z"]),
            // Its midnight does not exist: the day begins at one o'clock.
            Change(
                zone: "CLT4CLST,M9.1.6/24,M4.1.6/24", monday: "2026-09-07T15:00:00Z",
                sunday: ["2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"],
                saturday: ["2026-09-05T04:00:00Z", "2026-09-06T04:00:00Z"]),
        ])
    func clocksSet(_ change: Change) throws {
        let (zone, now) = (TimeZone.ofProcess(variable: change.zone), try #require(Timestamp(change.monday)))
        for (text, expected) in [
            ("sunday", change.sunday), ("yesterday", change.sunday), ("saturday", change.saturday),
        ] {
            let moment = try #require(MomentText(text))
            #expect(
                [moment.start(in: zone, now: now), moment.end(in: zone, now: now)].map(\.description) == expected,
                "\(text)")
        }
    }

    @Test("each word that is offered is one that is understood")
    func offered() {
        let words = TextFormat<MomentText>.moment.shape.offers
        #expect(words.count == 9 && words.allSatisfy { MomentText($0) != nil })
    }

    @Test(
        "what is no moment is refused with examples",
        arguments: [
            "", "tomorrow morning", "2026-13-01", "2026-02-30", "2026-11-20T25:00", "2026-11-20T10:60", "2026-11-20T10",
            "2026-11-20T1:00", "2026-11-20Tab:cd", "2026-11-20T10:00.5Z", "2026-11-20T10:60Z", "2026-11-20T10:00+1",
            "2026-11-20T10Z", "2026-11-20T10:00:00:00", "5", "mon",
            "last friday", "-2h",
            "2026-11-20T", "20.11.2026",
        ])
    func refused(_ text: String) {
        #expect(MomentText(text) == nil)
        #expect {
            _ = try TextFormat<MomentText>.moment.parse(text)
        } throws: {
            ($0 as? TextFormatError)?.hint?.contains("yesterday") == true
                && ($0 as? TextFormatError)?.hint?.contains("with Z or +01:00") == true
        }
    }
}
