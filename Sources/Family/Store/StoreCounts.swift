package import SQLite

/// How much the store holds. Hints taken are open, resolved or reported: the three add up, also when settled ones were
/// purged. All but the children are counts that the commits keep: asking costs the same however much there is.
package struct StoreCounts: Sendable, Hashable {
    package let children: Int
    package let transactions: Int
    package let hints: Int
    package let openHints: Int
    package let resolvedHints: Int
    package let reportedHints: Int
    package let journal: Int

    package var areHintsBalanced: Bool { hints == openHints + resolvedHints + reportedHints }
}

extension StoreCounts: RowDecodable {
    package init(row: borrowing Row) throws {
        children = try row.value(0)
        transactions = try row.value(1)
        hints = try row.value(2)
        openHints = try row.value(3)
        resolvedHints = try row.value(4)
        reportedHints = try row.value(5)
        journal = try row.value(6)
    }

    static let query = Query<StoreCounts>(
        "store.counts",
        """
        SELECT (SELECT count(*) FROM child), (SELECT count FROM tally WHERE name = 'txn'),
          (SELECT count FROM tally WHERE name = 'hint'), (SELECT count FROM tally WHERE name = 'hint.open'),
          (SELECT count FROM tally WHERE name = 'hint.resolved'),
          (SELECT count FROM tally WHERE name = 'hint.reported'), (SELECT count FROM tally WHERE name = 'journal')
        """)
}
