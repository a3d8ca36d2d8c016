package import SQLite

/// Which login sees which child: a child is gone when none does.
package enum AccountChild {
    static let insert = Command<AccountRow.ID, ServerRow.ID, ChildRow.ID>(
        "accountChild.insert",
        "INSERT INTO account_child (account, server, child) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
    static let remove = Command<AccountRow.ID, ChildRow.ID>(
        "accountChild.remove", "DELETE FROM account_child WHERE account = ?1 AND child = ?2")
    static let removeAll = Command<AccountRow.ID>(
        "accountChild.removeAll", "DELETE FROM account_child WHERE account = ?1")
}

extension Transaction {
    /// Notes that the account's login sees the child.
    package borrowing func link(_ account: AccountRow, to child: ChildRow.ID) throws {
        try run(AccountChild.insert, account.id, account.server, child)
    }

    /// Notes that it sees the child no longer; returns whether that made the child gone.
    @discardableResult
    package borrowing func unlink(_ account: AccountRow, from child: ChildRow.ID) throws -> Bool {
        guard try run(AccountChild.remove, account.id, child) > 0 else { return false }
        return try run(ChildRow.markGone, account.server, child) > 0
    }
}
