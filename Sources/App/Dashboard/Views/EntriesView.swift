import Control
import JSON
import Store

/// What was entered here and is not on the server yet, and what two people have changed at once.
struct EntriesView {
    let reader: PageReader
    let session: PageSession
    let entries: JSONValue
    let conflicts: JSONValue

    private var words: any OrderWords { reader.orders }

    var html: HTML {
        var parts: [HTML] = []
        if !conflicts.elements.isEmpty {
            parts += [
                .element("h2", [:], "\(words.conflicts)"),
                .element("ul", ["class": "rows"], conflicts.elements.map(conflict)),
            ]
        }
        parts.append(
            entries.elements.isEmpty
                ? .element("p", ["class": "muted"], "\(words.noEntries)")
                : .element("ul", ["class": "rows"], entries.elements.map(entry)))
        return PageFrame(words: reader.words, session: session, place: .entries, title: words.entries).page(parts)
    }

    private func entry(_ entry: JSONValue) -> HTML {
        let (id, state, about) = (entry.text("intent"), entry.text("state"), entry.text("description"))
        let order = FilledOrder(entry.text("order"))
        let amount = order == .transaction ? reader.movement(entry["amount"]) : reader.money(entry["amount"])
        // With servers and commands: for those who can do something about it.
        let reasons =
            session.standing.isOfFamily
            ? [entry.text("reason"), entry.text("nextStep")].filter { !$0.isEmpty } : []
        func button(_ order: String, _ title: String) -> HTML {
            PageForm(order: "\(order)-entry", session: session, fields: ["entry": id])
                .html(button: title, about: about, isQuiet: true)
        }
        let waits = state == "accepted" || state == "unknown" || state == "parked"
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], .element("bdi", [:], "\(entry["child"]?.text("firstName") ?? "")"), " ",
                    order.map { "\(words.order($0))" } ?? .none, ": ", .element("bdi", [:], "\(about)"), " ",
                    .element("strong", [:], "\(amount)"), " ",
                    .element("span", ["class": "state \(state == "parked" ? "bad" : "")"], "\(words.entry(state))")),
                .element(
                    "p", ["class": "muted"],
                    "\(words.entered(reader.moment(entry["acceptedAt"]))) \(entry.text("account"))"),
                reasons.isEmpty ? .none : .element("p", ["class": "muted"], "\(reasons.joined(separator: " · "))")),
            !waits || !session.standing.isOfFamily
                ? .none
                : .element(
                    "div", ["class": "buttons"], button("retry", reader.words.retry),
                    order.map { edit($0, id, about) } ?? .none, button("discard", reader.words.discard)))
    }

    private func edit(_ order: FilledOrder, _ id: String, _ about: String) -> HTML {
        guard !order.fields.isEmpty else { return .none }
        return .element(
            "a",
            [
                "class": "order", "href": PageAddress.with(["entry": id], of: "\(FilledOrder.path)\(order.word)"),
                "aria-label": "\(words.edit): \(about)",
            ], "\(words.edit)")
    }

    private func conflict(_ row: JSONValue) -> HTML {
        let number = "\(row.count("conflict"))"
        func choice(_ keep: String, _ title: String) -> HTML {
            PageForm(order: "resolve", session: session, fields: ["conflict": number, "keep": keep])
                .html(button: title, about: row.text("title"), isQuiet: keep == "server")
        }
        let versions = [(words.before, "before"), (words.mine, "mine"), (words.onServer, "server")]
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], .element("bdi", [:], "\(row["child"]?.text("firstName") ?? "")"), ": ",
                    .element("bdi", [:], "\(row.text("title"))"), ", \(words.field(row.text("field")))"),
                .element(
                    "dl", ["class": "facts"],
                    versions.map { title, name in
                        .element("dt", [:], "\(title)") + .element("dd", [:], .element("bdi", [:], said(row[name])))
                    })),
            .element(
                "div", ["class": "buttons"], choice("mine", words.keepMine), choice("server", words.keepServer)))
    }

    private func said(_ value: JSONValue?) -> HTML {
        switch value {
        case .string(let text)?: "\(text)"
        case .bool(let flag)?: "\(words.choice(flag ? "yes" : "no"))"
        case .number(let number)?: "\(number.text)"
        default: "\(words.nothing)"
        }
    }
}
