import JSON
import Values

/// Twelve months as pictures, of one child or of all: each with its figures as a table.
struct StatisticsView {
    let reader: PageReader
    let session: PageSession
    let period: StatisticsPeriod
    /// All whom the reader may choose from.
    let children: [JSONValue]
    /// Whose; `nil` for everybody's.
    let child: String?
    let year: MoneyYear
    let categories: CategorySums
    let goals: [GoalYear]

    private var words: any PageWords { reader.words }
    private var own: any StatisticsWords { reader.statistics }
    private static let path = PageFrame.Place.statistics.rawValue

    var html: HTML {
        let figures = year.children.isEmpty || period.days.isEmpty ? [] : [balance, months, beside, spending] + saving
        return PageFrame(words: words, session: session, place: .statistics, title: words.statistics).page(
            [
                filter, turning,
                .element("p", [:], "\(title(period.months[0])) – \(title(period.last))"),
                .element("p", ["class": "muted"], "\(own.daysOfServer)"),
            ]
                + (figures.isEmpty ? [.element("p", ["class": "muted"], "\(own.nothingYet)")] : figures + [days])
                + [turning])
    }

    private func title(_ month: PageMonth) -> String { words.month(month.month, of: month.year) }
    private func money(_ amount: Decimal?) -> String { reader.written(amount) }

    // MARK: Where one can go

    private func address(_ month: PageMonth, child: String?) -> String {
        PageAddress.with(["child": child ?? "", "month": month.text], of: Self.path)
    }

    private var filter: HTML {
        let links =
            [(nil, words.all)]
            + children.filter { $0["gone"] != true }.map { ($0.text("id") as String?, $0.text("firstName")) }
        return .element(
            "nav", ["class": "filter", "aria-label": words.child],
            .element(
                "ul", [:],
                links.map { id, name in
                    .element(
                        "li", [:],
                        .element(
                            "a", ["href": address(period.last, child: id), "aria-current": id == child ? "true" : nil],
                            .element("bdi", [:], "\(name)")))
                }))
    }

    private var turning: HTML {
        .element(
            "p", ["class": "turning"],
            .element("a", ["href": address(period.before, child: child), "rel": "prev"], "← \(words.older)"),
            period.after.map { month in
                .element("a", ["href": address(month, child: child), "rel": "next"], "\(words.newer) →")
            } ?? .none)
    }

    // MARK: Pictures

    /// Names of months below a drawing of so many steps.
    private func names(of days: Range<Int>) -> [(x: Int, text: String)] {
        period.months.filter { days.contains($0.days.lowerBound) }.map { month in
            let middle = month.days.lowerBound + 14 - days.lowerBound
            return (PlotFrame.x(min(middle, days.count), of: days.count), own.shortMonths[month.month - 1])
        }
    }

    private func plot(_ frame: PlotFrame, _ lines: [(name: String, values: [Decimal?])]) -> HTML {
        LinePlot(frame: frame, lines: lines.map(\.values), count: year.days.count, hints: hints(lines)).html
    }

    /// What the lines stood at by the end of each week.
    private func hints(_ lines: [(name: String, values: [Decimal?])]) -> [PlotHint] {
        stride(from: 0, to: year.days.count, by: 7).map { start in
            let end = min(start + 7, year.days.count)
            let date = CivilDate(daysSince1970: year.days.lowerBound + end - 1)
            let known = lines.compactMap { line in line.values[end - 1].map { "\(line.name) \(money($0))" } }
            return PlotHint(steps: start..<end, text: "\(own.date(date)): \(known.joined(separator: ", "))")
        }
    }

    private var balance: HTML {
        var lines = year.children.map { (name: $0.name, values: $0.balances) }
        if lines.count > 1 { lines.append((own.together, year.together)) }
        let sentences = lines.map { line in
            let known = line.values.compactMap { $0 }
            return "\(line.name): \(money(known.first)) → \(money(known.last))"
        }
        let frame = PlotFrame(
            lines.flatMap { $0.values.compactMap { $0 } }, reader: reader, names: names(of: year.days),
            label: "\(own.balanceOverTime). \(sentences.joined(separator: "; "))")
        let rows = period.months.compactMap { month -> [String]? in
            let last = min(month.days.upperBound, year.days.upperBound) - 1 - year.days.lowerBound
            guard month.days.overlaps(year.days) else { return nil }
            return [title(month)] + lines.map { money($0.values[last]) }
        }
        return Figure(
            reader: reader, title: own.balanceOverTime,
            legend: PlotLegend(names: lines.enumerated().map { (PlotLegend.line($0), $1.name) }),
            drawing: frame.map { plot($0, lines) } ?? .none,
            table: FigureTable(heads: [own.month] + lines.map(\.name), rows: rows.reversed())
        ).html
    }

    private var months: HTML {
        let sums = period.months.map { ($0, year.sum(of: $0.days)) }
        let all = year.sum(of: year.days)
        let names = sums.enumerated().map { index, pair in
            let next = PlotFrame.x(index + 1, of: sums.count)
            return (x: (PlotFrame.x(index, of: sums.count) + next) / 2, text: own.shortMonths[pair.0.month - 1])
        }
        let frame = PlotFrame(
            sums.flatMap { [$0.1.income, $0.1.spending] }, reader: reader, names: names,
            label:
                "\(own.byMonth). \(own.months(sums.count)): \(words.income) \(money(all.income)), \(words.spending) \(money(all.spending))"
        )
        let hints = sums.enumerated().map { index, pair in
            PlotHint(
                steps: index..<index + 1,
                text:
                    "\(title(pair.0)): \(words.income) \(money(pair.1.income)), \(words.spending) \(money(pair.1.spending))"
            )
        }
        func row(_ name: String, _ sum: MoneyYear.Sum) -> [String] {
            [name, money(sum.income), money(sum.spending), money(sum.net)]
        }
        return Figure(
            reader: reader, title: own.byMonth,
            legend: PlotLegend(names: [("bar came", words.income), ("bar went", words.spending)]),
            drawing: frame.map {
                BarPlot(frame: $0, pairs: sums.map { ($0.1.income, $0.1.spending) }, hints: hints).html
            } ?? .none,
            table: FigureTable(
                heads: [own.month, words.income, words.spending, own.left],
                rows: sums.reversed().map { row(title($0.0), $0.1) } + [row(own.months(sums.count), all)])
        ).html
    }

    private var beside: HTML {
        let pair = [period.last, period.last.before]
        let spent = pair.map(year.spent(in:))
        let sums = pair.map { year.sum(of: $0.days) }
        let count = pair.map(\.days.count).max() ?? 31
        let frame = PlotFrame(
            spent.flatMap { $0 } + [.zero], reader: reader,
            names: [1, 8, 15, 22, 29].map { (PlotFrame.x($0, of: count), "\($0)") },
            label: "\(own.spentSoFar). "
                + zip(pair, sums).map { "\(title($0)): \(words.spending) \(money($1.spending))" }.joined(
                    separator: "; "))
        let hints = (0..<count).map { day in
            let known = zip(pair, spent).compactMap { month, amounts in
                amounts.indices.contains(day) ? "\(title(month)) \(money(amounts[day]))" : nil
            }
            return PlotHint(steps: day..<day + 1, text: "\(day + 1): \(known.joined(separator: ", "))")
        }
        func row(_ name: String, _ amount: (MoneyYear.Sum) -> Decimal?) -> [String] {
            let amounts = sums.map(amount)
            let difference = amounts[0].flatMap { now in amounts[1].flatMap { now.subtracting($0) } }
            return [name] + amounts.map(money) + [reader.signed(difference)]
        }
        return Figure(
            reader: reader, title: own.spentSoFar,
            legend: PlotLegend(
                names: pair.enumerated().map { (PlotLegend.line($0), "\(words.spending), \(title($1))") }),
            drawing: frame.map {
                LinePlot(frame: $0, lines: spent.map { $0.map { $0 } }, count: count, hints: hints).html
            } ?? .none,
            table: FigureTable(
                heads: [""] + pair.map(title) + [own.difference],
                rows: [row(words.income, \.income), row(words.spending, \.spending), row(own.left, \.net)])
        ).html
    }

    private var spending: HTML {
        CategoryFigure(reader: reader, period: period, sums: categories).html
    }

    private var saving: [HTML] {
        guard !goals.isEmpty else { return [] }
        let lines = goals.map { goal in (name: goal.title, values: goal.saved(in: year.days)) }
        let sentences = zip(goals, lines).map { goal, line in
            let saved = line.values.last.flatMap { $0 } ?? .zero
            return "\(goal.title): \(words.saved(money(saved), of: money(goal.target)))"
        }
        let frame = PlotFrame(
            lines.flatMap { $0.values.compactMap { $0 } }, reader: reader, names: names(of: year.days),
            label: "\(own.goalsOverTime). \(sentences.joined(separator: "; "))")
        let rows = zip(goals, lines).flatMap { goal, line -> [[String]] in
            goal.changes(in: year.days).reversed().map { day, saved in
                let date = CivilDate(daysSince1970: day)
                return [goal.title, "\(own.date(date)) \(date.year)", money(saved), money(goal.target)]
            }
        }
        return [
            Figure(
                reader: reader, title: own.goalsOverTime,
                legend: PlotLegend(names: lines.enumerated().map { (PlotLegend.line($0), $1.name) }),
                remark: own.goalsSince,
                drawing: frame.map { plot($0, lines) } ?? .none,
                table: FigureTable(
                    heads: [words.goals, own.day, words.amount, own.price], rows: rows, wordColumns: 2)
            ).html
        ]
    }

    private var days: HTML {
        let rows = year.sums.sorted { $1.key < $0.key }.map { day, sum -> [String] in
            let date = CivilDate(daysSince1970: day)
            return ["\(own.date(date)) \(date.year)", money(sum.income), money(sum.spending)]
        }
        return Figure(
            reader: reader, title: own.yearOfDays, remark: own.activeDays(year.sums.count),
            drawing: DayMap(reader: reader, year: year).html,
            table: FigureTable(heads: [own.day, words.income, words.spending], rows: rows)
        ).html
    }
}
