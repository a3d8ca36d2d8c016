import JSON
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
    let status: JSONValue

    private var words: any PageWords { reader.words }
    private var present: [JSONValue] { children.elements.filter { $0["gone"] != true } }

    var html: HTML {
        let waiting = completions.list("records").filter { $0.text("state") == "pendingApproval" }
        var parts = [HealthView.sentence(status, reader)]
        parts.append(
            present.isEmpty
                ? .element("p", ["class": "muted"], "\(words.noChildren)")
                : .element("div", ["class": "cards"], present.map(card)))
        if !waiting.isEmpty {
            parts += [
                .element("h2", [:], "\(words.waitingChores)"),
                .element("ul", ["class": "rows"], waiting.map(chore)),
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
        let isPending = !["", "0", "0.00"].contains(child.text("pending"))
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
        return .element("section", ["class": "card"], parts)
    }

    private func allowance(_ settings: JSONValue) -> HTML {
        guard let weekly = reader.decimal(settings["weeklyAllowance"]), !weekly.isZero else { return .none }
        let amount = reader.money(settings["weeklyAllowance"])
        let next = reader.moment(settings["nextAllowanceAt"])
        let sentence = next.isEmpty ? words.weeklyAllowance(amount) : words.nextAllowance(amount, next)
        return .element(
            "p", [:], "\(sentence)",
            settings["paused"] == true ? .element("span", ["class": "mark"], "\(words.paused)") : .none)
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

    private func chore(_ done: JSONValue) -> HTML {
        let (id, title) = (done.text("id"), done.text("title"))
        let name = done["child"]?.text("firstName") ?? ""
        func form(_ order: String, _ button: String, isQuiet: Bool) -> HTML {
            PageForm(order: order, session: session, fields: ["record": id, "intent": PageForm.newID()])
                .html(button: button, about: "\(name), \(title)", isQuiet: isQuiet)
        }
        return .element(
            "li", [:],
            .element(
                "p", [:], .element("bdi", [:], "\(name)"), ": ", .element("bdi", [:], "\(title)"), " ",
                .element("strong", [:], "\(reader.money(done["reward"]))"), " ",
                .element(
                    "span", ["class": "muted"], reader.time(done["doneAt"]), " ",
                    .element("bdi", [:], "\(done.text("notes"))"))),
            done["intent"] == .null || done["intent"] == nil
                ? .element(
                    "div", ["class": "buttons"], form("approve", words.approve, isQuiet: false),
                    form("reject", words.reject, isQuiet: true))
                : .element("span", ["class": "mark"], "\(words.notYetOnServer)"))
    }
}
