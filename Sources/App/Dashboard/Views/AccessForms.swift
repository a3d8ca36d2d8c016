import JSON

/// Signs an account that is watched in, or out; without a name one that is watched from then on in.
struct AccountForms {
    let reader: PageReader
    let session: PageSession
    /// As the account is called; `nil`: it is new.
    var name: String?

    private var words: any PageWords { reader.words }

    /// Folded up: it is needed when a session is over.
    var html: HTML {
        if name == nil, reader.listsAccounts {
            return .element("p", ["class": "muted"], "\(words.accountsListed)")
        }
        guard let name else {
            return folded(words.newAccount, about: nil, [server, FormParts.label(words.email, email(true))])
        }
        return folded(
            words.signIn, about: name,
            [FormParts.hidden("account", name), FormParts.label("\(words.email)\(optional)", email(false))])
            + PageForm(order: "logout", session: session, fields: ["account": name])
            .html(button: words.signOut, about: name, isQuiet: true)
    }

    private var optional: String { " (\(reader.orders.optional))" }

    private func folded(_ title: String, about name: String?, _ fields: [HTML]) -> HTML {
        var content = FormParts.order("login", session) + fields
        content += [
            FormParts.label(
                words.password,
                .void("input", ["type": "password", "name": "password", "required": "", "autocomplete": "off"])),
            .element("p", [:], .element("button", ["class": "quiet"], "\(words.signIn)")),
        ]
        return .element(
            "details", [:], .element("summary", ["aria-label": name.map { "\(title): \($0)" }], "\(title)"),
            .element("form", ["class": "filled", "method": "post", "action": "/orders"], content))
    }

    private var server: HTML {
        FormParts.label(
            words.serverAddress,
            .void("input", ["type": "url", "name": "server", "required": "", "autocomplete": "off"]))
            + FormParts.label(
                "\(reader.orders.field("name"))\(optional)",
                .void("input", ["name": "name", "autocomplete": "off"]))
    }

    private func email(_ isRequired: Bool) -> HTML {
        .void(
            "input",
            ["type": "email", "name": "email", "required": isRequired ? "" : nil, "autocomplete": "off"])
    }
}

/// What desktops and other programs sign in with, each with the button that takes it back, and a form that makes one more.
struct TokenList {
    let reader: PageReader
    let session: PageSession
    /// As `tokens` answers.
    let tokens: [JSONValue]
    /// As `status` has them.
    let targets: [JSONValue]
    /// As `children` answers.
    let children: [JSONValue]

    private var words: any PageWords { reader.words }

    var html: HTML {
        .element("h2", [:], "\(words.programs)") + .element("ul", ["class": "rows"], tokens.map(line)) + form
    }

    private func purpose(of token: JSONValue) -> String {
        guard token.text("for") == "feed" else { return token.text("desktop") }
        guard let child = token["child"], child != .null else { return words.feed }
        return words.feed(of: child.text("name"))
    }

    private func line(_ token: JSONValue) -> HTML {
        let (number, purpose) = ("\(token.count("number"))", purpose(of: token))
        let mayApprove = !token.list("may").isEmpty
        return .element(
            "li", [:],
            .element(
                "div", [:],
                .element(
                    "p", [:], .element("strong", [:], .element("bdi", [:], "\(purpose)")), " ", "\(number)",
                    mayApprove ? .element("span", ["class": "mark"], " \(words.mayApprove)") : .none),
                token["seenAt"] == .null
                    ? .none : .element("p", ["class": "muted"], "\(words.lastAsked): ", reader.time(token["seenAt"]))),
            PageForm(order: "revoke-token", session: session, fields: ["number": number])
                .html(button: words.takeBack, about: "\(purpose), \(number)", isQuiet: true))
    }

    private var form: HTML {
        let desktops = targets.filter { $0.text("kind") == "desktops" }.map { $0.text("name") }
        let purposes =
            desktops.map { (TokenPurpose.desktop($0), $0) } + [(.feed(child: nil), words.feed)]
            + children.map { (.feed(child: $0.text("id")), words.feed(of: $0.text("firstName"))) }
        let answers = ["no", "yes"].map { (value: $0, title: reader.orders.choice($0)) }
        return .element(
            "form", ["class": "search", "method": "post", "action": "/orders"],
            FormParts.order("create-token", session) + [
                FormParts.label(words.target, FormParts.choice("for", purposes.map { ($0.field, $1) })),
                desktops.isEmpty ? .none : FormParts.label(words.mayApprove, FormParts.choice("approves", answers)),
                .element("button", ["class": "quiet"], "\(words.makeToken)"),
            ])
    }
}
