import JSON

/// Transactions as a table, also those that are not on the server yet.
struct MovementTable {
    let reader: PageReader
    let rows: [JSONValue]
    var hasBalance = true

    var html: HTML {
        guard !rows.isEmpty else { return .element("p", ["class": "muted"], "\(reader.words.noMovements)") }
        let words = reader.words
        let heads =
            [words.when, words.child, words.what, words.category].map { HTML.element("th", ["scope": "col"], "\($0)") }
            + ([words.amount] + (hasBalance ? [words.balance] : [])).map {
                .element("th", ["scope": "col", "class": "number"], "\($0)")
            }
        return .element(
            "div", ["class": "wide", "tabindex": "0", "role": "region", "aria-label": words.transactions],
            .element(
                "table", [:], .element("thead", [:], .element("tr", [:], heads)),
                .element("tbody", [:], rows.map(line))))
    }

    private func line(_ row: JSONValue) -> HTML {
        let id = row.text("id")
        let what = HTML.element("bdi", [:], "\(row.text("description"))")
        let isPending = row.text("state") == "pending"
        let isCredit = !row.text("amount").hasPrefix("-")
        var cells: [HTML] = [
            .element("td", ["class": "when"], reader.time(row["at"])),
            .element("td", [:], .element("bdi", [:], "\(row["child"]?.text("firstName") ?? "")")),
            .element(
                "td", ["class": "what"],
                id.isEmpty ? what : .element("a", ["href": "/transactions/\(PageAddress.encoded(id))"], what),
                isPending ? .element("span", ["class": "mark"], "\(reader.words.notYetOnServer)") : .none),
            .element("td", ["class": "muted"], .element("bdi", [:], "\(row.text("category"))")),
            .element("td", ["class": isCredit ? "number in" : "number"], "\(reader.movement(row["amount"]))"),
        ]
        if hasBalance {
            cells.append(
                .element(
                    "td", ["class": "number", "data-head": reader.words.balance], "\(reader.money(row["balance"]))"))
        }
        return .element("tr", ["class": isPending ? "pending" : nil], cells)
    }
}
