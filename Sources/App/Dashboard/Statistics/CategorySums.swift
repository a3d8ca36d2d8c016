import JSON
import Values

/// What was spent of each category in twelve months, in the last of these, and in the one before it.
struct CategorySums: Sendable, Equatable {
    struct Line: Sendable, Equatable {
        /// The server's word; may be empty.
        let category: String
        var year = Decimal.zero, month = Decimal.zero, before = Decimal.zero
    }

    /// What most was spent of in all the time comes first.
    let lines: [Line]

    /// - Parameters: answers to `reports/spending` of the three times; several children's come together.
    init(year: [JSONValue], month: [JSONValue], before: [JSONValue]) {
        var sums: [String: Line] = [:]
        func add(_ rows: [JSONValue], to time: WritableKeyPath<Line, Decimal>) {
            for row in rows {
                guard let amount = Decimal(row.text("amount")) else { continue }
                let category = row.text("category")
                var line = sums[category] ?? Line(category: category)
                line[keyPath: time] = line[keyPath: time].adding(amount) ?? line[keyPath: time]
                sums[category] = line
            }
        }
        add(year, to: \.year)
        add(month, to: \.month)
        add(before, to: \.before)
        lines = sums.values.sorted { ($1.year, $0.category) < ($0.year, $1.category) }
    }
}

/// Categories with bars. They are a table already, so it is not folded away.
struct CategoryFigure {
    let reader: PageReader
    let period: StatisticsPeriod
    let sums: CategorySums

    private static let width = 1_000

    var html: HTML {
        let words = reader.words
        guard !sums.lines.isEmpty else { return .none }
        let heads =
            [words.category, "", words.figures.months(StatisticsPeriod.length)]
            + [period.last, period.last.before].map { words.month($0.month, of: $0.year) }
        let head = heads.enumerated().map { column, text -> HTML in
            text.isEmpty
                ? .element("td", [:], "")
                : .element("th", ["scope": "col", "class": column == 0 ? nil : "number"], "\(text)")
        }
        let table = HTML.element(
            "table", [:], .element("thead", [:], .element("tr", [:], head)),
            .element("tbody", [:], sums.lines.map { row($0, heads) }))
        return .element(
            "section", ["class": "figure"], .element("h2", [:], "\(words.byCategory)"),
            .element(
                "div", ["class": "wide", "tabindex": "0", "role": "region", "aria-label": words.byCategory], table)
        )
    }

    private func row(_ line: CategorySums.Line, _ heads: [String]) -> HTML {
        let name = line.category.isEmpty ? reader.words.figures.noCategory : line.category
        func cell(_ amount: Decimal, _ head: String) -> HTML {
            .element("td", ["class": "number", "data-head": head], "\(reader.written(amount))")
        }
        return .element(
            "tr", [:], .element("th", ["scope": "row"], .element("bdi", [:], "\(name)")),
            .element("td", ["class": "share"], bar(line.year)), cell(line.year, heads[2]), cell(line.month, heads[3]),
            cell(line.before, heads[4]))
    }

    /// As long beside the longest as the amount beside the largest.
    private func bar(_ amount: Decimal) -> HTML {
        guard let most = sums.lines.first?.year.rescaled(to: 4)?.coefficient, most > 0,
            let part = amount.rescaled(to: 4)?.coefficient
        else { return .none }
        // No amount that anybody has is too long for that.
        let (stretched, isTooLong) = part.multipliedReportingOverflow(by: Int128(Self.width))
        guard !isTooLong else { return .none }
        let length = Int(stretched / most)
        return .element(
            "svg",
            [
                "class": "share", "viewBox": "0 0 \(Self.width) 10", "preserveAspectRatio": "none",
                "aria-hidden": "true",
            ],
            .element("path", ["d": "M0 0H\(length)V10H0z"], ""))
    }
}
