import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("Reports over savings")
struct SavingsReportTests {
    private static func day(_ text: String) -> Int { CivilDate(text)!.daysSince1970 }

    private static func moved(_ day: String, _ amount: String, _ balance: String) -> SavingsReport.Movement {
        .init(day: Self.day(day), amount: Decimal(amount)!, balance: Decimal(balance)!)
    }

    private static func mark(_ day: String, _ saved: String) -> SavingsReport.GoalMark {
        .init(day: Self.day(day), saved: Decimal(saved)!)
    }

    private static func text(_ lines: [[JSONObject.Member]]) -> [String] {
        lines.map { $0.map { "\($0.value)".filter { $0 != "\"" } }.joined(separator: " ") }
    }

    @Test("each month has what came and went, and ends as its last movement left it; before the first nothing is known")
    func months() {
        let report = SavingsReport(
            movements: [
                Self.moved("2026-03-01", "-2.50", "7.505"), Self.moved("2026-01-31", "5.005", "10.005"),
                Self.moved("2026-01-02", "5", "5"),
            ], goals: [])
        #expect(
            Self.text(report.lines(in: Self.day("2025-12-01")..<Self.day("2026-03-09"))) == [
                "2026-03 0.00 2.50 -2.50 1 7.505 null", "2026-02 0.00 0.00 0.00 0 10.005 null",
                "2026-01 10.005 0.00 10.005 2 10.005 null", "2025-12 0.00 0.00 0.00 0 null null",
            ])
    }

    @Test("a period that begins within a month has that month's later movements alone; its balance is what there was")
    func part() {
        let report = SavingsReport(
            movements: [Self.moved("2026-01-31", "5", "9"), Self.moved("2026-01-02", "4", "4")], goals: [])
        let lines = report.lines(in: Self.day("2026-01-15")..<Self.day("2026-02-01"))
        #expect(Self.text(lines) == ["2026-01 5.00 0.00 5.00 1 9.00 null"])
        #expect(report.lines(in: 5..<5).isEmpty)
    }

    @Test("goals count from the day on which they were known, each with what it said last")
    func goals() {
        let report = SavingsReport(
            movements: [],
            goals: [
                [Self.mark("2026-01-10", "3.00"), Self.mark("2026-02-10", "4.50"), Self.mark("2026-03-05", "0")],
                [Self.mark("2026-02-28", "1.00")],
            ])
        let lines = report.lines(in: Self.day("2025-12-01")..<Self.day("2026-03-09"))
        #expect(lines.map { "\($0[6].value)" } == ["\"1.00\"", "\"5.50\"", "\"3.00\"", "null"])
    }

    @Test("the store's records become the report; a movement without a day is in no month")
    func stored() async throws {
        try await Installation.with { installation async throws in
            let child = installation.children[0]
            @Sendable func row(_ kind: RecordRow.Kind, _ id: String, _ content: String, rank: Int, at day: String)
                -> RecordRow
            {
                RecordRow(
                    server: child.server, kind: kind, id: .init(rawValue: id), child: child.id, rank: rank,
                    content: content, at: Timestamp(daysSince1970: Self.day(day)))
            }
            try await installation.store.write { transaction in
                let server = try transaction.ensureServer(origin: "https://one.example")
                let account = try transaction.ensureAccount(named: "mum", on: server, at: Installation.moment)
                let rows = [
                    row(
                        .savingsMovement, "b", #"{"amount":"-1.00","balance":"4.00","at":"2026-02-03T10:00:00Z"}"#,
                        rank: -2, at: "2026-03-01"),
                    row(
                        .savingsMovement, "a", #"{"amount":"5.00","balance":"5.00","at":"2026-01-03T10:00:00Z"}"#,
                        rank: -1, at: "2026-03-01"),
                    row(
                        .savingsMovement, "c", #"{"amount":"9.00","balance":"9.00","at":null}"#, rank: -1,
                        at: "2026-03-01"),
                    row(.goal, "g", #"{"saved":"2.00","state":"active"}"#, rank: 1, at: "2026-01-20"),
                    row(.goal, "g", #"{"saved":"2.00","state":"purchased"}"#, rank: 1, at: "2026-02-20"),
                ]
                for row in rows {
                    _ = try transaction.take(row)
                    try transaction.link(account, to: row, owner: child.id.rawValue)
                }
            }
            let report = try await installation.store.read("test") { try SavingsReport(of: child, in: $0) }
            #expect(report.movements.map(\.day) == [Self.day("2026-02-03"), Self.day("2026-01-03")])
            #expect(report.goals == [[Self.mark("2026-01-20", "2.00"), Self.mark("2026-02-20", "0")]])
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let lines = try await api.value(ControlRequest(.get, ["reports", "savings"], query: ["child": "Alice"]))
            #expect(!lines.elements.isEmpty && lines.elements.allSatisfy { $0["child"]?["firstName"] == "Alice" })
            #expect(lines[0]?["balance"] == "4.00" && lines[0]?["goals"] == "0.00" && lines[0]?["currency"] == "USD")
        }
    }
}
