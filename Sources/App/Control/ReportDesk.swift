import JSON
import Runtime
import Store
import Values

/// Answers questions about what the local copy's rows come to.
struct ReportDesk {
    let api: ControlAPI

    /// For each child: months, categories or days.
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        let all = try await api.store.children()
        let wanted = try api.child(request, all)
        let children = all.filter { wanted.map { [$0] }?.contains($0) ?? !$0.isGone }
        let lines =
            switch request.path[1] {
            case "savings": try await savings(request, of: children)
            case "goals": try await goals(request, of: children)
            default: try await money(request, of: children)
            }
        let currency = await api.installed().currency
        return .array(
            lines.map { child, members in
                let (child, currency) = (JSONValue(naming: child), JSONValue.string(currency.code))
                return .object(
                    JSONObject(
                        [JSONObject.Member("child", child)] + members + [JSONObject.Member("currency", currency)]))
            })
    }

    private typealias Line = (child: ChildRow, members: [JSONObject.Member])

    private func money(_ request: ControlRequest, of children: [ChildRow]) async throws -> [Line] {
        guard let report = MoneyReport(rawValue: request.path[1]) else {
            throw ControlAnswer.Refusal(.unknown, "there is no report '\(request.path[1])'")
        }
        let days = try days(request, standard: report.standardDays)
        // Of one moment: balances and sums belong together.
        return try await api.store.read("report") { snapshot in
            try children.flatMap { child in
                let sums = try snapshot.daySums(of: child.id, on: child.server, in: days)
                var balances: [Int: Decimal] = [:]
                for day in report.ends(sums, in: days) {
                    balances[day] = try snapshot.balance(
                        of: child.id, on: child.server, before: Timestamp(daysSince1970: day))
                }
                return report.lines(sums, in: days, balances: balances).map { (child, $0) }
            }
        }
    }

    private func savings(_ request: ControlRequest, of children: [ChildRow]) async throws -> [Line] {
        let days = try days(request, standard: SavingsReport.standardDays)
        let lines = try await api.store.read("report") { snapshot in
            try children.flatMap { child in
                try SavingsReport(of: child, in: snapshot).lines(in: days).map { (child, $0) }
            }
        }
        for kind in [RecordRow.Kind.savingsMovement, .goal] { await api.note(.looks(at: kind)) }
        return lines
    }

    /// For each goal how it came on.
    private func goals(_ request: ControlRequest, of children: [ChildRow]) async throws -> [Line] {
        let days = try days(request, standard: GoalReport.standardDays)
        let lines = try await api.store.read("report") { snapshot in
            try children.flatMap { child in
                try GoalReport.goals(of: child, in: snapshot).compactMap { $0.members(in: days) }.map { (child, $0) }
            }
        }
        await api.note(.looks(at: .goal))
        return lines
    }

    /// The days of a period, in UTC as the server's own reports count them, up to today: those that begin nearest to its ends, since a person's midnight is hardly UTC's.
    private func days(_ request: ControlRequest, standard: Int) throws -> Range<Int> {
        let today = WallClock.system.now.daysSince1970
        let (period, always) = (try api.period(request), Range<Timestamp>.always)
        let end = period.upperBound == always.upperBound ? today + 1 : min(Self.nearest(period.upperBound), today + 1)
        let start = period.lowerBound == always.lowerBound ? end - standard : Self.nearest(period.lowerBound)
        guard start <= today else {
            throw ControlAnswer.Refusal(
                .malformed, "a report ends today, and this one would begin later", hint: "give an earlier --from")
        }
        // Before there were computers there is nothing, and long lists.
        let first = max(start, 0)
        return first..<max(first, end)
    }

    private static func nearest(_ moment: Timestamp) -> Int { moment.advanced(by: .seconds(43_200)).daysSince1970 }
}
