import JSON
import Runtime
import Store
import Values

/// Answers questions about what the local copy's rows come to.
struct ReportDesk {
    let api: ControlAPI

    /// For each child: months, categories or days.
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        guard let report = MoneyReport(rawValue: request.path[1]) else {
            throw ControlAnswer.Refusal(.unknown, "there is no report '\(request.path[1])'")
        }
        let all = try await api.store.children()
        let wanted = try api.child(request, all)
        let children = all.filter { wanted.map { [$0] }?.contains($0) ?? !$0.isGone }
        let days = try days(request, standard: report.standardDays)
        // Of one moment: balances and sums belong together.
        let lines = try await api.store.read("report") { snapshot in
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
        let currency = await api.installed().currency
        return .array(
            lines.map { child, members in
                let (child, currency) = (JSONValue(naming: child), JSONValue.string(currency.code))
                return .object(
                    JSONObject(
                        [JSONObject.Member("child", child)] + members + [JSONObject.Member("currency", currency)]))
            })
    }

    /// The days of a period, in UTC as the server's own reports count them, up to today: those that begin nearest to its ends, since a person's midnight is hardly UTC's.
    private func days(_ request: ControlRequest, standard: Int) throws -> Range<Int> {
        let today = WallClock.system.now.daysSince1970
        let (period, always) = (try api.period(request), Range<Timestamp>.always)
        let end = period.upperBound == always.upperBound ? today + 1 : min(Self.nearest(period.upperBound), today + 1)
        let start = period.lowerBound == always.lowerBound ? end - standard : Self.nearest(period.lowerBound)
        // Before there were computers there is nothing, and long lists.
        let first = max(min(start, today), 0)
        return first..<max(first, end)
    }

    private static func nearest(_ moment: Timestamp) -> Int { moment.advanced(by: .seconds(43_200)).daysSince1970 }
}
