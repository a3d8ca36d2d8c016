import Store
import Values

/// What an alert tells, before it is put into words: clean text, exact money.
struct AlertFacts: Sendable, Equatable {
    struct Movement: Sendable, Equatable {
        var id: String
        /// Without sign.
        var amount: Decimal
        var isCredit: Bool
        var category: String
        var description: String
        var at: Timestamp
        var balance: Decimal
        var by: String?
        var notes: String?
    }

    /// The alert's key, as the store has it.
    var key: String
    var event: AlertRow.Event
    var childID: String
    var firstName: String
    var fullName: String
    var movement: Movement?
    var balance: Decimal?
    var threshold: Decimal?
    var rule: String?
    var isLate: Bool
    var createdAt: Timestamp

    /// When the fact happened; when it was seen, if that isn't known.
    var at: Timestamp { event == .transaction ? movement?.at ?? createdAt : createdAt }

    /// The text of one field; empty if this alert has no such thing.
    func text(of field: TemplateField) -> String {
        switch field {
        case .child: firstName
        case .verb: verb
        case .amount: (isLowBalance ? balance : movement?.amount)?.moneyText ?? ""
        case .description: isLowBalance ? threshold.map { "below \($0.moneyText)" } ?? "" : movement?.description ?? ""
        case .balance: (balance ?? movement?.balance)?.moneyText ?? ""
        case .category: movement?.category ?? ""
        case .by: movement?.by ?? ""
        case .notes: movement?.notes ?? ""
        case .at: Self.minute(at)
        case .event: event.rawValue
        case .threshold: threshold?.moneyText ?? ""
        }
    }

    private var isLowBalance: Bool { event == .balanceLow }

    private var verb: String {
        if isLowBalance { return "is down to" }
        return movement?.isCredit == true ? "received" : "spent"
    }

    /// `2026-03-14 15:09 UTC`: for people, who don't read seconds.
    private static func minute(_ moment: Timestamp) -> String {
        moment.description.prefix(16).replacing(text: "T", with: " ") + " UTC"
    }
}
