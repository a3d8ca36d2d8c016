import JSON

/// How it goes: one sentence, every problem with its next step, who is watched, and where alerts go.
struct HealthView {
    let reader: PageReader
    let session: PageSession
    let status: JSONValue
    let children: JSONValue
    let browsers: JSONValue
    let tokens: JSONValue
    let copies: JSONValue

    private var words: any PageWords { reader.words }

    var html: HTML {
        PageFrame(words: words, session: session, place: .health, title: words.health).page([
            Self.sentence(status, reader), problems,
            .element("h2", [:], "\(words.accounts)"), accounts,
            AccountForms(reader: reader, session: session).html, button("look-now", reader.orders.lookNow),
            .element("h2", [:], "\(words.targets)"), targets,
            status.list("targets").isEmpty ? .none : button("drill", reader.orders.drill), silences,
            TokenList(
                reader: reader, session: session, tokens: tokens.elements, targets: status.list("targets"),
                children: children.elements
            ).html,
            BrowserList(reader: reader, session: session, browsers: browsers.elements).html,
            CopyList(reader: reader, session: session, copies: copies.elements).html, kept,
            .element(
                "p", ["class": "muted turning"],
                "\(words.running(status.text("version"), since: reader.moment(status["startedAt"])))"),
        ])
    }

    /// Whether all is well, in one sentence that leads to the rest.
    static func sentence(_ status: JSONValue, _ reader: PageReader) -> HTML {
        let problems = status.list("problems").filter { $0.text("severity") != "remark" }
        guard !problems.isEmpty else { return .element("p", ["class": "well"], "\(reader.words.healthy)") }
        return .element(
            "p", ["class": "unwell"],
            .element("a", ["href": PageFrame.Place.health.rawValue], "\(reader.words.problems(problems.count))"))
    }

    private var problems: HTML {
        let list = status.list("problems")
        guard !list.isEmpty else { return .none }
        return .element(
            "ul", ["class": "rows"],
            list.map { problem in
                let step = problem.text("nextStep")
                return .element(
                    "li", [:], .element("p", [:], "\(problem.text("sentence"))"),
                    step.isEmpty ? .none : .element("p", ["class": "muted"], "\(step)"))
            })
    }

    private var accounts: HTML {
        .element(
            "ul", ["class": "rows"],
            status.list("accounts").map { account in
                let state = account.text("state")
                return .element(
                    "li", [:],
                    .element(
                        "div", [:],
                        .element(
                            "p", [:], .element("strong", [:], .element("bdi", [:], "\(account.text("name"))")), " ",
                            .element(
                                "span", ["class": "state \(["live", "polling"].contains(state) ? "" : "bad")"],
                                "\(words.standing(state))")),
                        .element(
                            "p", ["class": "muted"], "\(account.text("server")) · \(words.lastScan): ",
                            reader.time(account["lastScan"]),
                            "\(account.text("reason").isEmpty ? "" : " · \(account.text("reason"))")")),
                    AccountForms(reader: reader, session: session, name: account.text("name")).html)
            })
    }

    private var targets: HTML {
        .element(
            "ul", ["class": "rows"],
            status.list("targets").map { target in
                let (name, state, reason) = (target.text("name"), target.text("state"), target.text("reason"))
                let counts = ["queued", "inDoubt", "delivered", "dead"].filter { target.count($0) > 0 }
                    .map { "\(words.delivery($0)): \(target.count($0))" }
                return .element(
                    "li", [:],
                    .element(
                        "div", [:],
                        .element(
                            "p", [:], .element("strong", [:], .element("bdi", [:], "\(name)")),
                            " \(target.text("kind")) ",
                            .element(
                                "span", ["class": "state \(state == "working" ? "" : "bad")"],
                                "\(words.standing(state))")),
                        .element(
                            "p", ["class": "muted"],
                            "\((counts + (reason.isEmpty ? [] : [reason])).joined(separator: " · "))")),
                    state == "notConfigured"
                        ? .none
                        : PageForm(order: "test", session: session, fields: ["target": name])
                            .html(button: words.test, about: name, isQuiet: true))
            })
    }

    private func button(_ order: String, _ title: String) -> HTML {
        .element("p", [:], PageForm(order: order, session: session).html(button: title, isQuiet: true))
    }

    private var kept: HTML {
        .element("h2", [:], "\(words.kept)") + button("purge", words.forgetOld)
            + .element(
                "details", [:], .element("summary", [:], "\(words.beginAnew)"),
                .element("p", [:], "\(words.beginningAnew)"), button("clear", words.beginAnew))
    }

    private var silences: HTML {
        SilenceList(
            reader: reader, session: session, silences: status.list("silences"), children: children.elements,
            targets: status.list("targets")
        ).html
    }
}
