package import SQLite

/// A kind of transaction that a hub has announced to a login: others it may never announce to it.
package struct AnnouncedKind: Sendable, Hashable, RowDecodable {
    /// Whether money came or went.
    package let kind: TransactionRow.Kind
    /// In the server's words; may be empty.
    package let category: String

    /// Of one login; more are not remembered.
    package static let limit = 200

    /// The kind that the transaction is of.
    package init(of row: TransactionRow) { (kind, category) = (row.kind, row.category) }

    /// Columns in the order of the query.
    package init(row: borrowing Row) throws {
        kind = try row.value(0)
        category = try row.value(1)
    }

    static let ofAccount = Query<AnnouncedKind, AccountRow.ID>(
        "announced.ofAccount", "SELECT kind, category FROM announced WHERE account = ?1")
    static let insert = Update<AccountRow.ID, TransactionRow.Kind, String>(
        "announced.insert",
        "INSERT INTO announced (account, kind, category) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
    static let removeAll = Update<AccountRow.ID>("announced.removeAll", "DELETE FROM announced WHERE account = ?1")
}

extension Reading where Self: ~Copyable {
    /// The kinds that were ever announced to the account's login.
    package borrowing func announcedKinds(to account: AccountRow.ID) throws -> Set<AnnouncedKind> {
        Set(try readable(AnnouncedKind.ofAccount, account))
    }
}

extension WriteTransaction {
    /// Remembers what was announced to the account's login.
    package borrowing func remember(_ kinds: Set<AnnouncedKind>, announcedTo account: AccountRow.ID) throws {
        for kind in kinds { try run(AnnouncedKind.insert, account, kind.kind, kind.category) }
    }
}
