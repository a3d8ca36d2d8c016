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
}
