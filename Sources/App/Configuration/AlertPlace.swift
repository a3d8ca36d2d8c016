import TextFormats

/// The places that an alert's words may have: `{child} {verb} {amount}: {description}`.
package enum AlertPlace: String, CaseIterable, Sendable {
    case child, verb, amount, description, category, balance, by, at, notes, event, threshold, account, currency
    case childID = "child-id"
    case transactionID = "transaction-id"

    /// Those that a text has; none for one with problems.
    static func all(in text: String) -> [AlertPlace] {
        (TextTemplate<AlertPlace>(text)?.parts ?? []).compactMap {
            if case .place(let place) = $0 { place } else { nil }
        }
    }

    /// Whether alerts about the program itself fill it, at least some of them.
    var isOfProblems: Bool {
        switch self {
        case .description, .at, .event, .account, .currency: true
        case .child, .verb, .amount, .category, .balance, .by, .notes, .threshold, .childID, .transactionID: false
        }
    }

    /// "`{child}`, `{verb}`, …" for documentation.
    static var listing: String {
        allCases.map { "`{\($0.rawValue)}`" }.joined(separator: ", ")
    }
}
