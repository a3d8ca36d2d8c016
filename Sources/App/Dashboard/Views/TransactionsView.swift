import JSON
import Relay
import Values

/// A month of transactions, of one child or of all. Months are the pages: their addresses stay what they are, and no row is missed
/// where two were made in one second.
struct TransactionsView {
    let reader: PageReader
    let session: PageSession
    let month: PageMonth
    let children: JSONValue
    /// Whose; `nil` for everybody's.
    let child: String?
    let movements: JSONValue
    let spending: JSONValue

    private var words: any PageWords { reader.words }
    private static let path = PageFrame.Place.transactions.rawValue

    var html: HTML {
        PageFrame(words: words, session: session, place: .transactions, title: words.transactions).page([
            filter, turning,
            .element("h2", [:], "\(words.month(month.month, of: month.year))"), sums,
            MovementTable(reader: reader, rows: movements.elements).html, turning, categories, exports,
        ])
    }

    private func address(_ month: PageMonth, child: String?, path: String = path) -> String {
        PageAddress.with(["child": child ?? "", "month": month.text], of: path)
    }

    private var filter: HTML {
        let links =
            [(nil, words.all)]
            + children.elements.filter { $0["gone"] != true }.map { ($0.text("id") as String?, $0.text("firstName")) }
        return .element(
            "nav", ["class": "filter", "aria-label": words.child],
            .element(
                "ul", [:],
                links.map { id, name in
                    .element(
                        "li", [:],
                        .element(
                            "a", ["href": address(month, child: id), "aria-current": id == child ? "true" : nil],
                            .element("bdi", [:], "\(name)")))
                }))
    }

    private var turning: HTML {
        let isLast = month == PageMonth(of: reader.zone.local(reader.now).date)
        return .element(
            "p", ["class": "turning"],
            .element("a", ["href": address(month.before, child: child), "rel": "prev"], "← \(words.older)"),
            isLast
                ? .none
                : .element("a", ["href": address(month.after, child: child), "rel": "next"], "\(words.newer) →"))
    }

    /// What came and went, of what is on the server.
    private var sums: HTML {
        var (income, spending) = (Decimal.zero, Decimal.zero)
        for row in movements.elements where row.text("state") != "pending" {
            guard let amount = reader.decimal(row["amount"]) else { continue }
            if amount.isNegative {
                spending = spending.adding(amount.magnitude) ?? spending
            } else {
                income = income.adding(amount) ?? income
            }
        }
        func pair(_ name: String, _ sum: Decimal) -> HTML {
            .element("dt", [:], "\(name)")
                + .element("dd", [:], "\(reader.currency.text(sum, in: reader.language.money))")
        }
        return .element("dl", ["class": "sums"], pair(words.income, income), pair(words.spending, spending))
    }

    private var categories: HTML {
        guard !spending.elements.isEmpty else { return .none }
        let rows = spending.elements.map { row -> HTML in
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

    private var exports: HTML {
        .element(
            "p", ["class": "turning"],
            .element("a", ["href": address(month, child: child, path: "/transactions.json")], "\(words.exportJSON)"))
    }
}
