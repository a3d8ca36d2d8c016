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

/// Parts of an address.
enum PageAddress {
    /// With everything escaped that means something in one.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    /// With those of the parameters that say something.
    static func with(_ parameters: KeyValuePairs<String, String>, of path: String) -> String {
        let query = parameters.filter { !$0.value.isEmpty }.map { "\($0.key)=\(encoded($0.value))" }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }
}
