import JSON
import Relay
import Values

/// Transactions that somebody looks for, the newest first, page by page; of a month also what it came to.
struct TransactionsView {
    let reader: PageReader
    let session: PageSession
    let question: TransactionQuestion
    let children: JSONValue
    /// The rows and where they go on, as `transactions/page` answers.
    let page: JSONValue
    /// What the month's lines of `reports/months` and `reports/spending` are; `nil` where no whole month is asked for.
    var sums: (months: JSONValue, spending: JSONValue)?

    private var words: any PageWords { reader.words }

    var html: HTML {
        PageFrame(words: words, session: session, place: .transactions, title: words.transactions).page(
            [TransactionSearch(words: words, question: question, children: children, categories: categories).html]
                + (question.month.map(months) ?? [thisMonth])
                + [rows, turning, spending, exports])
    }

    /// What the rows say; others can be typed.
    private var categories: [String] {
        Set(page.list("rows").map { $0.text("category") }).filter { !$0.isEmpty }.sorted()
    }

    private var rows: HTML {
        let rows = page.list("rows")
        let searched = page["searchedTo"] ?? .null
        return MovementTable(reader: reader, rows: rows).html
            + (searched == .null
                ? .none
                : .element("p", ["class": "muted"], "\(words.searchedTo(reader.moment(searched)))"))
    }

    private var turning: HTML {
        let (next, isShort) = (page.text("next"), (page["searchedTo"] ?? .null) != .null)
        guard !next.isEmpty || !question.before.isEmpty else { return .none }
        return .element(
            "p", ["class": "turning"],
            question.before.isEmpty
                ? .none : .element("a", ["href": question.from("").address()], "← \(words.newest)"),
            next.isEmpty
                ? .none
                : .element(
                    "a", ["href": question.from(next).address(), "rel": "next"],
                    "\(isShort ? words.searchFurther : words.older) →"))
    }

    private var exports: HTML {
        let all = question.from("")
        return .element(
            "p", ["class": "turning"],
            .element("a", ["href": all.address(TransactionExport.csv.path)], "\(words.exportCSV)"),
            .element("a", ["href": all.address(TransactionExport.json.path)], "\(words.exportJSON)"))
    }

    // MARK: A month

    private var thisMonth: HTML {
        let month = PageMonth(of: reader.zone.local(reader.now).date)
        return .element(
            "p", [:],
            .element("a", ["href": question.of(month).address()], "\(words.month(month.month, of: month.year))"))
    }

    private func months(_ month: PageMonth) -> [HTML] {
        func link(_ month: PageMonth, _ rel: String, _ title: String) -> HTML {
            .element("a", ["href": question.of(month).address(), "rel": rel], "\(title)")
        }
        let isLast = month == PageMonth(of: reader.zone.local(reader.now).date)
        return [
            .element("h2", [:], "\(words.month(month.month, of: month.year))"),
            .element(
                "p", ["class": "turning"], link(month.before, "prev", "← \(words.older)"),
                isLast ? .none : link(month.after, "next", "\(words.newer) →")),
            totals,
        ]
    }

    /// What came and went, of what is on the server.
    private var totals: HTML {
        guard let lines = sums?.months.elements else { return .none }
        func pair(_ name: String, _ member: String) -> HTML {
            let sum = lines.compactMap { reader.decimal($0[member]) }.reduce(Decimal.zero) { $0.adding($1) ?? $0 }
            return .element("dt", [:], "\(name)")
                + .element("dd", [:], "\(reader.currency.text(sum, in: reader.language.money))")
        }
        return .element("dl", ["class": "sums"], pair(words.income, "income"), pair(words.spending, "spending"))
            + .element("p", ["class": "muted"], "\(reader.words.figures.daysOfServer)")
    }

    private var spending: HTML {
        guard let lines = sums?.spending.elements, !lines.isEmpty else { return .none }
        let rows = lines.map { row -> HTML in
            .element(
                "tr", [:], .element("td", [:], .element("bdi", [:], "\(row["child"]?.text("firstName") ?? "")")),
                .element("td", [:], .element("bdi", [:], "\(row.text("category"))")),
                .element(
                    "td", [:],
                    .element("meter", ["max": "100", "value": row.text("percent"), "aria-hidden": "true"], "")),
                .element("td", ["class": "number"], "\(reader.money(row["amount"]))"))
        }
        let heads: [HTML] = [
            .element("th", ["scope": "col"], "\(words.child)"), .element("th", ["scope": "col"], "\(words.category)"),
            .element("td", [:], ""), .element("th", ["scope": "col", "class": "number"], "\(words.amount)"),
        ]
        return .element("h2", [:], "\(words.byCategory)")
            + .element(
                "div", ["class": "wide", "tabindex": "0", "role": "region", "aria-label": words.byCategory],
                .element("table", [:], .element("thead", [:], .element("tr", [:], heads)), .element("tbody", [:], rows))
            )
    }
}
