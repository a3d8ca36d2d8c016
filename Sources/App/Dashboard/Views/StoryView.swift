import JSON

/// One transaction, and how it came to be known and told.
struct StoryView {
    let reader: PageReader
    let session: PageSession
    /// As `explain` answers.
    let matter: JSONValue

    private var words: any PageWords { reader.words }

    var html: HTML {
        let row = matter["transaction"] ?? .null
        return PageFrame(words: words, session: session, title: row.text("description")).page([
            .element("p", ["class": "balance"], "\(reader.movement(row["amount"]))"), facts(row),
            .element("h2", [:], "\(words.story)"), story(row),
            .element(
                "p", ["class": "turning"],
                .element("a", ["href": PageFrame.Place.transactions.rawValue], "\(words.back)")),
        ])
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

    private func story(_ row: JSONValue) -> HTML {
        var steps: [HTML] = matter.list("hints").map { hint in
            reader.time(hint["receivedAt"]) + ": \(words.heard(hint.text("message"), hint.text("account")))"
        }
        steps.append("\(words.firstSeen(reader.moment(matter["firstSeenAt"]))). \(words.source(row.text("source")))")
        let deliveries = matter.list("alerts").flatMap { $0.list("deliveries") }
        steps += deliveries.map { told in
            let delivery = told["delivery"] ?? .null
            let reason = delivery.text("detail")
            return reader.time(delivery["updatedAt"])
                + ": \(delivery.text("target")) – \(words.delivery(delivery.text("state")))\(reason.isEmpty ? "" : " (\(reason))")"
        }
        if deliveries.isEmpty { steps.append("\(words.toldNobody)") }
        return .element("ol", ["class": "story"], steps.map { .element("li", [:], $0) })
    }
}
