import Testing
import Values

@Suite("Days")
struct CivilDateTests {
    @Test(
        "count from 1970",
        arguments: [
            ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
            ("2026-03-14", 20_526),
            ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
        ])
    func counting(text: String, days: Int) throws {
        let date = try #require(CivilDate(text))
        #expect(date.daysSince1970 == days && CivilDate(daysSince1970: days) == date && date.description == text)
    }

    @Test("follow each other without a gap through 2,000 years")
    func sequence() {
        var previous = CivilDate(daysSince1970: -719_162)
        for days in -719_161..<20_000 {
            let date = CivilDate(daysSince1970: days)
            let isNext =
                date.day == previous.day + 1 && date.month == previous.month && date.year == previous.year
                || date.day == 1 && date.month == previous.month + 1 && date.year == previous.year
                || date.day == 1 && date.month == 1 && date.year == previous.year + 1
            guard !isNext || date.daysSince1970 != days || !(previous < date) else {
                previous = date
                continue
            }
            Issue.record("\(previous) is followed by \(date)")
            return
        }
    }

    @Test(
        "are not read from anything else",
        arguments: [
            "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31", "0000-01-01",
            "2026-1-1",
            "26-01-01", "2026-01-01T", "-026-01-01", "2026--1-01", "２０２６-01-01", "", "--",
        ])
    func refuses(text: String) {
        #expect(CivilDate(text) == nil)
    }
}
