package import TextFormats

/// The wording of an alert: own words, and fields in braces.
package typealias Template = TextTemplate<TemplateField>

extension Template {
    /// What an event is told with if its rule has no wording of its own.
    static let transaction = Template([
        .place(.child), .words(" "), .place(.verb), .words(" "), .place(.amount), .words(": "), .place(.description),
        .words(" (balance "), .place(.balance), .words(")"),
    ])
    static let balanceLow = Template([
        .place(.child), .words(" "), .place(.verb), .words(" "), .place(.amount), .words(", "), .place(.description),
    ])
}
