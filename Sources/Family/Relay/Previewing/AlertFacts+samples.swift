import Store
import Values

extension AlertFacts {
    /// An alert that says of itself that it is a test.
    ///
    /// - Parameters:
    ///   - rule: in whose words it comes; its smallest amount is kept.
    ///   - language: of those who read it.
    static func sample(
        at moment: Timestamp, by rule: Rule? = nil, in language: Language = .english
    ) -> AlertFacts {
        let words = language.words
        let usual = Decimal(coefficient: 1250, scale: 2) ?? .zero
        let amount = rule?.match.amount(near: usual) ?? usual
        let second = Timestamp(seconds: moment.seconds)
        return AlertFacts(
            key: "test|\(moment)", event: .transaction, childID: "00000000-0000-0000-0000-000000000000",
            firstName: words.sampleName, fullName: words.sampleName,
            movement: Movement(
                id: "00000000-0000-0000-0000-000000000000", amount: amount, isCredit: true,
                category: words.sampleName, description: words.sampleDescription, at: second, balance: amount,
                by: "PocketBell", notes: words.sampleNotes),
            balance: amount, threshold: nil, rule: rule?.name, account: "test", isLate: false, createdAt: second)
    }

    /// As low as makes a balance look low, or back where it was.
    mutating func setBalance(_ event: AlertRow.Event, below: Decimal?) {
        let cent = Decimal(coefficient: 1, scale: 2) ?? .zero
        threshold = below
        balance = event == .balanceLow ? below?.subtracting(cent) : below
        movement = nil
    }

    /// What an edited transaction was before.
    mutating func setMovement(_ event: AlertRow.Event) {
        guard event == .edited, let movement else { return }
        let cent = Decimal(coefficient: 1, scale: 2) ?? .zero
        details.was = AlertDetails.Former(
            amount: movement.amount?.adding(cent) ?? movement.amount, isCredit: movement.isCredit,
            category: movement.category, description: movement.description, at: movement.at)
    }

    /// A record that might be so, with the amount of the sample's transaction.
    mutating func setRecord(_ event: AlertRow.Event, in words: any Vocabulary) {
        details.id = childID
        details.price = movement?.amount
        details.by = event == .choreWaiting ? nil : movement?.by
        if event.topic == .allowance {
            if event == .allowanceMissing {
                details.by = nil
                details.due = TimeZone.utc.local(createdAt.advanced(by: .seconds(-86_400))).date
            }
        } else {
            details.name = words.sampleRecord
        }
        if event != .wishAffordable { balance = nil }
        movement = nil
    }
}
