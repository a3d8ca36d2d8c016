import JSON
import Values

/// The form that says which transactions are wanted. It is sent as an address, so what was looked for can be kept and sent on.
struct TransactionSearch {
    let words: any PageWords
    let question: TransactionQuestion
    let children: JSONValue
    /// Those that are offered; any other can be typed.
    let categories: [String]

    var html: HTML {
        .element(
            "form",
            [
                "class": "search", "method": "get", "action": PageFrame.Place.transactions.rawValue, "role": "search",
                "aria-label": words.transactions,
            ],
            field(
                words.search,
                .void(
                    "input",
                    ["type": "search", "name": "search", "value": question.search, "maxlength": "200", "size": "20"])),
            field(words.child, choice("child", [("", words.all)] + names, question.child)),
            field(
                words.kind,
                choice("kind", [("", words.all), ("credit", words.income), ("debit", words.spending)], question.kind)),
            field(
                words.category,
                .void(
                    "input",
                    [
                        "name": "category", "value": question.category, "list": "categories", "maxlength": "100",
                        "size": "12",
                    ]),
                .element("datalist", ["id": "categories"], categories.map { .void("option", ["value": $0]) })),
            field(words.from, day("from", (question.month?.first ?? question.from)?.description ?? "")),
            field(words.to, day("to", (question.month?.last ?? question.to)?.description ?? "")),
            .element("button", [:], "\(words.search)"),
            question == TransactionQuestion()
                ? .none : .element("a", ["href": PageFrame.Place.transactions.rawValue], "\(words.everything)"))
    }

    private func field(_ label: String, _ input: HTML...) -> HTML {
        .element("label", [:], [.element("span", [:], "\(label)")] + input)
    }

    private func day(_ name: String, _ value: String) -> HTML {
        .void("input", ["type": "date", "name": name, "value": value])
    }

    /// Who is there, and who is asked for in any case.
    private var names: [(String, String)] {
        let present = children.elements.filter { $0["gone"] != true || $0.text("id") == question.child }
            .map { ($0.text("id"), $0.text("firstName")) }
        let isThere = question.child.isEmpty || present.contains { $0.0 == question.child }
        return isThere ? present : present + [(question.child, question.child)]
    }

    private func choice(_ name: String, _ options: [(value: String, title: String)], _ chosen: String) -> HTML {
        .element(
            "select", ["name": name],
            options.map { value, title in
                // An attribute without a value would be the title's text.
                .element("option", ["value": "\(value)", "selected": value == chosen ? "" : nil], "\(title)")
            })
    }
}
