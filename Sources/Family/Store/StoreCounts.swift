package import SQLite

/// How much the store holds. Hints taken are open, resolved or reported: the three add up, also when settled ones were
/// purged. All but the children are counts that the commits keep: asking costs the same however much there is.
package struct StoreCounts: Sendable, Hashable {
    /// Of all servers, those that are gone included.
    package let children: Int
    /// Those that the server lists, as far as is known; rows stay when a child goes.
    package let transactions: Int
    /// All that were ever taken.
    package let hints: Int
    /// Nothing has answered them yet.
    package let openHints: Int
    /// Answered by a fact, or about nothing; purged ones still count.
    package let resolvedHints: Int
    /// Announced and never found; purged ones still count.
    package let reportedHints: Int
    /// Entries that are kept now.
    package let journal: Int
    /// What people entered here, all that was ever accepted.
    package var intents = 0
    /// Of these, what is sent or looked for without a person.
    package var waitingIntents = 0
    /// Of these, what a row of the server's is.
    package var confirmedIntents = 0
    /// Of these, what should have changed something that is no longer there.
    package var supersededIntents = 0
    /// Of these, what needs a person.
    package var parkedIntents = 0
    /// Of these, what a person gave up.
    package var discardedIntents = 0
    /// Rows that the server lists no longer; they are not among ``transactions``.
    package var withdrawnTransactions = 0

    /// The sums of what is announced and of what is entered.
    package var books: [Book] {
        [
            Book(
                .hints, taken: hints,
                parts: [.init("resolved", resolvedHints), .init("open", openHints), .init("reported", reportedHints)]),
            Book(
                .intents, taken: intents,
                parts: [
                    .init("waiting", waitingIntents), .init("confirmed", confirmedIntents),
                    .init("superseded", supersededIntents),
                    .init("parked", parkedIntents), .init("discarded", discardedIntents),
                ]),
        ]
    }

    /// Whether nothing was lost.
    package var isBalanced: Bool { books.allSatisfy(\.isBalanced) }
}

extension StoreCounts: RowDecodable {
    /// Columns in the order of this file's query.
    package init(row: borrowing Row) throws {
        children = try row.value(0)
        transactions = try row.value(1)
        hints = try row.value(2)
        openHints = try row.value(3)
        resolvedHints = try row.value(4)
        reportedHints = try row.value(5)
        journal = try row.value(6)
        intents = try row.value(7)
        waitingIntents = try row.value(8)
        confirmedIntents = try row.value(9)
        parkedIntents = try row.value(10)
        discardedIntents = try row.value(11)
        supersededIntents = try row.value(12)
        withdrawnTransactions = try row.value(13)
    }

    static let query = Query<StoreCounts>(
        "store.counts",
        """
        SELECT (SELECT count(*) FROM child), (SELECT count FROM tally WHERE name = 'txn'),
          (SELECT count FROM tally WHERE name = 'hint'), (SELECT count FROM tally WHERE name = 'hint.open'),
          (SELECT count FROM tally WHERE name = 'hint.resolved'),
          (SELECT count FROM tally WHERE name = 'hint.reported'), (SELECT count FROM tally WHERE name = 'journal'),
          (SELECT count FROM tally WHERE name = 'intent'),
          (SELECT sum(count) FROM tally
            WHERE name IN ('intent.accepted', 'intent.sending', 'intent.unknown', 'intent.acked')),
          (SELECT count FROM tally WHERE name = 'intent.confirmed'),
          (SELECT count FROM tally WHERE name = 'intent.parked'),
          (SELECT count FROM tally WHERE name = 'intent.discarded'),
          (SELECT count FROM tally WHERE name = 'intent.superseded'),
          (SELECT count FROM tally WHERE name = 'txn.withdrawn')
        """)
}
