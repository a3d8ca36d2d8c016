package import SQLite
package import Values

/// Which login sees which record, in whose list: a record is gone when none does.
package enum AccountRecord {
    static let link = Update<AccountRow.ID, RecordRow.Kind, RecordRow.ID, ServerRow.ID, String>(
        "accountRecord.link",
        """
        INSERT INTO account_record (account, kind, id, server, owner) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (account, kind, id) DO UPDATE SET owner = ?5, missing_at = NULL
          WHERE owner <> ?5 OR missing_at IS NOT NULL
        """)
    static let ofList = Query<RecordRow.ID, AccountRow.ID, RecordRow.Kind, String>(
        "accountRecord.ofList", "SELECT id FROM account_record WHERE account = ?1 AND kind = ?2 AND owner = ?3")
    static let miss = Update<AccountRow.ID, RecordRow.Kind, RecordRow.ID, Timestamp>(
        "accountRecord.miss",
        """
        UPDATE account_record SET missing_at = ?4 WHERE account = ?1 AND kind = ?2 AND id = ?3 AND missing_at IS NULL
        """)
    static let removeMissing = Update<AccountRow.ID, RecordRow.Kind, RecordRow.ID, Timestamp>(
        "accountRecord.removeMissing",
        "DELETE FROM account_record WHERE account = ?1 AND kind = ?2 AND id = ?3 AND missing_at <= ?4")
    static let all = Query<Linked, AccountRow.ID>(
        "accountRecord.all", "SELECT kind, id FROM account_record WHERE account = ?1")
    static let removeAll = Update<AccountRow.ID>(
        "accountRecord.removeAll", "DELETE FROM account_record WHERE account = ?1")
    static let isSeen = Query<Int, ServerRow.ID, RecordRow.Kind, RecordRow.ID>(
        "accountRecord.isSeen", "SELECT 1 FROM account_record WHERE server = ?1 AND kind = ?2 AND id = ?3 LIMIT 1")

    static let seers = Query<AccountRow.ID, ServerRow.ID, RecordRow.Kind, RecordRow.ID>(
        "accountRecord.seers",
        "SELECT account FROM account_record WHERE server = ?1 AND kind = ?2 AND id = ?3 ORDER BY account LIMIT 100")

    static let isSeenByOther = Query<Int, ServerRow.ID, RecordRow.Kind, RecordRow.ID, AccountRow.ID>(
        "accountRecord.isSeenByOther",
        "SELECT 1 FROM account_record WHERE server = ?1 AND kind = ?2 AND id = ?3 AND account <> ?4 LIMIT 1")

    static let behind = Query<RecordRow.ID, AccountRow.ID, RecordRow.Kind, Int>(
        "accountRecord.behind",
        """
        SELECT r.id FROM record r JOIN account_record a ON a.account = ?1 AND a.kind = r.kind AND a.id = r.id
        WHERE r.kind = ?2 AND r.gone = 0 AND r.rank > ?3
        """)
    static let remove = Update<AccountRow.ID, RecordRow.Kind, RecordRow.ID>(
        "accountRecord.remove", "DELETE FROM account_record WHERE account = ?1 AND kind = ?2 AND id = ?3")

    struct Linked: RowDecodable {
        let kind: RecordRow.Kind
        let id: RecordRow.ID

        init(row: borrowing Row) throws {
            kind = try row.value(0)
            id = try row.value(1)
        }
    }
}

extension Reading where Self: ~Copyable {
    /// The records of a list as the account's login sees it, those that its last answer lacked as well.
    ///
    /// - Parameter owner: whose list it is; empty for the login's own.
    package borrowing func recordIDs(
        of account: AccountRow.ID, _ kind: RecordRow.Kind, owner: String = ""
    ) throws -> [RecordRow.ID] {
        try readable(AccountRecord.ofList, account, kind, owner)
    }

    /// The accounts whose logins see the record, at most a hundred.
    package borrowing func accounts(seeing row: RecordRow) throws -> [AccountRow] {
        try readable(AccountRecord.seers, row.server, row.kind, row.id).compactMap { try account($0) }
    }

    /// Whether another account's login sees the record as well.
    package borrowing func isSeen(_ row: RecordRow, byOtherThan account: AccountRow.ID) throws -> Bool {
        try first(AccountRecord.isSeenByOther, row.server, row.kind, row.id, account) != nil
    }
}

extension WriteTransaction {
    /// Notes that the account's login sees the record.
    ///
    /// - Parameter owner: whose list it stands in; empty for the login's own.
    package borrowing func link(_ account: AccountRow, to row: RecordRow, owner: String) throws {
        try run(AccountRecord.link, account.id, row.kind, row.id, account.server, owner)
    }

    /// Notes which records of a list an answer lacks. One that was missing at least so long before, and still is, the login sees no
    /// longer: an answer that was cut short withdraws nothing.
    ///
    /// - Returns: What no login sees any more.
    package borrowing func unlink(
        _ account: AccountRow, _ kind: RecordRow.Kind, owner: String, except listed: Set<RecordRow.ID>,
        missingFor patience: Duration, at moment: Timestamp
    ) throws -> [RecordRow.ID] {
        var withdrawn: [RecordRow.ID] = []
        let limit = moment.advanced(by: .zero - patience)
        for id in try recordIDs(of: account.id, kind, owner: owner) where !listed.contains(id) {
            if try run(AccountRecord.removeMissing, account.id, kind, id, limit) > 0 {
                if try withdrawUnseen(id, kind, on: account.server, at: moment) { withdrawn.append(id) }
            } else {
                try run(AccountRecord.miss, account.id, kind, id, moment)
            }
        }
        return withdrawn
    }

    /// A list has shown that the server took the record away, as it was told to: no login sees it from now on.
    package borrowing func unlink(
        _ id: RecordRow.ID, _ kind: RecordRow.Kind, on server: ServerRow.ID, at moment: Timestamp
    ) throws {
        for account in try readable(AccountRecord.seers, server, kind, id) {
            try run(AccountRecord.remove, account, kind, id)
        }
        try withdrawUnseen(id, kind, on: server, at: moment)
    }

    /// What stands behind the rank is too old to be kept in sight of the login.
    ///
    /// - Returns: What no login sees any more.
    package borrowing func unlink(
        _ account: AccountRow, _ kind: RecordRow.Kind, behind rank: Int, at moment: Timestamp
    ) throws -> [RecordRow.ID] {
        try readable(AccountRecord.behind, account.id, kind, rank).filter { id in
            try run(AccountRecord.remove, account.id, kind, id)
            return try withdrawUnseen(id, kind, on: account.server, at: moment)
        }
    }

    /// Forgets which records the login sees, because it is another's from now on.
    borrowing func unlinkRecords(of account: AccountRow, at moment: Timestamp) throws {
        let linked = try readable(AccountRecord.all, account.id)
        try run(AccountRecord.removeAll, account.id)
        try run(RecordListRow.removeAll, account.id)
        for record in linked { try withdrawUnseen(record.id, record.kind, on: account.server, at: moment) }
    }

    @discardableResult
    private borrowing func withdrawUnseen(
        _ id: RecordRow.ID, _ kind: RecordRow.Kind, on server: ServerRow.ID, at moment: Timestamp
    ) throws -> Bool {
        guard try first(AccountRecord.isSeen, server, kind, id) == nil else { return false }
        try withdraw(id, kind, on: server, at: moment)
        return true
    }
}
