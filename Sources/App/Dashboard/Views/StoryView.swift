import JSON

/// One transaction, or one alert about something else: how it came to be known, what rules made of it, and what became of each delivery.
struct StoryView {
    let reader: PageReader
    let session: PageSession
    /// As `explain` answers.
    let matter: JSONValue
    /// In which list it is.
    let place: PageFrame.Place

    private var words: any PageWords { reader.words }
    private var deliveries: [JSONValue] { matter.list("alerts").flatMap { $0.list("deliveries") } }

    var html: HTML {
        let row = matter["transaction"] ?? .null
        let told = deliveries.first?.text("text") ?? ""
        let title = row == .null ? (told.isEmpty ? words.alerts : told) : row.text("description")
        var parts: [HTML] =
            row == .null ? [] : [.element("p", ["class": "balance"], "\(reader.movement(row["amount"]))"), facts(row)]
        parts += [.element("h2", [:], "\(words.story)"), .element("ol", ["class": "story"], story(row))]
        let judged = matter.list("alerts").flatMap { $0.list("rules") }
        if !judged.isEmpty {
            parts += [
                .element("h2", [:], "\(reader.orders.rules)"), .element("ul", ["class": "rows"], judged.map(rule)),
            ]
        }
        if session.standing.isOfFamily {
            parts += [
                .element("h2", [:], "\(words.alerts)"),
                deliveries.isEmpty
                    ? .element("p", ["class": "muted"], "\(words.toldNobody)")
                    : .element("ul", ["class": "rows"], deliveries.map(delivery)),
            ]
        }
        parts.append(.element("p", ["class": "turning"], .element("a", ["href": place.rawValue], "\(words.back)")))
        return PageFrame(words: words, session: session, title: title).page(parts)
    }

    private func facts(_ row: JSONValue) -> HTML {
        let pairs: [(String, HTML)] = [
            (words.child, "\(row["child"]?.text("name") ?? "")"), (words.when, reader.time(row["at"])),
            (words.category, "\(row.text("category"))"), (words.balance, "\(reader.money(row["balance"]))"),
            (words.by, "\(row.text("by"))"),
        ]
        return .element(
            "dl", ["class": "facts"],
            pairs.filter { $0.1 != .none && $0.1 != "" }.map { name, value in
                .element("dt", [:], "\(name)") + .element("dd", [:], .element("bdi", [:], value))
            })
    }

    private func story(_ row: JSONValue) -> [HTML] {
        var steps: [HTML] = matter.list("hints").map { hint in
            reader.time(hint["receivedAt"]) + ": \(words.heard(hint.text("message"), hint.text("account")))"
        }
        let seen = row == .null ? matter.list("alerts").first?["at"] : matter["firstSeenAt"]
        steps.append("\(words.firstSeen(reader.moment(seen))). \(words.source(row.text("source")))")
        return steps.map { .element("li", [:], $0) }
    }

    /// What one of today's rules makes of it.
    private func rule(_ rule: JSONValue) -> HTML {
        let targets = rule.list("tells").map { if case .string(let name) = $0 { name } else { "" } }
        let verdict = rule["matches"] == true ? targets.joined(separator: ", ") : rule.text("why")
        return .element(
            "li", [:],
            .element(
                "p", [:], .element("strong", [:], "\(reader.orders.rule(rule.text("rule")))"), ": ",
                .element("bdi", [:], "\(verdict)")))
    }

    private func delivery(_ told: JSONValue) -> HTML {
        let row = told["delivery"] ?? .null
        let (state, next) = (row.text("state"), told["next"]?.text("sentence") ?? "")
        let attempts = told.list("attempts").map { attempt in
            HTML.element(
                "li", [:], reader.time(attempt["startedAt"]), ": ", .element("bdi", [:], "\(attempt.text("detail"))"))
        }
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], reader.time(row["updatedAt"]), ": ",
                    .element("strong", [:], .element("bdi", [:], "\(row.text("target"))")), " – ",
                    .element(
                        "span", ["class": "state \(state == "dead" || state == "inDoubt" ? "bad" : "")"],
                        "\(words.delivery(state))")),
                .element("p", [:], .element("bdi", [:], "\(told.text("text"))")),
                attempts.isEmpty ? .none : .element("ol", ["class": "story"], attempts),
                .element("p", ["class": "muted"], "\(next)")),
            .element("div", ["class": "buttons"], DeliveryButtons(reader: reader, session: session, row: row).html))
    }
}

/// What a person can do about a delivery.
struct DeliveryButtons {
    let reader: PageReader
    let session: PageSession
    let row: JSONValue

    var html: [HTML] {
        let (number, state) = ("\(row.count("number"))", row.text("state"))
        func form(_ order: String, _ button: String) -> HTML {
            PageForm(order: order, session: session, fields: ["number": number])
                .html(button: button, about: number, isQuiet: true)
        }
        let isOpen = ["queued", "inDoubt", "dead"].contains(state)
        return [
            isOpen || state == "skipped" ? form("retry", reader.words.retry) : .none,
            isOpen ? form("discard", reader.words.discard) : .none,
            state == "delivered" && row["seen"] == .null ? form("seen", reader.orders.seen) : .none,
        ]
    }
}
