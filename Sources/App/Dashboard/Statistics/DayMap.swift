import Values

/// A year's days as squares, a column for each week: the more moved on a day, the darker. What a day had shows when somebody points at it.
struct DayMap {
    let reader: PageReader
    let year: MoneyYear

    private static let (side, step, left, top) = (11, 12, 34, 18)
    private var words: any StatisticsWords { reader.words.figures }
    private var first: Int { year.days.lowerBound - (CivilDate(daysSince1970: year.days.lowerBound).weekday - 1) }

    var html: HTML {
        let weeks = (year.days.upperBound - first + 6) / 7
        let levels = year.levels
        let quiet = year.days.filter { levels[$0] == nil }.map { day in
            let (x, y) = place(of: day)
            return "M\(x) \(y)h\(Self.side)v\(Self.side)h-\(Self.side)z"
        }
        let days = levels.sorted { $0.key < $1.key }.map { day, level in
            let (x, y) = place(of: day)
            return HTML.element(
                "rect",
                ["class": "day-\(level)", "x": "\(x)", "y": "\(y)", "width": "\(Self.side)", "height": "\(Self.side)"],
                .element("title", [:], "\(sentence(of: day))"))
        }
        let map = HTML.element(
            "svg",
            [
                "class": "map", "viewBox": "0 0 \(Self.left + weeks * Self.step) \(Self.top + 7 * Self.step)",
                "role": "img", "aria-label": words.activeDays(levels.count),
            ], names + [.element("path", ["class": "day-0", "d": quiet.joined()], "")] + days)
        return .element(
            "div", ["class": "wide", "tabindex": "0", "role": "region", "aria-label": words.yearOfDays], map)
    }

    private func place(of day: Int) -> (x: Int, y: Int) {
        (Self.left + (day - first) / 7 * Self.step, Self.top + (day - first) % 7 * Self.step)
    }

    private func sentence(of day: Int) -> String {
        let sum = year.sums[day] ?? MoneyYear.Sum()
        let parts = [(reader.words.income, sum.income), (reader.words.spending, sum.spending)].filter { !$0.1.isZero }
        let amounts = parts.map { "\($0) \(reader.written($1))" }
        return "\(words.date(CivilDate(daysSince1970: day))): \(amounts.joined(separator: ", "))"
    }

    /// Every second day of the week at the left, and each month above its first whole week.
    private var names: [HTML] {
        let weekdays = [0, 2, 4].map { index in
            HTML.element(
                "text", ["x": "0", "y": "\(Self.top + index * Self.step + 9)"], "\(words.shortWeekdays[index])")
        }
        let months = year.days.filter { CivilDate(daysSince1970: $0).day == 1 }.map { day in
            HTML.element(
                "text", ["x": "\(place(of: day + 6).x)", "y": "11"],
                "\(words.shortMonths[CivilDate(daysSince1970: day).month - 1])")
        }
        return weekdays + months
    }
}
