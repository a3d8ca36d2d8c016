package import AllowanceAPI
import Store
package import Values

/// What a child's whole history says of itself, to be held against the balance that the server lists.
///
/// A chain of balances that breaks is normal on real servers and never repaired. What is left here are the breaks that nothing explains
/// that servers are known to do without a row: writes at the same moment, a debit that savings have paid for, a gift of which a part
/// went elsewhere. Savings and goals explain any other, which only the store can say.
package struct BooksCheck: Sendable {
    /// Two rows as close as this may have been written at the same moment.
    package static let sameMoment: Duration = .seconds(5)

    /// What the newest rows ended at: those of one second come in any order. Empty if there are none.
    package let heads: Set<Decimal>
    /// What one of the newest rows ended at; zero if there is none.
    private let head: Decimal
    /// How many rows there are, and how many the server says that there are, if it says so and that is more.
    package let miscount: (rows: Int, total: Int)?
    /// Breaks without an explanation, the earliest first.
    package let breaks: [ChainCheck.Break]

    /// - Parameters:
    ///   - page: the whole history, newest first.
    ///   - total: how many rows there are, as the server says; `nil` where it doesn't.
    ///   - since: what was made before is no news; `nil`: all is history.
    package init(_ page: [Transaction], total: Int? = nil, since: Timestamp?) {
        miscount = total.flatMap { $0 > page.count ? (page.count, $0) : nil }
        heads = Set(page.prefix { $0.createdAt == page.first?.createdAt }.map(\.balanceAfter))
        head = page.first?.balanceAfter ?? .zero
        guard let since else {
            breaks = []
            return
        }
        let rows = Array(page.reversed())
        let found = ChainCheck.breaks(in: rows)
        guard !found.isEmpty else {
            breaks = []
            return
        }
        let differences = Dictionary(found.map { ($0.transaction, $0) }) { first, _ in first }
        breaks = rows.indices.compactMap { index in
            guard index > 0, let link = differences[rows[index].rowID], rows[index].createdAt > since,
                !Self.isExplained(link.difference, at: index, in: rows)
            else { return nil }
            return link
        }
    }

    /// How far the balance is from what the newest rows ended at; zero if one of them ended there.
    package func gap(to balance: Decimal) -> Decimal {
        heads.contains(balance) ? .zero : balance.subtracting(head) ?? .zero
    }

    private static func isExplained(_ difference: Decimal, at index: Int, in rows: [Transaction]) -> Bool {
        let row = rows[index]
        let neighbours = [rows[index - 1]] + (index + 1 < rows.count ? [rows[index + 1]] : [])
        for other in neighbours {
            let distance = row.createdAt.duration(since: other.createdAt)
            if distance < sameMoment, .zero - distance < sameMoment { return true }
        }
        // Savings have paid for what the balance did not cover.
        if row.signedAmount.isNegative, row.balanceAfter.isZero, !difference.isNegative { return true }
        // A part of a gift went to savings or to a goal.
        let isPart = difference.isNegative && (row.signedAmount.adding(difference).map { !$0.isNegative } ?? false)
        return row.category.lowercased() == "gift" && isPart
    }
}
