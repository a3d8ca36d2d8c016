/// What a template can name in braces.
package enum TemplateField: String, Sendable, CaseIterable {
    /// First name.
    case child
    /// First and last name.
    case name
    /// "received", "spent", "is down to".
    case verb
    /// The amount without sign; of a low balance, the balance.
    case amount
    case description
    /// The balance afterwards.
    case balance
    case category
    /// "credit" or "debit".
    case kind
    /// Who entered it.
    case by
    case notes
    /// When it happened, in UTC.
    case at
    /// The rule that asked for this alert.
    case rule
    /// What a low balance is below.
    case threshold

    /// What it stands for, for the reference of the settings.
    package var meaning: String {
        switch self {
        case .child: "the child's first name"
        case .name: "the child's first and last name"
        case .verb: "received, spent, or is down to"
        case .amount: "the amount, without sign; of a low balance, the balance"
        case .description: "the description as it was typed"
        case .balance: "the balance afterwards"
        case .category: "the category"
        case .kind: "credit or debit"
        case .by: "who entered it"
        case .notes: "the notes"
        case .at: "when it happened, in UTC"
        case .rule: "the name of the rule"
        case .threshold: "what a low balance is below"
        }
    }
}
