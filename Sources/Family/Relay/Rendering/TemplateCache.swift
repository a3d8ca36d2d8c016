import TextFormats

/// Templates by their text, so that each is parsed once.
struct TemplateCache {
    private var templates: [String: Template?] = [:]

    /// `nil` for no text, and for one that was valid once and no longer is: the event's own words serve then.
    mutating func template(_ text: String?) -> Template? {
        guard let text else { return nil }
        if let known = templates[text] { return known }
        if templates.count >= 100 { templates = [:] }
        let template = Template(text)
        templates[text] = template
        return template
    }
}
