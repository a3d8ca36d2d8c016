/// The form once more, of an order that more than one parent could give: by whose account it is given.
struct AccountChoiceView {
    let words: any PageWords
    let session: PageSession
    let isApproval: Bool
    let record: String
    /// The order's id, as it was sent: choosing twice is ordering once.
    let intent: String
    let accounts: [String]

    var html: HTML {
        let again = PageForm(
            order: isApproval ? "approve" : "reject", session: session, fields: ["record": record, "intent": intent],
            choice: choice)
        let way = PageFrame.Place.overview.rawValue
        return PageFrame(words: words, session: session, title: words.notDone).page([
            .element("p", ["class": "message"], "\(words.severalParents)"),
            again.html(button: isApproval ? words.approve : words.reject),
            .element("p", ["class": "turning"], .element("a", ["href": way], "\(words.back)")),
        ])
    }

    private var choice: HTML {
        .element(
            "label", [:], "\(words.account) ",
            .element(
                "select", ["name": "account", "required": ""],
                accounts.map { .element("option", ["value": $0], "\($0)") }),
            " ")
    }
}
