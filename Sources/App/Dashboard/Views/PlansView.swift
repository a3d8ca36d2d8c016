import JSON
import Store
import Values

/// What each child saves for, and what it wishes.
struct PlansView {
    let reader: PageReader
    let session: PageSession
    let children: JSONValue
    let goals: JSONValue
    let wishes: JSONValue

    private var words: any OrderWords { reader.orders }

    var html: HTML {
        let present = children.elements.filter { $0["gone"] != true }
        let isEmpty = goals.list("records").isEmpty && wishes.list("records").isEmpty
        return PageFrame(words: reader.words, session: session, place: .plans, title: words.plans).page(
            (isEmpty ? [.element("p", ["class": "muted"], "\(words.noPlans)")] : []) + present.map(section))
    }

    private func section(_ child: JSONValue) -> HTML {
        let id = child.text("id")
        func own(_ rows: JSONValue) -> [JSONValue] { rows.list("records").filter { $0["child"]?.text("id") == id } }
        let (goals, wishes) = (own(goals), own(wishes))
        return .element(
            "section", ["class": "card"],
            .element("h2", [:], .element("bdi", [:], "\(child.text("firstName"))")),
            .element("p", ["class": "balance"], "\(reader.money(child["shown"]))"),
            goals.isEmpty ? .none : .element("h3", [:], "\(reader.words.goals)"),
            .element("ul", ["class": "rows"], goals.map(goal)),
            OrderLink(reader: reader, order: .deed(.addGoal)).html(child: id, about: child.text("firstName")),
            wishes.isEmpty ? .none : .element("h3", [:], "\(words.wishes)"),
            .element("ul", ["class": "rows"], wishes.map { wish($0, of: child) }),
            OrderLink(reader: reader, order: .deed(.addWish)).html(child: id, about: child.text("firstName")))
    }

    private func goal(_ goal: JSONValue) -> HTML {
        let (id, name, state) = (goal.text("id"), goal.text("name"), goal.text("state"))
        let (isOpen, hasMoney) = (state == "active", reader.decimal(goal["saved"]).map { !$0.isZero } ?? false)
        return .element(
            "li", [:],
            .element(
                "div", ["class": "plan"],
                .element(
                    "p", [:], .element("bdi", [:], "\(name)"), " ",
                    isOpen ? .none : .element("span", ["class": "state"], "\(words.state(state))"), " ",
                    RecordMark(reader: reader, record: goal).html),
                .element(
                    "progress",
                    [
                        "value": goal.text("saved"), "max": goal.text("target"),
                        "aria-label": "\(reader.words.goals): \(name)",
                    ], ""),
                .element(
                    "p", [:],
                    "\(reader.words.saved(reader.money(goal["saved"]), of: reader.money(goal["target"])))"),
                details(goal, day: isOpen ? goal["due"] : .null)),
            buttons(
                id, name,
                (isOpen ? [.depositGoal] : []) + (isOpen && hasMoney ? [.withdrawGoal] : [])
                    + (isOpen ? [.editGoal] : []) + (state == "purchased" ? [] : [.removeGoal])))
    }

    private func wish(_ wish: JSONValue, of child: JSONValue) -> HTML {
        let (id, name) = (wish.text("id"), wish.text("name"))
        let isBought = wish["purchased"] == true
        return .element(
            "li", [:],
            .element(
                "div", ["class": "plan"],
                .element(
                    "p", [:], .element("bdi", [:], "\(name)"), " ",
                    .element("strong", [:], "\(reader.money(wish["price"]))"), " ",
                    isBought ? .element("span", ["class": "state"], "\(words.state("purchased"))") : .none, " ",
                    RecordMark(reader: reader, record: wish).html),
                isBought ? .none : standing(wish, of: child), details(wish, day: .null)),
            buttons(id, name, isBought ? [.removeWish] : [.buyWish, .editWish, .removeWish]))
    }

    /// Whether there is enough money for it.
    private func standing(_ wish: JSONValue, of child: JSONValue) -> HTML {
        guard let price = reader.decimal(wish["price"]), let balance = reader.decimal(child["shown"]) else {
            return .none
        }
        guard balance < price else { return .element("p", ["class": "well"], "\(words.affordable)") }
        return .element("p", ["class": "muted"], "\(words.missing(reader.written(price.subtracting(balance))))")
    }

    private func details(_ record: JSONValue, day: JSONValue?) -> HTML {
        let texts = [record.text("description"), record.text("notes")].filter { !$0.isEmpty }
        let (due, link) = (reader.day(day), record.text("link"))
        // A link that people have typed leads out of the family: it is followed without saying from where, and only where it is one of the web.
        let isOfWeb = link.hasPrefix("https://") || link.hasPrefix("http://")
        return .element(
            "p", ["class": "muted"],
            .element("bdi", [:], "\(texts.joined(separator: " · "))"), " ", due.isEmpty ? .none : "\(words.due(due))",
            " ",
            isOfWeb
                ? .element(
                    "a", ["href": link, "rel": "noreferrer noopener nofollow", "target": "_blank"], "\(words.link)")
                : .none)
    }

    /// What can be ordered of it; nothing of what the server does not have yet.
    private func buttons(_ id: String, _ name: String, _ deeds: [RecordOrder.Deed]) -> HTML {
        guard !id.isEmpty else { return .none }
        return .element(
            "div", ["class": "buttons"],
            deeds.map { OrderLink(reader: reader, order: .deed($0)).html(record: id, about: name) })
    }
}
