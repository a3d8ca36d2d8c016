import JSON
import Store

/// The copies of the store that lie in the state folder, each to be taken up, with a button that makes one.
struct CopyList {
    let reader: PageReader
    let session: PageSession
    /// As `copies` answers.
    let copies: [JSONValue]

    private var words: any PageWords { reader.words }

    var html: HTML {
        .element("h2", [:], "\(words.copies)")
            + .element("p", ["class": "muted"], "\(words.copiesKept(KeptCopies.limit))")
            + .element("ul", ["class": "rows"], copies.map(line))
            + .element(
                "p", [:], PageForm(order: "make-copy", session: session).html(button: words.makeCopy, isQuiet: true))
    }

    /// What it means to take one up stands before the button, folded up with it.
    private func line(_ copy: JSONValue) -> HTML {
        let (name, moment) = (copy.text("name"), reader.moment(copy["writtenAt"]))
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element("p", [:], reader.time(copy["writtenAt"]), " · \(StoreRoom.size(copy.count("bytes")))"),
                .element("p", ["class": "muted"], .element("bdi", [:], "\(name)"))),
            .element(
                "details", [:], .element("summary", ["aria-label": "\(words.takeUp): \(moment)"], "\(words.takeUp)"),
                .element("p", [:], "\(words.takingUp)"),
                PageForm(order: "restore-copy", session: session, fields: ["copy": name])
                    .html(button: words.takeUp, about: moment)))
    }
}
