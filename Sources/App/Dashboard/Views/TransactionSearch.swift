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
            FormParts.label(
                words.search,
                .void(
                    "input",
                    ["type": "search", "name": "search", "value": question.search, "maxlength": "200", "size": "20"])),
            FormParts.label(
                words.child, FormParts.choice("child", [("", words.all)] + names, chosen: question.child)),
            FormParts.label(
                words.kind,
                FormParts.choice(
                    "kind", [("", words.all), ("credit", words.income), ("debit", words.spending)],
                    chosen: question.kind)),
            FormParts.label(
                words.category,
                .void(
                    "input",
                    [
                        "name": "category", "value": question.category, "list": "categories", "maxlength": "100",
                        "size": "12",
                    ]),
                .element("datalist", ["id": "categories"], categories.map { .void("option", ["value": $0]) })),
            FormParts.label(words.from, day("from", (question.month?.first ?? question.from)?.description ?? "")),
            FormParts.label(words.to, day("to", (question.month?.last ?? question.to)?.description ?? "")),
            .element("button", [:], "\(words.search)"),
            question == TransactionQuestion()
                ? .none : .element("a", ["href": PageFrame.Place.transactions.rawValue], "\(words.everything)"))
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
}
