package import SQLite
package import Values

/// Which login sees which child: a child is gone when none does.
package enum AccountChild {
    static let insert = Update<AccountRow.ID, ServerRow.ID, ChildRow.ID>(
        "accountChild.insert",
        "INSERT INTO account_child (account, server, child) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
    static let read = Query<ChildRow.ID, AccountRow.ID>(
        "accountChild.read", "SELECT child FROM account_child WHERE account = ?1 AND read_at IS NOT NULL")
    static let names = Query<String, ServerRow.ID, ChildRow.ID>(
        "accountChild.names",
        """
        SELECT name FROM account_child c JOIN account a ON a.id = c.account
        WHERE c.server = ?1 AND c.child = ?2 AND (c.read_at IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM account_child o WHERE o.server = ?1 AND o.child = ?2 AND o.read_at IS NOT NULL))
        ORDER BY a.id
        """)
    static let linked = Query<ChildRow.ID, AccountRow.ID>(
        "accountChild.linked", "SELECT child FROM account_child WHERE account = ?1")
    static let setRead = Update<AccountRow.ID, ChildRow.ID, Timestamp>(
        "accountChild.setRead",
        "UPDATE account_child SET read_at = ?3 WHERE account = ?1 AND child = ?2 AND (read_at IS NULL OR read_at > ?3)")
    static let unsetRead = Update<AccountRow.ID, ChildRow.ID>(
        "accountChild.unsetRead", "UPDATE account_child SET read_at = NULL WHERE account = ?1 AND child = ?2")
    static let remove = Update<AccountRow.ID, ChildRow.ID>(
        "accountChild.remove", "DELETE FROM account_child WHERE account = ?1 AND child = ?2")
    static let removeAll = Update<AccountRow.ID>(
        "accountChild.removeAll", "DELETE FROM account_child WHERE account = ?1")
}

extension Reading where Self: ~Copyable {
    /// The children whose lists this account's login has read: a child's login sees its brothers and sisters, and may not
    /// read their lists.
    package borrowing func readChildren(of account: AccountRow.ID) throws -> Set<ChildRow.ID> {
        Set(try readable(AccountChild.read, account))
    }
}

extension Reading where Self: ~Copyable {
    /// The names of the accounts whose logins have read the child's list; before any has, of those that see the child.
    package borrowing func accountNames(reading child: ChildRow) throws -> [String] {
        try readable(AccountChild.names, child.server, child.id)
    }
}

extension WriteTransaction {
    /// Notes that the account's login could read the child's list; the first time since it could stays.
    package borrowing func setRead(_ child: ChildRow.ID, by account: AccountRow.ID, at moment: Timestamp) throws {
        try run(AccountChild.setRead, account, child, moment)
    }

    /// Notes that the account's login can read the child's list no longer.
    package borrowing func unsetRead(_ child: ChildRow.ID, by account: AccountRow.ID) throws {
        try run(AccountChild.unsetRead, account, child)
    }

    /// Forgets which children the login sees, because it is another's from now on.
    borrowing func unlinkAll(_ account: AccountRow) throws {
        try run(ChildRow.forgetBaselines, account.id)
        let children = try readable(AccountChild.linked, account.id)
        try run(AccountChild.removeAll, account.id)
        for child in children { try run(ChildRow.markGone, account.server, child) }
    }

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
