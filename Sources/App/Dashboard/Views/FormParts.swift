/// What the page's forms are made of.
enum FormParts {
    static func hidden(_ name: String, _ value: String) -> HTML {
        .void("input", ["type": "hidden", "name": name, "value": value])
    }

    /// What the form of an order carries, unseen.
    ///
    /// - Parameter id: the order's own; without one it is one of the page's, which are told apart by what else their forms carry.
    static func order(_ order: String, _ session: PageSession, id: String? = nil) -> [HTML] {
        [hidden("form", session.formToken), hidden("order", order), hidden("intent", id ?? session.answer)]
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
