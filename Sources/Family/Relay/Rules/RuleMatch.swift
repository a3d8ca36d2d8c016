import Store
package import Values

/// What a rule wants of an occurrence besides its event. A key that is left out wants nothing, and a key about money or words asks only
/// what has some: a low balance has no category.
package struct RuleMatch: Sendable, Equatable {
    /// What is to be told of what was found afterwards.
    package enum Lateness: String, Sendable, CaseIterable {
        /// Nothing else.
        case only
        /// All else.
        case never
    }

    /// Which way money went.
    package enum Direction: String, Sendable, CaseIterable { case `in`, out }

    /// Why a rule tells nothing of an occurrence; the word is the rule's key.
    package enum Refusal: String, Sendable, CaseIterable {
        case events, children, accounts, kinds, categories, minimum, maximum, matching, hours, days, late, below
    }

    /// First names, full names or ids, in any case; empty means every child.
    package var children: [String] = []
    /// Names of accounts, one of which sees the child.
    package var accounts: [String] = []
    /// Whether money came or went.
    package var kinds: Set<Direction> = []
    /// In the server's words, in any case.
    package var categories: [String] = []
    /// Compared without sign, as ``maximum``.
    package var minimum: Decimal?
    package var maximum: Decimal?
    /// One of them in what people typed about it: description, notes, a name, a reason.
    package var matching: [TextPattern] = []
    /// By the clock on the wall, when it happened.
    package var times: [QuietHours] = []
    package var late: Lateness?

    /// Everything.
    package init() {}

    /// What it refuses, first things first; `nil`: it matches. What is wrong with the program itself is not asked for anything.
    func refusal(of occurrence: Occurrence, in zone: TimeZone) -> Refusal? {
        guard !occurrence.event.isProblem else { return nil }
        return refusalByFamily(occurrence) ?? refusalByMoney(occurrence) ?? refusalByTime(occurrence, zone)
    }

    /// The nearest one that it lets through.
    func amount(near usual: Decimal) -> Decimal {
        min(max(usual, minimum ?? usual), maximum ?? max(usual, minimum ?? usual))
    }

    private func refusalByFamily(_ occurrence: Occurrence) -> Refusal? {
        if !children.isEmpty, !children.contains(where: occurrence.isAbout) { return .children }
        return accounts.isEmpty || accounts.contains(where: occurrence.accounts.contains) ? nil : .accounts
    }

    private func refusalByMoney(_ occurrence: Occurrence) -> Refusal? {
        if let money = occurrence.money {
            let category = money.category.lowercased()
            if !kinds.isEmpty, !kinds.contains(money.kind == .credit ? .in : .out) { return .kinds }
            if !categories.isEmpty, !categories.contains(where: { $0.lowercased() == category }) { return .categories }
            if let minimum, money.amount < minimum { return .minimum }
            if let maximum, money.amount > maximum { return .maximum }
        }
        guard !matching.isEmpty, let texts = occurrence.texts else { return nil }
        // As people see them: what nobody sees between two letters hides no word.
        let seen = texts.map(UserText.cleaned)
        return matching.contains { seen.contains(where: $0.matches) } ? nil : .matching
    }

    private func refusalByTime(_ occurrence: Occurrence, _ zone: TimeZone) -> Refusal? {
        if late == .only, !occurrence.isLate { return .late }
        if late == .never, occurrence.isLate { return .late }
        guard !times.isEmpty, !times.contains(where: { $0.end(at: occurrence.at, in: zone) != nil }) else { return nil }
        let day = zone.local(occurrence.at).date.weekday
        return times.contains { $0.days.contains(day) } ? .hours : .days
    }
}
