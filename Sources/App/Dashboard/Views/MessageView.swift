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

/// Leads on from a link that has signed the browser in, so that the address with its word does not stay.
struct SignedInView {
    let words: any PageWords

    var html: HTML {
        HTML(markup: "<!DOCTYPE html>")
            + .element(
                "html", ["lang": words.code],
                .element(
                    "head", [:], .void("meta", ["charset": "utf-8"]),
                    .void("meta", ["http-equiv": "refresh", "content": "0;url=\(PageFrame.Place.overview.rawValue)"]),
                    .element("title", [:], "PocketBell")),
                .element(
                    "body", [:],
                    .element("p", [:], .element("a", ["href": PageFrame.Place.overview.rawValue], "\(words.overview)")))
            )
    }
}
