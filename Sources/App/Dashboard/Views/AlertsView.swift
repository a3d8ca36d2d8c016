import JSON

/// What was told to whom, and what waits; with what a person can do about it.
struct AlertsView {
    let reader: PageReader
    let session: PageSession
    let deliveries: JSONValue
    /// The state that is looked at; empty for all.
    let state: String
    /// What the family server tells its logins, the newest first.
    let notices: [JSONValue]

    private var words: any PageWords { reader.words }

    private static let states = ["queued", "inDoubt", "delivered", "dead", "skipped", "discarded"]

    var html: HTML {
        PageFrame(words: words, session: session, place: .alerts, title: words.alerts).page([filter, table, told])
    }

    /// Of those as many as anybody reads.
    private static let most = 30

    private var told: HTML {
        guard !notices.isEmpty else { return .none }
        return .element("h2", [:], "\(words.notices)")
            + .element("ul", ["class": "rows"], notices.prefix(Self.most).map(notice))
    }

    private func notice(_ notice: JSONValue) -> HTML {
        let title = notice.text("title")
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], .element("strong", [:], .element("bdi", [:], "\(title)")), " ", reader.time(notice["at"])),
                .element("p", [:], .element("bdi", [:], "\(notice.text("body"))"))),
            notice["read"] == true
                ? .none
                : PageForm(order: "read-notice", session: session, fields: ["notice": notice.text("id")])
                    .html(button: words.markAsRead, about: title, isQuiet: true))
    }

    private var filter: HTML {
        .element(
            "nav", ["class": "filter", "aria-label": words.state],
            .element(
                "ul", [:],
                ([""] + Self.states).map { state in
                    .element(
                        "li", [:],
                        .element(
                            "a",
                            [
                                "href": PageAddress.with(["state": state], of: PageFrame.Place.alerts.rawValue),
                                "aria-current": state == self.state ? "true" : nil,
                            ], "\(state.isEmpty ? words.all : words.delivery(state))"))
                }))
    }

    private var table: HTML {
        guard !deliveries.elements.isEmpty else { return .element("p", ["class": "muted"], "\(words.noAlerts)") }
        let heads = [words.when, words.target, words.about, words.state].map {
            HTML.element("th", ["scope": "col"], "\($0)")
        }
        return .element(
            "div", ["class": "wide", "tabindex": "0", "role": "region", "aria-label": words.alerts],
            .element(
                "table", [:],
                .element("thead", [:], .element("tr", [:], heads + [.element("td", [:], "")])),
                .element("tbody", [:], deliveries.elements.map(line))))
    }

    private func line(_ row: JSONValue) -> HTML {
        let state = row.text("state")
        let detail = row.text("detail")
        return .element(
            "tr", [:],
            .element("td", ["class": "when"], reader.time(row["at"] == .null ? row["createdAt"] : row["at"])),
            .element("td", [:], .element("bdi", [:], "\(row.text("target"))")),
            .element("td", ["class": "what"], about(row)),
            .element(
                "td", [:],
                .element(
                    "span", ["class": "state \(state == "dead" || state == "inDoubt" ? "bad" : "")"],
                    "\(words.delivery(state))"),
                detail.isEmpty ? .none : .element("span", ["class": "muted"], " \(detail)")),
            .element("td", ["class": "buttons"], DeliveryButtons(reader: reader, session: session, row: row).html))
    }

    private func about(_ row: JSONValue) -> HTML {
        let notice = row["notice"]?.text("sentence") ?? ""
        let name = row["child"]?.text("firstName") ?? ""
        let parts = [name, reader.movement(row["amount"]), row.text("description"), notice].filter { !$0.isEmpty }
        return .element(
            "a", ["href": "\(PageFrame.Place.alerts.rawValue)/\(row.count("number"))"],
            .element("bdi", [:], "\(parts.isEmpty ? row.text("event") : parts.joined(separator: " · "))"))
    }
}
