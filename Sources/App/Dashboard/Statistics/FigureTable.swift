import Values

/// A picture's figures as a table, the first column a head of its row.
struct FigureTable {
    let heads: [String]
    let rows: [[String]]
    /// How many columns at the left are words; the others are numbers.
    var wordColumns = 1

    var html: HTML {
        func kind(_ column: Int) -> String? { column < wordColumns ? nil : "number" }
        let head = heads.enumerated().map { column, text in
            text.isEmpty
                ? HTML.element("td", [:], "")
                : .element("th", ["scope": "col", "class": kind(column)], .element("bdi", [:], "\(text)"))
        }
        let body = rows.map { row in
            HTML.element(
                "tr", [:],
                row.enumerated().map { column, text in
                    column == 0
                        ? .element("th", ["scope": "row"], .element("bdi", [:], "\(text)"))
                        : .element("td", ["class": kind(column), "data-head": heads[column]], "\(text)")
                })
        }
        return .element(
            "table", [:], .element("thead", [:], .element("tr", [:], head)), .element("tbody", [:], body))
    }
}

/// A drawing under its heading, and, to be opened below it, its figures.
struct Figure {
    let reader: PageReader
    let title: String
    var remark = ""
    let drawing: HTML
    let table: FigureTable

    var html: HTML {
        .element(
            "section", ["class": "figure"], .element("h2", [:], .element("bdi", [:], "\(title)")),
            remark.isEmpty ? .none : .element("p", ["class": "muted"], "\(remark)"),
            drawing,
            .element(
                "details", [:],
                .element(
                    "summary", ["aria-label": "\(reader.words.figures.asTable): \(title)"],
                    "\(reader.words.figures.asTable)"),
                .element(
                    "div",
                    [
                        "class": "wide", "tabindex": "0", "role": "region",
                        "aria-label": "\(title): \(reader.words.figures.asTable)",
                    ], table.html)))
    }
}
