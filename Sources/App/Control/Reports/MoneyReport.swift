import JSON
import Store
import Values

/// What the days of one child come to: pure, so that it can be compared with what servers reckon.
enum MoneyReport: String {
    case months, spending, balance, days

    /// How many days it looks back, unless a person says otherwise.
    var standardDays: Int {
        switch self {
        case .months: 183
        case .spending, .balance: 30
        case .days: 365
        }
    }

    /// The days, since 1970, at whose beginning the balance has to be known.
    func ends(_ sums: [DaySum], in days: Range<Int>) -> [Int] {
        switch self {
        case .months: Self.months(sums, in: days).map(\.end)
        case .spending: []
        case .balance: Set(sums.map { $0.day + 1 }).sorted()
        case .days: Set([days.lowerBound] + sums.map { $0.day + 1 }).sorted()
        }
    }

    /// - Parameter balances: at the beginning of each of ``ends(_:in:)``; none before a child's first row.
    func lines(_ sums: [DaySum], in days: Range<Int>, balances: [Int: Decimal]) -> [[JSONObject.Member]] {
        switch self {
        case .months: Self.months(sums, in: days).map { $0.members(balance: balances[$0.end]) }
        case .spending: Self.spending(sums).map(\.members)
        case .balance: Self.balances(sums, in: days, balances)
        case .days: Self.moving(sums, in: days, balances)
        }
    }

    /// Each day on which something has moved, and the first one also where nothing has: what a child had by then is its balance
    /// until the first movement.
    private static func moving(
        _ sums: [DaySum], in days: Range<Int>, _ balances: [Int: Decimal]
    ) -> [[JSONObject.Member]] {
        var lines: [DaySum] = []
        for sum in sums {
            guard let last = lines.last, last.day == sum.day else {
                lines.append(sum)
                continue
            }
            lines[lines.count - 1].add(sum)
        }
        let opening = lines.first?.day == days.lowerBound ? nil : balances[days.lowerBound]
        let first = opening.map { [line(of: days.lowerBound, balance: $0)] } ?? []
        return first + lines.map { line(of: $0.day, $0, balance: balances[$0.day + 1]) }
    }

    private static func line(of day: Int, _ sum: DaySum? = nil, balance: Decimal?) -> [JSONObject.Member] {
        [
            .init("day", .string(CivilDate(daysSince1970: day).description)),
            .init("income", .amount(sum?.income ?? .zero)),
            .init("spending", .amount(sum?.spending ?? .zero)), .init("credits", .count(sum?.credits ?? 0)),
            .init("debits", .count(sum?.debits ?? 0)), .init("balance", .amount(balance)),
        ]
    }

    /// From the first day on which something has moved; a day without a row ends as it began.
    private static func balances(
        _ sums: [DaySum], in days: Range<Int>, _ balances: [Int: Decimal]
    ) -> [[JSONObject.Member]] {
        guard let first = sums.first?.day else { return [] }
        var balance: Decimal?
        return (first..<days.upperBound).map { day in
            balance = balances[day + 1] ?? balance
            return [
                .init("day", .string(CivilDate(daysSince1970: day).description)), .init("balance", .amount(balance)),
            ]
        }
    }

    /// One month of the calendar, in UTC.
    struct Month: Equatable {
        let year: Int
        /// 1 to 12.
        let month: Int
        var credits = 0, income = Decimal.zero
        var debits = 0, spending = Decimal.zero

        /// `2026-11`.
        var text: String { String(CivilDate(year: year, month: month, day: 1).description.dropLast(3)) }
        /// The day after its last, since 1970.
        var end: Int {
            (month == 12
                ? CivilDate(year: year + 1, month: 1, day: 1) : CivilDate(year: year, month: month + 1, day: 1))
                .daysSince1970
        }

        func members(balance: Decimal?) -> [JSONObject.Member] {
            [
                .init("month", .string(text)), .init("income", .amount(income)), .init("spending", .amount(spending)),
                .init("net", .amount(income.subtracting(spending))), .init("credits", .count(credits)),
                .init("debits", .count(debits)), .init("balance", .amount(balance)),
            ]
        }
    }

    /// What was spent of one category.
    struct Share: Equatable {
        let category: String
        var count = 0
        var amount = Decimal.zero
        /// Hundredths of a per cent of all that was spent, rounded down.
        var share = 0

        var members: [JSONObject.Member] {
            let hundredths = String(share % 100)
            let percent = "\(share / 100).\(hundredths.utf8.count < 2 ? "0" : "")\(hundredths)"
            return [
                .init("category", .string(category)), .init("amount", .amount(amount)), .init("count", .count(count)),
                .init("percent", .string(percent)),
            ]
        }
    }

    /// Every month of the days, the newest first, also those without a row.
    static func months(_ sums: [DaySum], in days: Range<Int>) -> [Month] {
        guard !days.isEmpty else { return [] }
        let (first, last) = (CivilDate(daysSince1970: days.lowerBound), CivilDate(daysSince1970: days.upperBound - 1))
        var months: [Month] = []
        var (year, month) = (last.year, last.month)
        while (year, month) >= (first.year, first.month) {
            months.append(Month(year: year, month: month))
            (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
        }
        for sum in sums {
            let date = CivilDate(daysSince1970: sum.day)
            let place = (last.year - date.year) * 12 + last.month - date.month
            guard months.indices.contains(place) else { continue }
            months[place].credits += sum.credits
            months[place].debits += sum.debits
            months[place].income = months[place].income.adding(sum.income) ?? months[place].income
            months[place].spending = months[place].spending.adding(sum.spending) ?? months[place].spending
        }
        return months
    }

    /// What was spent of which category, the most first.
    static func spending(_ sums: [DaySum]) -> [Share] {
        var shares: [String: Share] = [:]
        var total = Decimal.zero
        for sum in sums where sum.debits > 0 {
            var share = shares[sum.category] ?? Share(category: sum.category)
            share.count += sum.debits
            share.amount = share.amount.adding(sum.spending) ?? share.amount
            total = total.adding(sum.spending) ?? total
            shares[sum.category] = share
        }
        return shares.values.map { share in
            var share = share
            share.share = share.amount.hundredthsOfPercent(of: total)
            return share
        }.sorted { ($1.amount, $0.category) < ($0.amount, $1.category) }
    }
}

extension DaySum {
    /// Takes another category of the same day into this one.
    fileprivate mutating func add(_ other: DaySum) {
        credits += other.credits
        debits += other.debits
        income = income.adding(other.income) ?? income
        spending = spending.adding(other.spending) ?? spending
    }
}

extension Decimal {
    /// 10,000 times this number over another, rounded down; 0 of nothing, and of what cannot be held.
    fileprivate func hundredthsOfPercent(of total: Decimal) -> Int {
        let scale = max(scale, total.scale)
        guard let part = rescaled(to: scale)?.coefficient, let whole = total.rescaled(to: scale)?.coefficient, whole > 0
        else { return 0 }
        let (product, overflows) = part.multipliedReportingOverflow(by: 10_000)
        return overflows ? 0 : Int(clamping: product / whole)
    }
}
