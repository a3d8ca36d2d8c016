/// What the page's forms are made of.
enum FormParts {
    static func hidden(_ name: String, _ value: String) -> HTML {
        .void("input", ["type": "hidden", "name": name, "value": value])
    }

    /// What the form of an order carries, unseen.
    static func order(_ order: String, _ session: PageSession) -> [HTML] {
        [hidden("form", session.formToken), hidden("order", order), hidden("intent", session.answer)]
    }

    static func label(_ title: String, _ field: HTML...) -> HTML {
        .element("label", [:], [.element("span", [:], "\(title)")] + field)
    }

    /// - Parameter chosen: the value of one of the options; without such a one browsers choose the first.
    static func choice(
        _ name: String, _ options: [(value: String, title: String)], chosen: String = "", isRequired: Bool = false
    ) -> HTML {
        .element(
            "select", ["name": name, "required": isRequired ? "" : nil],
            options.map { value, title in
                .element("option", ["value": value, "selected": value == chosen ? "" : nil], "\(title)")
            })
    }
}
