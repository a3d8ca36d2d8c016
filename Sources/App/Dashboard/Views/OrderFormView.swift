import JSON

/// The form of an order: what it asks for and, after a refusal, why it was refused and all that was typed.
struct OrderFormView {
    /// Whose or which it is about. Ids, but for the title; empty where there is none.
    struct Subject: Equatable {
        var child = ""
        var record = ""
        /// An entry that is changed before it is sent.
        var entry = ""
        /// What people call it.
        var title = ""
    }

    let reader: PageReader
    let session: PageSession
    let order: FilledOrder
    let subject: Subject
    /// What stands in the fields.
    var values: [String: String] = [:]
    /// What stood in them when the form was first shown: only what is another is changed.
    var former: [String: String] = [:]
    /// The order's id: sending the form twice is ordering once.
    var id = PageSession.newID()
    /// To choose from where it is not said whose it is.
    var children: [JSONValue] = []
    var categories: [String] = []
    /// By whose the order may be given, where that is in doubt.
    var accounts: [String] = []
    /// Why it was not done.
    var refusal: [String] = []
    /// Where it goes on without an order.
    let way: String

    private var words: any OrderWords { reader.orders }

    var html: HTML {
        let title = words.order(order)
        var parts: [HTML] = []
        if !subject.title.isEmpty {
            parts.append(.element("p", [:], .element("strong", [:], .element("bdi", [:], "\(subject.title)"))))
        }
        if !refusal.isEmpty {
            let sentences = (accounts.isEmpty ? [words.tryAgain] : []) + refusal
            parts.append(.element("div", ["role": "alert"], sentences.map { .element("p", ["class": "bad"], "\($0)") }))
        }
        parts += [
            form(title),
            .element("p", ["class": "turning"], .element("a", ["href": way], "\(reader.words.back)")),
        ]
        return PageFrame(words: reader.words, session: session, title: title).page(parts)
    }

    private func form(_ title: String) -> HTML {
        let hidden: KeyValuePairs<String, String> = [
            "form": session.formToken, "order": order.word, "intent": id, "record": subject.record,
            "entry": subject.entry, "child": subject.child,
        ]
        var content = hidden.filter { !$0.value.isEmpty }.map { FormParts.hidden($0.key, $0.value) }
        content +=
            order.changes || !subject.entry.isEmpty
            ? order.fields.map { FormParts.hidden("was-\($0.name)", former[$0.name] ?? "") } : []
        if order.isOfChild, subject.child.isEmpty, subject.entry.isEmpty {
            let options = children.map { ($0.text("id"), $0.text("firstName")) }
            content.append(label("child", true, choice("child", options, isRequired: true)))
        }
        content += fields.map { label($0.name, $0.isRequired, input($0)) }
        if !accounts.isEmpty {
            content.append(label("account", true, choice("account", accounts.map { ($0, $0) }, isRequired: true)))
        }
        if !categories.isEmpty {
            content.append(
                .element("datalist", ["id": "categories"], categories.map { .element("option", ["value": $0], "") }))
        }
        content.append(.element("p", [:], .element("button", [:], "\(title)")))
        // A file comes as it is.
        let type = fields.contains { $0.shape == .photo } ? "multipart/form-data" : nil
        return .element(
            "form", ["class": "filled", "method": "post", "action": "/orders", "enctype": type], content)
    }

    /// A photo goes with the order, and is not changed afterwards.
    private var fields: [FormField] { order.fields.filter { $0.shape != .photo || subject.entry.isEmpty } }

    private func label(_ name: String, _ isRequired: Bool, _ field: HTML) -> HTML {
        .element(
            "label", [:],
            .element(
                "span", [:], "\(words.field(name))",
                isRequired ? .none : .element("span", ["class": "muted"], " (\(words.optional))")),
            field)
    }

    private func input(_ field: FormField) -> HTML {
        let (value, required) = (values[field.name] ?? "", field.isRequired ? "" : nil)
        switch field.shape {
        case .text:
            return .element("textarea", ["name": field.name, "rows": "3", "required": required], "\(value)")
        case .choice(let words):
            return choice(field.name, words.map { ($0, self.words.choice($0)) }, isRequired: field.isRequired)
        case .line:
            let list = field.name == "category" && !categories.isEmpty ? "categories" : nil
            return .void(
                "input",
                ["name": field.name, "value": value, "required": required, "autocomplete": "off", "list": list])
        case .amount, .number:
            return .void(
                "input",
                [
                    "name": field.name, "value": value, "required": required, "autocomplete": "off",
                    "inputmode": field.shape == .amount ? "decimal" : "numeric",
                ])
        case .photo:
            // What was chosen before a refusal no browser lets a page keep.
            return .void("input", ["type": "file", "name": field.name, "accept": "image/jpeg"])
                + (refusal.isEmpty ? .none : .element("span", ["class": "muted"], "\(words.chooseAgain)"))
        case .day, .link:
            return .void(
                "input",
                [
                    "type": field.shape == .day ? "date" : "url", "name": field.name, "value": value,
                    "required": required, "autocomplete": "off",
                ])
        }
    }

    private func choice(_ name: String, _ options: [(value: String, title: String)], isRequired: Bool) -> HTML {
        let chosen = values[name] ?? ""
        var all = isRequired ? options : [("", order.changes ? words.asItIs : words.nothing)] + options
        // What the server has and this list lacks is there to be left as it is.
        if !chosen.isEmpty, !all.contains(where: { $0.value == chosen }) { all.append((chosen, chosen)) }
        return FormParts.choice(name, all, chosen: chosen, isRequired: isRequired)
    }
}
