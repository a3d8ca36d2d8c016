/// What stands around every view: head, navigation, and a place in which news is said to those who cannot see it.
struct PageFrame {
    /// Where the navigation leads.
    enum Place: String, CaseIterable {
        case overview = "/"
        case transactions = "/transactions"
        case chores = "/chores"
        case plans = "/plans"
        case statistics = "/statistics"
        case entries = "/entries"
        case alerts = "/alerts"
        case health = "/health"

        func title(_ words: any PageWords) -> String {
            switch self {
            case .overview: words.overview
            case .transactions: words.transactions
            case .chores: words.orders.chores
            case .plans: words.orders.plans
            case .statistics: words.statistics
            case .entries: words.orders.entries
            case .alerts: words.alerts
            case .health: words.health
            }
        }
    }

    let words: any PageWords
    /// `nil` where nobody is signed in: then there is nowhere to go.
    let session: PageSession?
    /// Where this is; `nil` of what is none of these.
    var place: Place?
    let title: String
    /// What has happened last, for those who hear the page: it is said when it becomes another.
    var news = ""
    /// Whether there are pictures for the script that draws.
    var hasPlots = false

    func page(_ content: [HTML]) -> HTML {
        HTML(markup: "<!DOCTYPE html>")
            + .element(
                "html", ["lang": words.code], head,
                .element(
                    "body", ["data-live": "/live", "data-worker": PageFile.workerAddress],
                    .element("a", ["class": "skip", "href": "#content"], "\(words.toContent)"),
                    session.map(navigation) ?? .none,
                    .element(
                        "main", ["id": "content", "tabindex": "-1", "data-news": news],
                        [.element("h1", [:], "\(title)")] + content),
                    .element("p", ["id": "news", "class": "unseen", "role": "status"], ""),
                    .element(
                        "p", ["id": "cut", "class": "cut", "role": "alert", "hidden": ""], "\(words.connectionLost)")
                ))
    }

    private var head: HTML {
        .element(
            "head", [:],
            [
                .void("meta", ["charset": "utf-8"]),
                .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .void("meta", ["name": "color-scheme", "content": "light dark"]),
                .void("meta", ["name": "referrer", "content": "same-origin"]),
                .element("title", [:], "\(title) · PocketBell"),
                .void("link", ["rel": "icon", "href": PageFile.icon.address, "type": "image/svg+xml"]),
                .void("link", ["rel": "apple-touch-icon", "href": PageFile.picture.address]),
                .void("link", ["rel": "manifest", "href": PageFile.manifestAddress]),
                .void("link", ["rel": "stylesheet", "href": PageFile.style.address]),
            ] + scripts.map { .element("script", ["src": $0.address, "defer": ""], "") })
    }

    private var scripts: [PageFile] {
        guard session != nil else { return [] }
        return hasPlots ? [.script, .charts, .plots] : [.script]
    }

    private func navigation(_ session: PageSession) -> HTML {
        .element(
            "header", [:],
            .element("p", ["class": "name"], "PocketBell"),
            .element(
                "nav", [:],
                .element(
                    "ul", [:],
                    session.standing.places.map { place in
                        .element(
                            "li", [:],
                            .element(
                                "a", ["href": place.rawValue, "aria-current": place == self.place ? "page" : nil],
                                "\(place.title(words))"))
                    })),
            PageForm(order: PageForm.signOut, session: session)
                .html(button: words.signOut, about: session.name.isEmpty ? nil : session.name, isQuiet: true))
    }
}

extension PageStanding {
    /// Where the navigation leads.
    var places: [PageFrame.Place] {
        isOfFamily ? PageFrame.Place.allCases : [.overview, .transactions, .chores, .plans, .statistics, .entries]
    }
}

/// A form of one button: every order that the page can give.
struct PageForm {
    /// What is to be done: a word that ``PageOrders`` knows.
    let order: String
    let session: PageSession
    /// The order's own id, where the program keeps it by one.
    var id: String?
    var fields: KeyValuePairs<StaticString, String> = [:]
    /// What a person chooses before the button.
    var choice = HTML.none

    /// What everybody may who is signed in.
    static let signOut = "sign-out"

    /// - Parameter subject: what the button is about, for those who hear it without what stands around it.
    /// - Returns: nothing where whoever is signed in may not do it.
    func html(button: String, about subject: String? = nil, isQuiet: Bool = false) -> HTML {
        guard session.standing.isOfFamily || order == Self.signOut else { return .none }
        return .element(
            "form", ["method": "post", "action": "/orders"],
            FormParts.order(order, session, id: id) + fields.map { FormParts.hidden("\($0.key)", $0.value) } + [
                choice,
                .element(
                    "button", ["class": isQuiet ? "quiet" : nil, "aria-label": subject.map { "\(button): \($0)" }],
                    "\(button)"),
            ])
    }
}
