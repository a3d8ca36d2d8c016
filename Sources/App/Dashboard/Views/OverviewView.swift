import JSON
import Store
import Values

/// What a parent looks at: each child with its money, what waits, and what happened last.
struct OverviewView {
    let reader: PageReader
    let session: PageSession
    let children: JSONValue
    let movements: JSONValue
    let completions: JSONValue
    let goals: JSONValue
    let settings: JSONValue
    let days: JSONValue
    let entries: JSONValue
    /// `nil` for whom it does not concern.
    let status: JSONValue?

    private var words: any PageWords { reader.words }
    private var present: [JSONValue] { children.elements.filter { $0["gone"] != true } }

    var html: HTML {
        let waiting = completions.list("records").filter(ChoresView.waits)
        var parts = status.map { [HealthView.sentence($0, reader)] } ?? []
        if !entries.elements.isEmpty {
            parts.append(
                .element(
                    "p", ["class": "mark"],
                    .element(
                        "a", ["href": PageFrame.Place.entries.rawValue],
                        "\(reader.orders.waiting(entries.elements.count))")))
        }
        parts.append(
            present.isEmpty
                ? .element("p", ["class": "muted"], "\(words.noChildren)")
                : .element("div", ["class": "cards"], present.map(card)))
        if !waiting.isEmpty {
            parts += [
                .element("h2", [:], "\(words.waitingChores)"),
                .element(
                    "ul", ["class": "rows"],
                    waiting.map { WaitingChore(reader: reader, session: session, done: $0).html }),
            ]
        }
        parts += [
            .element("h2", [:], "\(words.lastMovements)"),
            MovementTable(reader: reader, rows: Array(movements.elements.prefix(10)), hasBalance: false).html,
        ]
        return PageFrame(
            words: words, session: session, place: .overview, title: words.overview, news: news
        ).page(parts)
    }

    /// The last movement in words.
    private var news: String {
        movements.elements.first.map { row in
            "\(row["child"]?.text("firstName") ?? ""), \(reader.movement(row["amount"])), \(row.text("description"))"
        } ?? ""
    }

    private func of(_ child: JSONValue, _ rows: [JSONValue]) -> [JSONValue] {
        rows.filter { $0["child"]?.text("id") == child.text("id") }
    }

    private func card(_ child: JSONValue) -> HTML {
        let id = child.text("id")
        let isPending = reader.decimal(child["pending"]).map { !$0.isZero } ?? false
        var parts: [HTML] = [
            .element(
                "h2", [:],
                .element(
                    "a", ["href": PageAddress.with(["child": id], of: PageFrame.Place.transactions.rawValue)],
                    .element("bdi", [:], "\(child.text("firstName"))"))),
            .element("p", ["class": "balance"], "\(reader.money(child["shown"]))"),
            isPending
                ? .element("p", ["class": "mark"], "\(words.pending(reader.movement(child["pending"])))") : .none,
            .element("p", ["class": "muted"], "\(words.asOf(reader.moment(child["seenAt"])))"),
            BalanceLine(reader: reader, days: of(child, days.elements), name: child.text("firstName")).html,
        ]
        parts += of(child, settings.list("records")).map(allowance)
        let saving = of(child, goals.list("records")).filter { $0.text("state") == "active" }
        if !saving.isEmpty {
            parts.append(.element("h3", [:], "\(words.goals)"))
            parts.append(.element("ul", ["class": "goals"], saving.prefix(3).map(goal)))
        }
        parts.append(OrderLink(reader: reader, order: .transaction).html(child: id, about: child.text("firstName")))
        return .element("section", ["class": "card"], parts)
    }

    private func allowance(_ settings: JSONValue) -> HTML {
        guard let weekly = reader.decimal(settings["weeklyAllowance"]), !weekly.isZero else { return .none }
        let amount = reader.money(settings["weeklyAllowance"])
        let next = reader.moment(settings["nextAllowanceAt"])
        let sentence = next.isEmpty ? words.weeklyAllowance(amount) : words.nextAllowance(amount, next)
        return .element(
            "p", [:], "\(sentence) ",
            settings["paused"] == true ? .element("span", ["class": "mark"], "\(words.paused)") : .none)
            + (reader.standing.isOfFamily ? allowanceOrders(settings) : .none)
    }

    /// Folded up: they are needed twice a year.
    private func allowanceOrders(_ settings: JSONValue) -> HTML {
        let child = settings["child"] ?? .null
        let deeds: [RecordOrder.Deed] = [
            .setAllowance, settings["paused"] == true ? .resumeAllowance : .pauseAllowance, .changeSettings,
        ]
        return .element(
            "details", [:],
            .element(
                "summary", ["aria-label": "\(reader.orders.edit): \(child.text("firstName"))"], "\(reader.orders.edit)"),
            .element(
                "div", ["class": "buttons"],
                deeds.map {
                    OrderLink(reader: reader, order: .deed($0))
                        .html(child: child.text("id"), about: child.text("firstName"))
                }))
    }

    private func goal(_ goal: JSONValue) -> HTML {
        let (saved, target) = (goal.text("saved"), goal.text("target"))
        return .element(
            "li", [:], .element("bdi", [:], "\(goal.text("name"))"),
            .element(
                "progress",
                ["value": saved, "max": target, "aria-label": "\(words.goals): \(goal.text("name"))"], ""),
            .element("span", [:], "\(words.saved(reader.money(goal["saved"]), of: reader.money(goal["target"])))"))
    }
}
