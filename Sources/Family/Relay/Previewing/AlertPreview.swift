package import Store
package import Values

/// What a rule would say at one of its targets: rendered as its lane would, and sent nowhere.
package struct AlertPreview: Sendable, Equatable {
    /// The target's name.
    package let target: String
    /// The word of its kind.
    package let kind: String
    package let language: Language
    /// What it tells of.
    package let event: AlertRow.Event
    /// One line, never empty.
    package let title: String
    /// Plain text; each target escapes it, and cuts it to its own limit.
    package let text: String
    /// What the relay says about the message itself, such as when it was; `nil` for nothing.
    package let remark: String?
    package let urgency: AlertStyle.Urgency
    package let tags: [String]
    package let icon: String?
    package let link: String?

    /// - Parameters:
    ///   - rule: whose words and looks it has; `nil` where none was needed.
    ///   - locale: the readers', in their language.
    ///   - now: when it would be read.
    package init(
        of event: PreviewEvent, by rule: Rule?, at target: TargetConfiguration, in locale: AlertLocale, now: Timestamp
    ) {
        let renderer = AlertRenderer(target: target.name, style: target.style, locale: locale)
        var templates = TemplateCache()
        var facts = event.facts
        facts.rule = rule?.name
        let alert = renderer.render(
            facts, template: templates.template(rule?.template), style: rule?.style ?? AlertStyle(), &templates,
            isRepeat: event.isRepeat, now: now)
        self.target = target.name
        kind = target.kind.word
        language = locale.language
        self.event = facts.event
        title = alert.title
        text = alert.text
        remark = alert.remark(aboutRepeats: true)
        urgency = alert.urgency
        tags = alert.tags
        icon = alert.icon
        link = alert.link
    }
}
