import Testing
import Values

@Suite("Times on a wall clock")
struct QuietHoursTests {
    /// 2026: summer time in Berlin starts on 29 March, 01:00 UTC, and ends on 25 October, 01:00 UTC.
    @Test(
        "finds a time of day around the changes of summer time",
        arguments: [
            // 22:00 on the evening before the clocks go forward is 21:00 UTC, the day after 20:00 UTC.
            (1_774_729_000, 22 * 3_600, 1_774_731_600), (1_774_731_600, 22 * 3_600, 1_774_814_400),
            // 02:30 doesn't exist on 29 March: 03:30 summer time, 01:30 UTC.
            (1_774_742_400, 9_000, 1_774_747_800),
            // 02:30 comes twice on 25 October: the first, summer time, 00:30 UTC.
            (1_792_882_800, 9_000, 1_792_888_200), (1_792_888_200, 9_000, 1_792_978_200),
        ])
    func next(after seconds: Int, secondsOfDay: Int, expected: Int) throws {
        let zone = try ZoneFile(named: "Europe/Berlin")
        #expect(zone.next(secondsOfDay: secondsOfDay, after: seconds) == expected)
    }

    @Test("comes back to the same wall time each day of a century", arguments: ["Europe/Berlin", "America/Santiago"])
    func century(name: String) throws {
        let zone = try ZoneFile(named: name)
        var moment = 1_700_000_000
        for _ in 0..<36_500 {
            let next = zone.next(secondsOfDay: 79_200, after: moment)
            #expect((next + zone.offset(at: next)) % 86_400 == 79_200)
            #expect((82_800...90_000).contains(next - moment) || moment == 1_700_000_000)
            moment = next
        }
    }
}
