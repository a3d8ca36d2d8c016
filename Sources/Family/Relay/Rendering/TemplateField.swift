/// What a template can name in braces.
package enum TemplateField: String, Sendable, CaseIterable {
    /// First name.
    case child
    /// "received", "spent", "is down to".
    case verb
    /// The amount without sign; of a low balance, the balance.
    case amount
    case description
    /// The balance afterwards.
    case balance
    case category
    /// Who entered it.
    case by
    case notes
    /// When it happened, in UTC.
    case at
    /// "transaction" or "balance-low".
    case event
    /// What a low balance is below.
    case threshold

    /// What it stands for, for the reference of the settings.
    package var meaning: String {
        switch self {
        case .child: "the child's first name"
        case .verb: "received, spent, or is down to"
        case .amount: "the amount, without sign; of a low balance, the balance"
        case .description: "the description as it was typed"
        case .balance: "the balance afterwards"
        case .category: "the category"
        case .by: "who entered it"
        case .notes: "the notes"
        case .at: "when it happened, in UTC"
        case .event: "transaction or balance-low"
        case .threshold: "what a low balance is below"
        }
    }
}
