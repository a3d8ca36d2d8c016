import Relay
import Testing
import Values

@testable import Daemon

@Suite("What a schedule asks for")
struct OccasionOutlookTests {
    private static let schedule = Schedule(days: [7], minute: 18 * 60)
    /// Sunday 2026-11-29 18:00 in UTC.
    private static let sunday = Timestamp(seconds: 1_795_975_200)

    private func outlook(reckoned: Int64, now: Int64) -> OccasionOutlook {
        OccasionOutlook(
            of: Self.schedule, in: .utc, reckonedAt: Self.sunday.advanced(by: .seconds(reckoned)),
            now: Self.sunday.advanced(by: .seconds(now)))
    }

    @Test(
        "told at its time, and for a day after it; then it is missed",
        arguments: [
            (-1, "rests"), (0, "told"), (59, "told"), (60, "told late"), (86_399, "told late"), (86_400, "missed"),
            (3 * 86_400, "missed"),
        ] as [(Int64, String)])
    func course(_ now: Int64, _ wanted: String) {
        let outlook = outlook(reckoned: -3 * 86_400, now: now)
        let found =
            outlook.due.map { _ in outlook.isLate ? "told late" : "told" }
            ?? (outlook.missed == nil ? "rests" : "missed")
        #expect(found == wanted)
        #expect((outlook.due ?? outlook.missed)?.at == (wanted == "rests" ? nil : Self.sunday))
        #expect(outlook.next.at.duration(since: Self.sunday) == .seconds(now < 0 ? 0 : 7 * 86_400))
    }

    @Test("what is dealt with is not again; after weeks the last counts, and the one before it is written down")
    func once() {
        #expect(outlook(reckoned: 0, now: 3_600).due == nil)
        #expect(!outlook(reckoned: 0, now: 3_600).changes(Self.sunday))
        let weeks = outlook(reckoned: -15 * 86_400, now: 3_600)
        #expect(weeks.due?.at == Self.sunday && weeks.isLate)
        #expect(weeks.missed?.at == Self.sunday.advanced(by: .seconds(-7 * 86_400)))
        #expect(weeks.reckonedAt == Self.sunday)
    }

    @Test(
        "a clock that is set back has the occasion come again; one that was far ahead is no reason to rest for a year")
    func setBack() {
        let back = outlook(reckoned: 0, now: -3_600)
        #expect(back.due == nil && back.next.at == Self.sunday && back.reckonedAt < Self.sunday)
        let far = outlook(reckoned: 365 * 86_400, now: -3_600)
        #expect(far.next.at == Self.sunday && far.changes(Self.sunday.advanced(by: .seconds(365 * 86_400))))
        let then = OccasionOutlook(
            of: Self.schedule, in: .utc, reckonedAt: far.reckonedAt, now: Self.sunday)
        #expect(then.due?.at == Self.sunday)
    }
}
