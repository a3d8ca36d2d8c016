import Testing
import TextFormats
import Values

@testable import Relay

@Suite("Moments and money, as each language writes them")
struct LanguageMomentTests {
    /// Sunday, 22 November 2026, 09:18 in Berlin.
    private static let now = "2026-11-22T08:18:43Z"

    private func moment(_ text: String) throws -> ReadableMoment {
        ReadableMoment(
            try #require(Timestamp(text)), in: try TimeZone(named: "Europe/Berlin"),
            now: try #require(Timestamp(Self.now)))
    }

    @Test(
        "when something was",
        arguments: [
            ("2026-11-22T08:00:00Z", ["09:00", "09:00", "09:00", "09:00"]),
            (
                "2026-11-21T08:18:00Z",
                ["yesterday 09:18", "gestern 09:18", "hier à 09:18", "ayer a las 09:18"]
            ),
            (
                "2026-11-21T00:18:00Z",
                ["yesterday 01:18", "gestern 01:18", "hier à 01:18", "ayer a la 01:18"]
            ),
            (
                "2026-11-23T06:00:00Z",
                ["tomorrow 07:00", "morgen 07:00", "demain à 07:00", "mañana a las 07:00"]
            ),
            (
                "2026-08-01T16:02:00Z",
                ["Sat 1 Aug 18:02", "Sa 1.8. 18:02", "sam. 1er août à 18:02", "sáb 1 ago a las 18:02"]
            ),
            (
                "2025-12-31T22:30:00Z",
                ["31 Dec 2025 23:30", "31.12.2025 23:30", "31 déc. 2025 à 23:30", "31 dic 2025 a las 23:30"]
            ),
        ])
    func moments(_ text: String, _ expected: [String]) throws {
        let moment = try moment(text)
        #expect(Language.allCases.map { $0.words.moment(moment) } == expected)
    }

    @Test(
        "since when something is",
        arguments: [
            ("2026-11-22T08:00:00Z", ["since 09:00", "seit 09:00", "depuis 09:00", "desde las 09:00"]),
            ("2026-11-22T00:01:00Z", ["since 01:01", "seit 01:01", "depuis 01:01", "desde la 01:01"]),
            (
                "2026-11-20T17:02:00Z",
                [
                    "since Fri 20 Nov 18:02", "seit Fr 20.11. 18:02", "depuis le ven. 20 nov. à 18:02",
                    "desde el vie 20 nov a las 18:02",
                ]
            ),
        ])
    func since(_ text: String, _ expected: [String]) throws {
        let moment = try moment(text)
        #expect(Language.allCases.map { $0.words.since(moment) } == expected)
    }

    @Test("every day of the week and every month has its name, in order")
    func calendar() throws {
        var named: [Language: Set<String>] = [:]
        for month in 1...10 {
            let moment = try moment("2026-\(month < 10 ? "0" : "")\(month)-11T11:00:00Z")
            for language in Language.allCases { named[language, default: []].insert(language.words.moment(moment)) }
        }
        #expect(Language.allCases.allSatisfy { named[$0]?.count == 10 })
        let monday = try moment("2026-03-02T11:00:00Z")
        let sunday = try moment("2026-03-08T11:00:00Z")
        #expect(
            Language.allCases.map { $0.words.moment(monday) } == [
                "Mon 2 Mar 12:00", "Mo 2.3. 12:00", "lun. 2 mars à 12:00", "lun 2 mar a las 12:00",
            ])
        #expect(
            Language.allCases.map { $0.words.moment(sunday) } == [
                "Sun 8 Mar 12:00", "So 8.3. 12:00", "dim. 8 mars à 12:00", "dom 8 mar a las 12:00",
            ])
    }
}
