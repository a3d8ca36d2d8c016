import JSON
import Store

/// Chores: what waits for a parent, with its photo; what there is to do; and what was done.
struct ChoresView {
    let reader: PageReader
    let session: PageSession
    let chores: JSONValue
    let completions: JSONValue

    /// What was done is shown so far back; the rest: `pocketbell chores history`.
    private static let most = 30

    private var words: any OrderWords { reader.orders }

    var html: HTML {
        let done = completions.list("records")
        let waiting = done.filter(Self.waits)
        let past = done.filter { !Self.waits($0) }
        let open = chores.list("records")
        var parts: [HTML] = []
        if !waiting.isEmpty {
            parts += [
                .element("h2", [:], "\(reader.words.waitingChores)"),
                .element(
                    "ul", ["class": "rows"],
                    waiting.map { WaitingChore(reader: reader, session: session, done: $0).html }),
            ]
        }
        parts += [
            .element("h2", [:], "\(words.chores)"),
            open.isEmpty
                ? .element("p", ["class": "muted"], "\(words.noChores)")
                : .element("ul", ["class": "rows"], open.map(chore)),
            OrderLink(reader: reader, order: .deed(.addChore)).html(),
        ]
        if !past.isEmpty {
            parts += [
                .element("h2", [:], "\(words.history)"),
                .element("ul", ["class": "rows"], past.prefix(Self.most).map(history)),
            ]
        }
        return PageFrame(
            words: reader.words, session: session, place: .chores, title: words.chores,
            news: waiting.first.map { "\($0["child"]?.text("firstName") ?? ""), \($0.text("title"))" } ?? ""
        ).page(parts)
    }

    /// Whether a parent has to say something.
    static func waits(_ done: JSONValue) -> Bool { done.text("state") == "pendingApproval" }

    private func chore(_ chore: JSONValue) -> HTML {
        let (id, title) = (chore.text("id"), chore.text("title"))
        let times = chore.count("completions")
        let often = [chore.text("recurrence"), times == 0 ? "" : words.doneTimes(times)].filter { !$0.isEmpty }
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], .element("bdi", [:], "\(chore["child"]?.text("firstName") ?? "")"), ": ",
                    .element("bdi", [:], "\(title)"), " ", .element("strong", [:], "\(reader.money(chore["reward"]))"),
                    " ", RecordMark(reader: reader, record: chore).html),
                .element("p", ["class": "muted"], .element("bdi", [:], "\(chore.text("description"))")),
                .element("p", ["class": "muted"], "\(often.joined(separator: " · "))")),
            id.isEmpty ? .none : OrderLink(reader: reader, order: .deed(.doneChore)).html(record: id, about: title))
    }

    private func history(_ done: JSONValue) -> HTML {
        let state = done.text("state")
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], reader.time(done["doneAt"]), " ",
                    .element("bdi", [:], "\(done["child"]?.text("firstName") ?? "")"), ": ",
                    .element("bdi", [:], "\(done.text("title"))"), " ", "\(reader.money(done["reward"]))", " ",
                    .element("span", ["class": "state \(state == "rejected" ? "bad" : "")"], "\(words.state(state))")),
                .element("p", ["class": "muted"], .element("bdi", [:], "\(done.text("rejection"))"))),
            ChorePhoto(reader: reader, done: done).html)
    }
}

/// A chore that somebody has done and a parent has to say something of.
struct WaitingChore {
    let reader: PageReader
    let session: PageSession
    let done: JSONValue

    var html: HTML {
        let (id, title) = (done.text("id"), done.text("title"))
        let name = done["child"]?.text("firstName") ?? ""
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], .element("bdi", [:], "\(name)"), ": ", .element("bdi", [:], "\(title)"), " ",
                    .element("strong", [:], "\(reader.money(done["reward"]))"), " ",
                    .element("span", ["class": "muted"], reader.time(done["doneAt"]))),
                .element("p", ["class": "muted"], .element("bdi", [:], "\(done.text("notes"))")),
                ChorePhoto(reader: reader, done: done).html),
            // What was decided here and the server does not know yet is no question any more.
            done.text("intent").isEmpty
                ? .element(
                    "div", ["class": "buttons"],
                    PageForm(
                        order: FilledOrder.deed(.approveChore).word, session: session, id: PageSession.newID(),
                        fields: ["record": id]
                    )
                    .html(button: reader.words.approve, about: "\(name), \(title)"),
                    OrderLink(reader: reader, order: .deed(.rejectChore)).html(record: id, about: "\(name), \(title)"))
                : .element("span", ["class": "mark"], "\(reader.words.notYetOnServer)"))
    }
}

/// The photo of something that was done, as large as it was sent behind a link.
struct ChorePhoto {
    let reader: PageReader
    let done: JSONValue

    /// Where it is, by the id of what was done.
    static func address(of id: String) -> String {
        "\(PageFrame.Place.chores.rawValue)/\(PageAddress.encoded(id))/photo"
    }

    var html: HTML {
        let id = done.text("id")
        guard !done.text("photo").isEmpty, !id.isEmpty else { return .none }
        let address = Self.address(of: id)
        let words = reader.orders.photo(done["child"]?.text("firstName") ?? "", done.text("title"))
        return .element(
            "a", ["class": "photo", "href": address],
            .void("img", ["src": address, "alt": words, "loading": "lazy", "width": "160", "height": "120"]))
    }
}

/// Beside a record: that an order about it is still on its way.
struct RecordMark {
    let reader: PageReader
    let record: JSONValue

    var html: HTML {
        record.text("intent").isEmpty
            ? .none : .element("span", ["class": "mark"], "\(reader.words.notYetOnServer)")
    }
}
