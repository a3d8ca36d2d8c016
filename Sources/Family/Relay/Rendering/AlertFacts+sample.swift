import Store
import Values

extension AlertFacts {
    /// An alert that says of itself that it is a test.
    static func sample(at moment: Timestamp) -> AlertFacts {
        let amount = Decimal(coefficient: 1250, scale: 2) ?? .zero
        return AlertFacts(
            key: "test|\(moment)", event: .transaction, childID: "00000000-0000-0000-0000-000000000000",
            firstName: "Test", fullName: "Test",
            movement: Movement(
                id: "00000000-0000-0000-0000-000000000000", amount: amount, isCredit: true, category: "Test",
                description: "a test of this target by PocketBell; nothing happened", at: moment, balance: amount,
                by: nil, notes: nil),
            balance: amount, threshold: nil, rule: nil, isLate: false, createdAt: moment)
    }
}
