import JSON

/// Who is left in peace, until when; with a form that begins a silence, and a button that ends one.
struct SilenceList {
    let reader: PageReader
    let session: PageSession
    let silences: [JSONValue]
    let children: [JSONValue]
    let targets: [JSONValue]

    /// How many hours a silence can last that is begun here; any other: `pocketbell silence`.
    static let hours = [1, 4, 8, 24, 168]

    private var words: any PageWords { reader.words }

    var html: HTML {
        .element("h2", [:], "\(words.silences)") + .element("ul", ["class": "rows"], silences.map(line)) + form
    }

    private func line(_ silence: JSONValue) -> HTML {
        let subject = [silence.text("child"), silence.text("target")].joined()
        return .element(
            "li", [:], .element("p", [:], "\(words.silent(subject, until: reader.moment(silence["until"])))"),
            PageForm(order: "end-silence", session: session, fields: ["number": "\(silence.count("number"))"])
                .html(button: words.end, about: subject, isQuiet: true))
    }

    private var form: HTML {
        let subjects =
            children.filter { $0["gone"] != true }.map { ("child:\($0.text("id"))", $0.text("firstName")) }
            + targets.filter { $0.text("state") != "notConfigured" }.map {
                ("target:\($0.text("name"))", $0.text("name"))
            }
        guard !subjects.isEmpty else { return .none }
        return .element(
            "form", ["class": "search", "method": "post", "action": "/orders"],
            FormParts.order("silence", session) + [
                FormParts.label(words.about, FormParts.choice("of", subjects)),
                FormParts.label(
                    words.howLong,
                    FormParts.choice("hours", Self.hours.map { ("\($0)", words.span(hours: $0)) })),
                .element("button", ["class": "quiet"], "\(words.beSilent)"),
            ])
    }
}
