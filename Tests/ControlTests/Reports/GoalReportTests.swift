import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("Reports over goals")
struct GoalReportTests {
    private static func day(_ text: String) -> Int { CivilDate(text)!.daysSince1970 }
    private static let march = day("2026-03-01")..<day("2026-04-01")

    private static func marks(of state: String, _ marks: (String, String)...) -> String? {
        let report = GoalReport(
            id: "g", name: "Kite", target: Decimal("20")!, state: state,
            marks: marks.map { .init(day: day($0.0), saved: Decimal($0.1)!) })
        guard let members = report.members(in: march), case .array(let lines)? = members.last?.value else { return nil }
        return lines.map { line in
            ["day", "saved"].map { "\(line[$0] ?? .null)".filter { $0 != "\"" } }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    @Test("what was saved by the first day is its first mark, then come the changes within the time")
    func changes() {
        #expect(
            Self.marks(
                of: "active", ("2026-01-10", "1"), ("2026-02-10", "3"), ("2026-03-05", "4.5"), ("2026-04-01", "9"))
                == "2026-03-01 3.00, 2026-03-05 4.50")
        #expect(Self.marks(of: "active", ("2026-02-10", "3"), ("2026-03-01", "4")) == "2026-03-01 4.00")
        #expect(Self.marks(of: "active", ("2026-03-31", "0")) == "2026-03-31 0.00")
        #expect(Self.marks(of: "active", ("2026-04-01", "1")) == nil)
    }

    @Test("a goal that was over before is left out, one that ended within the time falls to nothing")
    func over() {
        #expect(Self.marks(of: "purchased", ("2026-01-10", "3"), ("2026-02-10", "0")) == nil)
        #expect(
            Self.marks(of: "purchased", ("2026-01-10", "3"), ("2026-03-10", "0")) == "2026-03-01 3.00, 2026-03-10 0.00")
    }

    @Test("the store's goals with what they said before become the report")
    func stored() async throws {
        try await Installation.with { installation async throws in
            let child = installation.children[0]
            try await installation.store.write { transaction in
                let server = try transaction.ensureServer(origin: "https://one.example")
                let account = try transaction.ensureAccount(named: "mum", on: server, at: Installation.moment)
                for (saved, day) in [("2.00", "2026-01-20"), ("5.00", "2026-02-20")] {
                    let row = RecordRow(
                        server: child.server, kind: .goal, id: .init(rawValue: "g"), child: child.id, rank: 1,
                        content: #"{"name":"Kite","target":"20.00","saved":"\#(saved)","state":"active"}"#,
                        at: Timestamp(daysSince1970: Self.day(day)))
                    _ = try transaction.take(row)
                    try transaction.link(account, to: row, owner: child.id.rawValue)
                }
            }
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let query = ["since": "2026-02-01T00:00:00Z", "until": "2026-03-01T00:00:00Z"]
            let lines = try await api.value(ControlRequest(.get, ["reports", "goals"], query: query))
            #expect(lines.elements.count == 1 && lines[0]?["name"] == "Kite" && lines[0]?["currency"] == "USD")
            #expect(lines[0]?["child"]?["firstName"] == "Alice" && lines[0]?["target"] == "20.00")
            #expect(
                lines[0]?["marks"] == [
                    ["day": "2026-02-01", "saved": "2.00"], ["day": "2026-02-20", "saved": "5.00"],
                ])
        }
    }
}
