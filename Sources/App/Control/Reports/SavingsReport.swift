import JSON
import Store
import Values

/// What one child has put aside, month by month: pure, so that it can be compared with what servers reckon.
struct SavingsReport {
    /// Money that came to the savings or left them.
    struct Movement: Equatable {
        /// Since 1970, in UTC.
        let day: Int
        /// As it moves the savings.
        let amount: Decimal
        /// What the savings were after it.
        let balance: Decimal
    }

    /// What was saved for one goal from a day on.
    struct GoalMark: Equatable {
        /// Since 1970, in UTC: when this program learned of it.
        let day: Int
        /// Zero of a goal that was cancelled or bought: its money is elsewhere.
        let saved: Decimal
    }

    /// The newest first, as servers list them.
    let movements: [Movement]
    /// Of each goal its marks, the oldest first.
    let goals: [[GoalMark]]

    /// How many days it looks back, unless a person says otherwise.
    static let standardDays = 183

    /// One line for each month, the newest first. A month ends as the last movement before its end left the savings; before the first
    /// movement nothing is known.
    func lines(in days: Range<Int>) -> [[JSONObject.Member]] {
        MoneyReport.months([], in: days).map { month in
            let start = CivilDate(year: month.year, month: month.month, day: 1).daysSince1970
            let own = movements.filter { start..<month.end ~= $0.day && days.contains($0.day) }
            let came = Self.sum(own.map(\.amount).filter { !$0.isNegative })
            let went = Self.sum(own.map(\.amount).filter(\.isNegative).map(\.magnitude))
            return [
                .init("month", .string(month.text)), .init("deposited", .amount(came)),
                .init("withdrawn", .amount(went)), .init("net", .amount(came.subtracting(went))),
                .init("count", .count(own.count)),
                .init("balance", .amount(movements.first { $0.day < month.end }?.balance)),
                .init("goals", .amount(saved(before: month.end))),
            ]
        }
    }

    /// What all goals had together; `nil` before the first was known.
    private func saved(before day: Int) -> Decimal? {
        let marks = goals.compactMap { $0.last { $0.day < day }?.saved }
        return marks.isEmpty ? nil : Self.sum(marks)
    }

    private static func sum(_ amounts: [Decimal]) -> Decimal {
        amounts.reduce(.zero) { $0.adding($1) ?? $0 }
    }
}

extension SavingsReport {
    /// Of one child, as the store has it.
    init(of child: ChildRow, in snapshot: borrowing some StoreReading & ~Copyable) throws {
        movements = try snapshot.records(.savingsMovement, of: child.id).filter { $0.server == child.server }
            .compactMap { try Movement($0.content) }
        goals = try snapshot.records(.goal, of: child.id).filter { $0.server == child.server }.map { goal in
            let former = try snapshot.revisions(of: goal.id, .goal, on: goal.server).map { ($0.since, $0.content) }
            return try (former + [(goal.changedAt, goal.content)]).compactMap { try GoalMark($0.1, since: $0.0) }
        }
    }
}

extension SavingsReport.Movement {
    /// `nil` of one without a day: it is in no month.
    fileprivate init?(_ content: String) throws(JSONError) {
        let node = JSONNode(try JSONValue(parsing: content))
        guard let at = try node.optional("at")?.timestamp() else { return nil }
        self.init(
            day: at.daysSince1970, amount: try node.required("amount").decimal(acceptsText: true),
            balance: try node.required("balance").decimal(acceptsText: true))
    }
}

extension SavingsReport.GoalMark {
    init(_ content: String, since: Timestamp) throws(JSONError) {
        let node = JSONNode(try JSONValue(parsing: content))
        let isOver = ["cancelled", "purchased"].contains(try node.optional("state")?.string() ?? "")
        let saved = try node.optional("saved")?.decimal(acceptsText: true) ?? .zero
        self.init(day: since.daysSince1970, saved: isOver ? .zero : saved)
    }
}
