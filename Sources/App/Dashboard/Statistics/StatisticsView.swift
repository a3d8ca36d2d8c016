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
    private var own: any StatisticsWords { reader.words.figures }
    private static let path = PageFrame.Place.statistics.rawValue

    var html: HTML {
        let figures = year.children.isEmpty || period.days.isEmpty ? [] : [balance, months, beside, spending] + saving
        return PageFrame(
            words: words, session: session, place: .statistics, title: words.statistics, hasPlots: !figures.isEmpty
        ).page(
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

    /// Lines over all the days, with the names of months below.
    private func plot(_ lines: [Plot.Line], label: String) -> Plot {
        let names = period.months.filter { year.days.contains($0.days.lowerBound) }.map { month in
            let middle = month.days.lowerBound + 14 - year.days.lowerBound
            return (min(middle, year.days.count - 1), own.shortMonths[month.month - 1])
        }
        return Plot(
            kind: .line, reader: reader, steps: year.days.map { own.date(CivilDate(daysSince1970: $0)) },
            names: names, label: label, lines: lines)
    }

    private var balance: HTML {
        var lines = year.children.map { Plot.Line(name: $0.name, values: $0.balances) }
        if lines.count > 1 { lines.append(Plot.Line(name: own.together, values: year.together)) }
        let sentences = lines.map { line in
            let known = line.values.compactMap { $0 }
            return "\(line.name): \(money(known.first)) → \(money(known.last))"
        }
        let rows = period.months.compactMap { month -> [String]? in
            let last = min(month.days.upperBound, year.days.upperBound) - 1 - year.days.lowerBound
            guard month.days.overlaps(year.days) else { return nil }
            return [title(month)] + lines.map { money($0.values[last]) }
        }
        return Figure(
            reader: reader, title: own.balanceOverTime,
            drawing: plot(lines, label: "\(own.balanceOverTime). \(sentences.joined(separator: "; "))").html,
            table: FigureTable(heads: [own.month] + lines.map(\.name), rows: rows.reversed())
        ).html
    }

    private var months: HTML {
        let sums = period.months.map { ($0, year.sum(of: $0.days)) }
        let all = year.sum(of: year.days)
        let plot = Plot(
            kind: .bar, reader: reader, steps: period.months.map(title),
            names: period.months.enumerated().map { ($0, own.shortMonths[$1.month - 1]) },
            label:
                "\(own.byMonth). \(own.months(sums.count)): \(words.income) \(money(all.income)), \(words.spending) \(money(all.spending))",
            lines: [
                Plot.Line(name: words.income, values: sums.map { $0.1.income }),
                Plot.Line(name: words.spending, values: sums.map { $0.1.spending }),
            ])
        func row(_ name: String, _ sum: MoneyYear.Sum) -> [String] {
            [name, money(sum.income), money(sum.spending), money(sum.net)]
        }
        return Figure(
            reader: reader, title: own.byMonth,
            drawing: plot.html,
            table: FigureTable(
                heads: [own.month, words.income, words.spending, own.left],
                rows: sums.reversed().map { row(title($0.0), $0.1) } + [row(own.months(sums.count), all)])
        ).html
    }

    private var beside: HTML {
        let pair = [period.last, period.last.before]
        let sums = pair.map { year.sum(of: $0.days) }
        let sentences = zip(pair, sums).map { "\(title($0)): \(words.spending) \(money($1.spending))" }
        let plot = Plot(
            kind: .line, reader: reader, steps: (1...(pair.map(\.days.count).max() ?? 31)).map { "\($0)" },
            names: [1, 8, 15, 22, 29].map { ($0 - 1, "\($0)") },
            label: "\(own.spentSoFar). \(sentences.joined(separator: "; "))",
            lines: pair.map { Plot.Line(name: "\(words.spending), \(title($0))", values: year.spent(in: $0)) })
        func row(_ name: String, _ amount: (MoneyYear.Sum) -> Decimal?) -> [String] {
            let amounts = sums.map(amount)
            let difference = amounts[0].flatMap { now in amounts[1].flatMap { now.subtracting($0) } }
            return [name] + amounts.map(money) + [reader.signed(difference)]
        }
        return Figure(
            reader: reader, title: own.spentSoFar,
            drawing: plot.html,
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
        let lines = goals.map { goal in Plot.Line(name: goal.title, values: goal.saved(in: year.days)) }
        let sentences = zip(goals, lines).map { goal, line in
            let saved = line.values.last.flatMap { $0 } ?? .zero
            return "\(goal.title): \(words.saved(money(saved), of: money(goal.target)))"
        }
        let rows = zip(goals, lines).flatMap { goal, line -> [[String]] in
            goal.changes(in: year.days).reversed().map { day, saved in
                let date = CivilDate(daysSince1970: day)
                return [goal.title, "\(own.date(date)) \(date.year)", money(saved), money(goal.target)]
            }
        }
        return [
            Figure(
                reader: reader, title: own.goalsOverTime,
                remark: own.goalsSince,
                drawing: plot(lines, label: "\(own.goalsOverTime). \(sentences.joined(separator: "; "))").html,
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
