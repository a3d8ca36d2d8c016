package import Values

/// One row of a child's money: it never changes, and vanishes only with the child.
package struct Transaction: Sendable, Equatable {
    /// What alerts are made unique by, together with the server's origin.
    package typealias ID = Identifier<Transaction>

    /// Unique on its server; says nothing of the order.
    package let id: ID
    /// Whose money moved.
    package let child: Child.ID
    /// As sent: the sign comes from ``kind``. The server also takes zero and negative amounts, which then count backwards.
    package let amount: Decimal
    /// Whether the amount came or went.
    package let kind: Kind
    /// The category's name; empty where none was given, digits where the number is unknown.
    package let category: String
    /// Children write this: it is hostile until shown to be harmless.
    package let description: String
    /// The spending balance after this row.
    package let balanceAfter: Decimal
    /// To the second in REST answers: many rows can share one time.
    package let createdAt: Timestamp
    /// The name of who made the row; the id where an older server sends nothing else.
    package let createdBy: String?
    /// As hostile as ``description``; `nil` where none were given.
    package let notes: String?

    /// Decoding makes rows, and tests do.
    package init(
        id: ID, child: Child.ID, amount: Decimal, kind: Kind, category: String = "", description: String,
        balanceAfter: Decimal, createdAt: Timestamp, createdBy: String? = nil, notes: String? = nil
    ) {
        self.id = id
        self.child = child
        self.amount = amount
        self.kind = kind
        self.category = category
        self.description = description
        self.balanceAfter = balanceAfter
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.notes = notes
    }

    /// The amount as it moves the balance: one of a kind without a meaning moves it as a debit does.
    package var signedAmount: Decimal { kind == .credit ? amount : -amount }
}

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

/// The names behind the numbers that hub messages and older servers send for a transaction's category.
enum CategoryNames {
    /// The name for a name or a number as text; unknown ones come back as they are, "not given" as empty text.
    static func name(_ wordOrNumber: String) -> String {
        guard let first = wordOrNumber.utf8.first, 0x30...0x39 ~= first else { return wordOrNumber }
        return wordOrNumber == "0" ? "" : names[wordOrNumber] ?? wordOrNumber
    }

    private static let names: [String: String] = [
        "1": "Allowance", "2": "Chores", "3": "Gift", "4": "BonusReward", "5": "Task", "6": "OtherIncome",
        "10": "Toys", "11": "Games", "12": "Books", "13": "Clothes", "14": "Snacks", "15": "Candy",
        "16": "Electronics", "17": "Entertainment", "18": "Sports", "19": "Crafts", "20": "OtherSpending",
        "30": "Savings", "31": "Charity", "32": "Investment",
    ]
}
