package import Values

/// Which transactions a person wants to see.
package struct TransactionFilter: Sendable {
    /// `nil` means all children.
    package var child: ChildRow?
    /// When they were made, on the server's clock; the end itself is not in it.
    package var period: Range<Timestamp>
    /// The newest so many that can be read; below 1 gives none.
    package var limit: Int
    /// What else is asked of a row.
    package var match = TransactionMatch()

    /// - Parameter limit: of rows that can be read.
    package init(child: ChildRow? = nil, period: Range<Timestamp> = .always, limit: Int) {
        self.child = child
        self.period = period
        self.limit = limit
    }
}

/// What a person asks of a transaction beside whose it is and when it was. No index has it: rows are looked at in the order of time, and
/// whoever asks says how many at most.
package struct TransactionMatch: Sendable, Equatable {
    /// `nil` means both.
    package var kind: TransactionRow.Kind?
    private var category: String?
    private var words: [String] = []

    /// All transactions.
    package init() {}

    /// - Parameters:
    ///   - category: in any letter case; `nil` for all.
    ///   - text: each of its words is somewhere in description, category or notes, in any letter case.
    package init(kind: TransactionRow.Kind?, category: String?, text: String) {
        self.kind = kind
        self.category = category?.lowercased()
        words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    }

    /// Whether everything is wanted.
    package var isEmpty: Bool { self == TransactionMatch() }

    /// Whether the row is wanted.
    package func accepts(_ row: TransactionRow) -> Bool {
        accepts(kind: row.kind, category: row.category, description: row.description, notes: row.notes)
    }

    /// Whether what looks like this is wanted.
    func accepts(
        kind: TransactionRow.Kind, category: String, description: String, notes: String?
    ) -> Bool {
        guard self.kind.map({ $0 == kind }) ?? true else { return false }
        guard self.category != nil || !words.isEmpty else { return true }
        let filed = category.lowercased()
        guard self.category.map({ $0 == filed }) ?? true else { return false }
        guard !words.isEmpty else { return true }
        let texts = [description.lowercased(), filed, notes?.lowercased() ?? ""]
        return words.allSatisfy { word in texts.contains { $0.contains(text: word) } }
    }
}

extension Range<Timestamp> {
    /// All moments that the store can hold.
    package static var always: Range<Timestamp> { Timestamp(microseconds: .min)..<Timestamp(microseconds: .max) }
}
