extension Transaction {
    /// Whether money came or went.
    package enum Kind: Sendable, Hashable {
        case credit
        case debit
        /// A word or number that the server accepted though it has no meaning; it moves the balance as a debit does.
        case other(String)

        /// `credit` and `debit` in any letter case, `0` and `1` as text or number.
        package init(_ word: String) {
            switch word {
            case "Credit", "0": self = .credit
            case "Debit", "1": self = .debit
            default:
                let lower = word.lowercased()
                self = lower == "credit" ? .credit : lower == "debit" ? .debit : .other(word)
            }
        }

        /// The word that the server uses.
        package var word: String {
            switch self {
            case .credit: "Credit"
            case .debit: "Debit"
            case .other(let word): word
            }
        }
    }
}
