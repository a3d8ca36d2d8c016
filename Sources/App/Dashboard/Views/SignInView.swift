import JSON
import Values

/// Where somebody signs in: with the family server's account, or by the command that whoever has this machine can type.
struct SignInView {
    let words: any PageWords
    /// The page's own address for it.
    static let path = "/sign-in"

    /// Servers to choose from.
    let origins: [String]
    /// What is typed on the machine.
    let command: String
    var email = ""
    var origin = ""
    /// Where it goes on, as the page has it.
    var way = "/"
    /// Why it was not done.
    var refusal = ""

    var html: HTML {
        var parts: [HTML] = []
        if !refusal.isEmpty {
            parts.append(.element("div", ["role": "alert"], .element("p", ["class": "bad"], "\(refusal)")))
        }
        if !origins.isEmpty {
            parts += [.element("p", [:], "\(words.signInIntroduction)"), form]
        }
        parts.append(.element("p", ["class": "muted"], "\(words.signInHint(command))"))
        return PageFrame(words: words, session: nil, title: origins.isEmpty ? words.signedOut : words.signIn).page(
            parts)
    }

    private var form: HTML {
        var fields: [HTML] = [FormParts.hidden("way", way)]
        if origins.count > 1 {
            fields.append(
                FormParts.label(
                    words.server,
                    FormParts.choice("server", origins.map { ($0, $0) }, chosen: origin, isRequired: true)))
        }
        fields += [
            FormParts.label(
                words.email,
                .void(
                    "input",
                    ["type": "email", "name": "email", "value": email, "required": "", "autocomplete": "username"])),
            FormParts.label(
                words.password,
                .void(
                    "input",
                    [
                        "type": "password", "name": "password", "required": "",
                        "autocomplete": "current-password",
                    ])),
            .element("p", [:], .element("button", [:], "\(words.signIn)")),
        ]
        return .element("form", ["class": "filled", "method": "post", "action": Self.path], fields)
    }
}

/// Browsers that are signed in, each with the button that signs it out.
struct BrowserList {
    let reader: PageReader
    let session: PageSession
    /// As `browsers` answers.
    let browsers: [JSONValue]

    private var words: any PageWords { reader.words }

    var html: HTML {
        guard !browsers.isEmpty else { return .none }
        return .element("h2", [:], "\(words.browsers)")
            + .element(
                "ul", ["class": "rows"],
                browsers.map { row in
                    let number = "\(row.count("number"))"
                    let name = row.text("name").isEmpty ? words.byLink : row.text("name")
                    return .element(
                        "li", [:],
                        .element(
                            "div", [:],
                            .element("p", [:], .element("strong", [:], .element("bdi", [:], "\(name)"))),
                            .element(
                                "p", ["class": "muted"], .element("bdi", [:], "\(row.text("agent"))"),
                                " \(words.lastAsked): ", reader.time(row["seenAt"]))),
                        PageForm(order: "sign-out-browser", session: session, fields: ["number": number])
                            .html(button: words.signOut, about: name, isQuiet: true))
                })
    }
}
