package import SQLite
package import Values

/// What a person ordered here, money or a change of a record, from its acceptance to its end.
package struct IntentRow: Sendable, Hashable {
    /// Made once, by whoever asks, so that asking twice is asking once.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable, Comparable {
        /// 32 hexadecimal digits, unless somebody else made it.
        package let rawValue: String

        /// Unchecked.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// For what is to be taken in; `nil` for what is not 8 to 64 hexadecimal digits.
        package init?(new text: String) {
            let isHexadecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
            guard isHexadecimal, 8...64 ~= text.utf8.count else { return nil }
            rawValue = text
        }

        /// By the text, so that lists of them have one order.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// How far it has come; SQL compares the words.
    package enum State: String, Sendable, DatabaseValue, CaseIterable {
        /// It is safe here; nothing of it is under way.
        case accepted
        /// Marked: from before the first byte until what became of it is written down.
        case sending
        /// It was sent, and nobody can say whether the server made it.
        case unknown
        /// The server said that it made it; no list has shown it yet.
        case acked
        /// A row of the server's is it, or a record shows it.
        case confirmed
        /// What it should have changed is no longer there.
        case superseded
        /// Only a person can help.
        case parked
        /// A person has given it up.
        case discarded

        /// Whether something will still be done about it without a person.
        package var isWaiting: Bool {
            switch self {
            case .accepted, .sending, .unknown, .acked: true
            case .confirmed, .superseded, .parked, .discarded: false
            }
        }

        /// Whether it is nobody's work any more.
        package var isEnded: Bool { !isWaiting && self != .parked }
    }

    /// Money that was entered.
    package struct Content: Sendable, Hashable {
        /// As it moves the balance.
        package var amount: Decimal
        /// In the server's word.
        package var category: String
        /// Without blanks at either end.
        package var description: String
        /// `nil` where there are none.
        package var notes: String?

        /// Whether a list shows it while it is no row yet.
        package func isWanted(by match: TransactionMatch) -> Bool {
            match.accepts(
                kind: amount.isNegative ? .debit : .credit, category: category, description: description, notes: notes)
        }

        /// Unchecked.
        package init(amount: Decimal, category: String, description: String, notes: String? = nil) {
            self.amount = amount
            self.category = category
            self.description = description
            self.notes = notes
        }
    }

    /// Grows in the order of acceptance, which is the order of sending for one child.
    package let number: Int
    /// Also the idempotency key that the server is sent.
    package let id: ID
    /// Under which it is sent; never under another.
    package let account: AccountRow.ID
    /// The account's at the acceptance.
    package let server: ServerRow.ID
    /// Whose it is; `nil` of what is the login's own.
    package let child: ChildRow.ID?
    /// Changed only by a person, while nothing can have come of it.
    package let order: Order
    /// The login's id on its server when it was accepted; nobody else sends it.
    package let acceptedBy: String
    /// Wall time.
    package let acceptedAt: Timestamp
    /// See ``State``.
    package let state: State
    /// How often it was sent since a person took it up last. One that certainly did not arrive does not count.
    package let attempts: Int
    /// Of money: the position of the child's last row when it was first sent; `nil` as long as `firstSentAt` is.
    package let before: Int?
    /// Of other orders: what the list had before it was first sent; `nil` before it was looked at.
    package let known: Set<String>?
    /// By the server's clock; `nil` where the server certainly made nothing of it.
    package let firstSentAt: Timestamp?
    /// By the server's clock.
    package let lastAttemptAt: Timestamp?
    /// Wall time: when it may be sent next, or when the server has had time enough to be asked whether it made it.
    package let dueAt: Timestamp
    /// Why it waits or needs a person; for people.
    package let reason: String?
    /// What the server said that it made: a transaction or a record.
    package let answered: String?
    /// The row that counts as it: for good once it is confirmed, until better is known before that.
    package let transaction: TransactionRow.ID?
    /// Of other orders, in the same way: the record or the movement that it made, or the record that it changed.
    package let fact: RecordRow.ID?
    /// The row is there, and the child's balance is from before it.
    package let isUncovered: Bool
    /// Wall time of its end; also of one whose row was lost with the store and is looked for again.
    package let settledAt: Timestamp?
    /// What it says is not what was written: the disk has changed it. Nothing of it is sent before it is whole again.
    package let isDamaged: Bool

    /// What it moves the balance by that the child's balance does not have yet.
    package var pendingAmount: Decimal { isPending || isUncovered ? order.content?.amount ?? .zero : .zero }
    /// Whether lists show it in the place of a row. What was at its end before its row was lost is in the balance.
    package var isPending: Bool { state.isWaiting && transaction == nil && fact == nil && settledAt == nil }
    /// Whether the server may have made it.
    package var isDoubtful: Bool { firstSentAt != nil }
    /// What the row that it makes looks like.
    package var fingerprint: Fingerprint? { order.fingerprint(of: child) }
}

/// What tells a row that an intent may have made: the server has no word for it.
package struct Fingerprint: RawRepresentable, DatabaseValue, Hashable, Sendable {
    /// Child, amount in its shortest form, and the description without blanks around it.
    package let rawValue: String

    /// As the table has it.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// - Parameter amount: as it moves the balance.
    package init(child: ChildRow.ID, amount: Decimal, description: String) {
        rawValue = "\(child.rawValue)|\(amount.normalized)|\(description.trimmed)"
    }
}

extension TransactionRow {
    /// What an intent that made it looks like.
    package var fingerprint: Fingerprint {
        Fingerprint(child: child, amount: signedAmount, description: description)
    }
}

extension String {
    /// Without blanks and line breaks at either end.
    package var trimmed: String {
        let front = drop { $0.isWhitespace }
        return String(front.reversed().drop { $0.isWhitespace }.reversed())
    }
}

extension IntentRow: RowDecodable {
    /// Where the queries have the columns of the sum.
    private static let summed: [Int32] = [1, 4, 22, 5, 6, 7, 8, 23, 24, 25, 9]

    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        id = try row.value(1)
        account = try row.value(2)
        server = try row.value(3)
        child = try row.value(4)
        order = try Order(row: row)
        acceptedBy = try row.value(9)
        acceptedAt = try row.value(10)
        state = try row.value(11)
        attempts = try row.value(12)
        before = try row.value(13)
        firstSentAt = try row.value(14)
        lastAttemptAt = try row.value(15)
        dueAt = try row.value(16)
        reason = try row.value(17)
        answered = try row.value(18)
        transaction = try row.value(19)
        isUncovered = try row.value(20)
        settledAt = try row.value(21)
        known = try row.value(27, as: String?.self).map { Set($0.split(separator: " ").map(String.init)) }
        fact = try row.value(28)
        let said = try Self.summed.map { index in try row.value(index, as: String?.self) }
        isDamaged = try row.value(29, as: String?.self).map { $0 != IntentSum.text(of: said) } ?? false
    }
}

extension IntentRow {
    /// Which of those that wait for one child is next. What was sent comes first, for nothing else is sent before that is known; of
    /// that, what the server has been asked or has answered for: while one is that far, none that is in doubt is marked.
    ///
    /// - Parameter waiting: of one login and one child, in the order of acceptance.
    package static func next(of waiting: [IntentRow]) -> IntentRow? {
        waiting.first { [.sending, .acked].contains($0.state) } ?? waiting.first { $0.state != .accepted }
            ?? waiting.first
    }
}
