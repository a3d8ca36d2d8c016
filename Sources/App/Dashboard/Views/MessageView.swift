/// One sentence and a way on: what an order came to, and what cannot be shown.
struct MessageView {
    let words: any PageWords
    var session: PageSession?
    let title: String
    let sentences: [String]
    /// Where it goes on; `nil` where it goes nowhere.
    var way: String?

    var html: HTML {
        PageFrame(words: words, session: session, title: title).page(
            sentences.map { .element("p", ["class": "message"], "\($0)") }
                + [
                    way.map { .element("p", ["class": "turning"], .element("a", ["href": $0], "\(words.back)")) }
                        ?? .none
                ])
    }
}

/// Leads on by itself: from a link that has signed the browser in, so that the address with its word does not stay; and from a page of
/// somebody else, since a browser shows what it keeps only to who is led on by the page itself.
struct LeadingView {
    let words: any PageWords
    /// An address of the page.
    var way = PageFrame.Place.overview.rawValue

    var html: HTML {
        HTML(markup: "<!DOCTYPE html>")
            + .element(
                "html", ["lang": words.code],
                .element(
                    "head", [:], .void("meta", ["charset": "utf-8"]),
                    .void("meta", ["http-equiv": "refresh", "content": "0;url=\(way)"]),
                    .element("title", [:], "PocketBell")),
                .element(
                    "body", [:],
                    .element("p", [:], .element("a", ["href": way], "\(words.overview)")))
            )
    }
}
