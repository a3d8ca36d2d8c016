import JSON
import Values

/// Gathers what the view of statistics shows. All of it is bounded by its twelve months, however many rows there are.
struct StatisticsSource {
    let period: StatisticsPeriod
    /// Whose, as somebody named the child in an address; `nil` for everybody's.
    let child: String?
    /// Answers as `ControlAPI` does.
    let ask: (_ path: [String], _ query: [String: String]) async throws -> JSONValue

    func view(_ reader: PageReader, _ session: PageSession) async throws -> StatisticsView {
        let children = try await ask(["children"], [:]).elements
        let shown = children.filter { one in
            child.map { [one.text("id"), one.text("firstName")].contains($0) } ?? (one["gone"] != true)
        }
        let days = period.days
        let year = try await report("days", days)
        let month = period.last
        return StatisticsView(
            reader: reader, session: session, period: period, children: children, child: child,
            year: MoneyYear(year, of: shown.map { ($0.text("id"), $0.text("firstName")) }, in: days),
            categories: CategorySums(
                year: try await report("spending", days), month: try await report("spending", month.days),
                before: try await report("spending", month.before.days)),
            goals: Array(try await report("goals", days).compactMap(GoalYear.init).prefix(GoalYear.most)))
    }

    /// Nothing of days that are still to come.
    private func report(_ name: String, _ days: Range<Int>) async throws -> [JSONValue] {
        guard days.lowerBound <= period.today, !days.isEmpty else { return [] }
        var query = [
            "since": Timestamp(daysSince1970: days.lowerBound).description,
            "until": Timestamp(daysSince1970: days.upperBound).description,
        ]
        query["child"] = child
        return try await ask(["reports", name], query).elements
    }
}
