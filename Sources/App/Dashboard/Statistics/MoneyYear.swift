import JSON
import Values

/// What the days of up to a year brought and took, of each child and of all together: exact, from the answer to `reports/days`.
/// Days are those of UTC, as the family server's own figures have them.
struct MoneyYear: Sendable {
    /// What one day, or several, came to.
    struct Sum: Sendable, Equatable {
        var income = Decimal.zero, spending = Decimal.zero
        /// How many rows.
        var count = 0

        /// All that moved, whichever way.
        var moved: Decimal { income.adding(spending) ?? income }
        var net: Decimal? { income.subtracting(spending) }

        mutating func add(_ other: Sum) {
            income = income.adding(other.income) ?? income
            spending = spending.adding(other.spending) ?? spending
            count += other.count
        }
    }

    struct Child: Sendable {
        let id: String
        /// As a person may have typed it.
        let name: String
        /// By the day since 1970.
        let sums: [Int: Sum]
        /// At the end of each day; `nil` before the child's first one.
        let balances: [Decimal?]
    }

    /// Since 1970.
    let days: Range<Int>
    let children: [Child]
    /// What all of them did, by the day since 1970.
    let sums: [Int: Sum]

    /// - Parameters:
    ///   - lines: the answer; those of other days and what cannot be read are left out.
    ///   - children: whose lines count, in their order.
    init(_ lines: [JSONValue], of children: [(id: String, name: String)], in days: Range<Int>) {
        self.days = days
        self.children = children.map { child in
            Child(child.id, child.name, lines.filter { $0["child"]?.text("id") == child.id }, in: days)
        }
        var all: [Int: Sum] = [:]
        for child in self.children {
            for (day, sum) in child.sums { all[day, default: Sum()].add(sum) }
        }
        sums = all
    }

    /// What all had at the end of each day, as far as it is known of each; `nil` before the first one's first.
    var together: [Decimal?] {
        days.map { index in
            let known = children.compactMap { $0.balances[index - days.lowerBound] }
            return known.isEmpty ? nil : known.reduce(.zero) { $0.adding($1) ?? $0 }
        }
    }

    /// What came and went on these days.
    func sum(of range: Range<Int>) -> Sum {
        var sum = Sum()
        for day in range.clamped(to: days) { sums[day].map { sum.add($0) } }
        return sum
    }

    /// What had been spent since a month's beginning at the end of each of its days, as far as the days go.
    func spent(in month: PageMonth) -> [Decimal] {
        var spent = Decimal.zero
        return month.days.clamped(to: days).map { day in
            spent = sums[day].flatMap { spent.adding($0.spending) } ?? spent
            return spent
        }
    }

    /// How much moved on a day beside the others: 0 for nothing, then 1 to 4, each for about as many days. (One large gift would else
    /// make all other days look alike.)
    var levels: [Int: Int] {
        let amounts = sums.values.filter { $0.count > 0 }.map(\.moved).sorted()
        guard !amounts.isEmpty else { return [:] }
        return sums.filter { $0.value.count > 0 }.mapValues { sum in
            let below = amounts.firstIndex { !($0 < sum.moved) } ?? 0
            return 1 + below * 4 / amounts.count
        }
    }
}

extension MoneyYear.Child {
    fileprivate init(_ id: String, _ name: String, _ lines: [JSONValue], in days: Range<Int>) {
        (self.id, self.name) = (id, name)
        var sums: [Int: MoneyYear.Sum] = [:]
        var known: [Int: Decimal] = [:]
        for line in lines {
            guard let day = CivilDate(line.text("day"))?.daysSince1970, days.contains(day) else { continue }
            let sum = MoneyYear.Sum(
                income: Decimal(line.text("income")) ?? .zero, spending: Decimal(line.text("spending")) ?? .zero,
                count: line.count("credits") + line.count("debits"))
            if sum.count > 0 { sums[day] = sum }
            known[day] = Decimal(line.text("balance"))
        }
        self.sums = sums
        var balance: Decimal?
        balances = days.map { day in
            balance = known[day] ?? balance
            return balance
        }
    }
}

extension PageMonth {
    /// Since 1970.
    var days: Range<Int> { first.daysSince1970..<after.first.daysSince1970 }
}

/// Twelve months of the calendar, the last of them as far as it has come.
struct StatisticsPeriod: Equatable, Sendable {
    let last: PageMonth
    /// Since 1970, in UTC.
    let today: Int

    static let length = 12

    init(last: PageMonth, today: Int) { (self.last, self.today) = (last, today) }

    /// - Parameter text: the last month, as an address has it; without one it is today's, of the server's days as all others here.
    /// - Returns: `nil` for a text that is no month.
    init?(_ text: String?, today: Int) {
        guard let last = text.map({ PageMonth($0) }) ?? PageMonth(of: CivilDate(daysSince1970: today)) else {
            return nil
        }
        self.init(last: last, today: today)
    }

    /// The oldest first.
    var months: [PageMonth] {
        var months = [last]
        while months.count < Self.length { months.append(months[months.count - 1].before) }
        return months.reversed()
    }

    /// Up to today; none where all of it is still to come.
    var days: Range<Int> {
        let first = months[0].days.lowerBound
        return first..<max(first, min(last.days.upperBound, today + 1))
    }

    /// The last month of the twelve before.
    var before: PageMonth { months[0].before }
    /// That of the twelve after; `nil` where that is still to come.
    var after: PageMonth? {
        let end = last.days.upperBound
        guard end <= today else { return nil }
        var month = last
        for _ in 0..<Self.length where month.days.upperBound <= today { month = month.after }
        return month
    }
}
