import JSON
import Store
import Values

/// How one goal of a child came on, as far as this program has seen: servers keep no history of goals.
struct GoalReport {
    /// The store's own id of it.
    let id: String
    /// As a child may have typed it.
    let name: String
    /// What it costs.
    let target: Decimal
    let state: String
    /// The oldest first.
    let marks: [SavingsReport.GoalMark]

    /// How many days it looks back, unless a person says otherwise.
    static let standardDays = 365

    /// What was saved by the first day, where that was known, and each change within the days; `nil` of a goal that had none of
    /// these, or that was over already.
    func members(in days: Range<Int>) -> [JSONObject.Member]? {
        var within = marks.filter { days.contains($0.day) }
        if let before = marks.last(where: { $0.day < days.lowerBound }), within.first?.day != days.lowerBound {
            within.insert(.init(day: days.lowerBound, saved: before.saved), at: 0)
        }
        let isOver = ["cancelled", "purchased"].contains(state)
        guard !within.isEmpty, !isOver || within.contains(where: { !$0.saved.isZero }) else { return nil }
        return [
            .init("goal", .string(id)), .init("name", .string(name)), .init("target", .amount(target)),
            .init("state", .string(state)),
            .init(
                "marks",
                .array(
                    within.map { mark in
                        [
                            "day": .string(CivilDate(daysSince1970: mark.day).description),
                            "saved": .amount(mark.saved),
                        ]
                    })),
        ]
    }
}

extension GoalReport {
    /// Those of one child, as the store has them; one without name or price is none.
    static func goals(of child: ChildRow, in snapshot: borrowing some StoreReading & ~Copyable) throws -> [GoalReport] {
        try snapshot.records(.goal, of: child.id).filter { $0.server == child.server }.compactMap { row in
            let content = JSONNode(try JSONValue(parsing: row.content))
            guard let name = try content.optional("name")?.string(),
                let target = try content.optional("target")?.decimal(acceptsText: true)
            else { return nil }
            let former = try snapshot.revisions(of: row.id, .goal, on: row.server).map { ($0.since, $0.content) }
            return GoalReport(
                id: row.id.rawValue, name: name, target: target, state: try content.optional("state")?.string() ?? "",
                marks: try (former + [(row.changedAt, row.content)]).map { try .init($0.1, since: $0.0) })
        }
    }
}
