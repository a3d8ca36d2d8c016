import Store
package import TextFormats

/// The wording of an alert: own words, and fields in braces, with filters and conditions.
package typealias Template = TextTemplate<TemplateField>

extension Template? {
    func filter(_ isUsable: (Template) -> Bool) -> Template? { flatMap { isUsable($0) ? $0 : nil } }
}

/// What a template can name in braces.
package enum TemplateField: String, TemplatePlace {
    /// First name.
    case child
    /// "received", "spent", "no longer received", "no longer spent", "is down to", "is back at", or that in another language.
    case verb
    /// The amount without sign; of a balance, the balance; of a record, its price.
    case amount
    case description
    case category
    /// The balance afterwards.
    case balance
    /// Who entered it.
    case by
    /// When it happened, as people there say it: `09:18`, with the day when it is not today.
    case at
    case notes
    /// What a chore, a goal or a wish is called, or a gift's occasion.
    case name
    /// What a chore or a gift brings, a goal or a wish costs, an allowance pays.
    case price
    /// Why a chore was rejected or an allowance paused.
    case reason
    /// The day on which an allowance was due.
    case due
    /// "transaction", "chore-waiting", "balance-low", or of the program itself "sign-in-needed" and so on.
    case event
    /// What a low balance is below.
    case threshold
    /// The name of the account that sees the child.
    case account
    /// The code of what amounts are in, such as `EUR`.
    case currency
    case childID = "child-id"
    /// Of a transaction's own alert, or of the one that caused a low balance.
    case transactionID = "transaction-id"

    /// Those that leave a hole in a text where they are empty; none for one with problems.
    package static func needed(in text: String) -> [TemplateField] { Template(text)?.needed ?? [] }

    /// A condition on an event that there is not is a mistake.
    package var values: [String] { self == .event ? AlertRow.Event.allCases.map(\.rawValue) : [] }

    /// "`{child}`, `{verb}`, …" for documentation.
    package static var listing: String { allCases.map { "`{\($0.rawValue)}`" }.joined(separator: ", ") }
}

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
