import Values

/// What happens next in the family, and when: a value that gives the same life for the same seed.
package struct LifePlan: Sendable {
    private enum Theme: CaseIterable {
        case allowance, chore, purchase, gift, overdraft, cut, restart
    }

    /// Everything is seen once in a round, in an order that makes sense to somebody who watches.
    private static let round: [Theme] = [
        .chore, .allowance, .purchase, .chore, .overdraft, .purchase, .cut, .chore, .gift, .purchase, .restart,
        .purchase,
    ]
    private static let chores = ["Walked the dog", "Emptied the dishwasher", "Mowed the lawn", "Washed the car 🚗"]
    private static let purchases = [
        ("Ice cream", "Candy"), ("Comic book", "Books"), ("Cinema 🎬", "Entertainment"), ("Skate wheels", "Sports"),
        ("“Mega” slime <b>new</b>", "Toys"),
    ]

    private var generator: SeededGenerator
    private var number = 0

    /// - Parameter seed: decides waits, children, amounts and words; the round of themes is always the same.
    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// The next deed, and how long before it everybody waits.
    ///
    /// - Parameter children: as they are now; at least one.
    package mutating func next(children: [SimulatedChild]) -> (wait: Duration, deed: LifeDeed) {
        let theme = Self.round[number % Self.round.count]
        number += 1
        let wait = Duration.milliseconds(Int.random(in: 300...1_200, using: &generator))
        guard let child = children.randomElement(using: &generator) else { return (wait, .cut) }
        return (wait, deed(theme, child))
    }

    private mutating func deed(_ theme: Theme, _ child: SimulatedChild) -> LifeDeed {
        switch theme {
        case .allowance: .allowance(child: child.id)
        case .chore: .transaction(chore(child))
        case .gift:
            .transaction(
                draft(child, cents(500...2_000), .credit, category: "Gift", description: "From grandma ❤️"))
        case .purchase: purchase(child)
        case .overdraft: overdraft(child)
        case .cut: .cut
        case .restart: .restart
        }
    }

    private mutating func chore(_ child: SimulatedChild) -> SimulatedDraft {
        let what = Self.chores.randomElement(using: &generator) ?? "Helped"
        return draft(child, cents(100...600), .credit, category: "Chores", description: what)
    }

    private mutating func purchase(_ child: SimulatedChild) -> LifeDeed {
        let price = cents(50...900)
        // Who has no money helps at home first.
        guard price <= child.balance else { return .transaction(chore(child)) }
        let (what, category) = Self.purchases.randomElement(using: &generator) ?? ("Something", "Toys")
        return .transaction(draft(child, price, .debit, category: category, description: what))
    }

    private mutating func overdraft(_ child: SimulatedChild) -> LifeDeed {
        let price = child.balance.adding(cents(1...10_000)) ?? cents(1...10_000)
        return .overdraft(draft(child, price, .debit, category: "Sports", description: "A horse 🐎"))
    }

    private mutating func cents(_ range: ClosedRange<Int128>) -> Decimal {
        Decimal(coefficient: Int128.random(in: range, using: &generator), scale: 2) ?? .zero
    }

    private func draft(
        _ child: SimulatedChild, _ amount: Decimal, _ kind: SimulatedTransaction.Kind, category: String,
        description: String
    ) -> SimulatedDraft {
        SimulatedDraft(child: child.id, amount: amount, kind: kind, category: category, description: description)
    }
}
