package import SQLite
package import Values

extension AccountRow {
    static let all = Query<AccountRow>(
        "account.all",
        """
        SELECT id, name, server, user_id, role, baseline_at, last_scan_started_at, last_scan_finished_at,
          last_scan_outcome FROM account ORDER BY id
        """)
    static let byID = Query<AccountRow, AccountRow.ID>(
        "account.byID",
        """
        SELECT id, name, server, user_id, role, baseline_at, last_scan_started_at, last_scan_finished_at,
          last_scan_outcome FROM account WHERE id = ?1
        """)
    static let byName = Query<AccountRow, String>(
        "account.byName",
        """
        SELECT id, name, server, user_id, role, baseline_at, last_scan_started_at, last_scan_finished_at,
          last_scan_outcome FROM account WHERE name = ?1
        """)
    static let insert = Update<String, ServerRow.ID>(
        "account.insert", "INSERT INTO account (name, server) VALUES (?1, ?2)")
    // Another login under the same name sees other children: its history is a baseline again.
    static let move = Update<AccountRow.ID, ServerRow.ID>(
        "account.move",
        """
        UPDATE account SET server = ?2, user_id = NULL, role = NULL, baseline_at = NULL, last_scan_started_at = NULL,
          last_scan_finished_at = NULL, last_scan_outcome = NULL WHERE id = ?1
        """)
    static let setUser = Update<AccountRow.ID, String, String>(
        "account.setUser", "UPDATE account SET user_id = ?2, role = ?3 WHERE id = ?1")
    static let setBaseline = Update<AccountRow.ID, Timestamp>(
        "account.setBaseline", "UPDATE account SET baseline_at = ?2 WHERE id = ?1 AND baseline_at IS NULL")
    static let setScan = Update<AccountRow.ID, Timestamp, Timestamp, String>(
        "account.setScan",
        """
        UPDATE account SET last_scan_started_at = ?2, last_scan_finished_at = ?3, last_scan_outcome = ?4 WHERE id = ?1
        """)
    static let setOutcome = Update<AccountRow.ID, String>(
        "account.setOutcome", "UPDATE account SET last_scan_outcome = ?2 WHERE id = ?1")
}

extension Reading where Self: ~Copyable {
    /// In the order in which they became known, those that are no longer configured too.
    package borrowing func accounts() throws -> [AccountRow] { try readable(AccountRow.all) }
    /// `nil` only for an id of another store: accounts are never removed.
    package borrowing func account(_ id: AccountRow.ID) throws -> AccountRow? { try first(AccountRow.byID, id) }
    /// By the name in the configuration, whatever its server.
    package borrowing func account(named name: String) throws -> AccountRow? { try first(AccountRow.byName, name) }
}

extension WriteTransaction {
    /// The account of this name on this server, made if it is new.
    ///
    /// A name that moved to another server starts over: what it saw there is no baseline here.
    package borrowing func ensureAccount(
        named name: String, on server: ServerRow, at moment: Timestamp
    ) throws -> AccountRow {
        if let known = try account(named: name) {
            if known.server == server.id { return known }
            try startOver(known, on: server.id, at: moment)
        } else {
            try run(AccountRow.insert, name, server.id)
        }
        guard let account = try account(named: name) else {
            throw DatabaseError(.other, "account.insert", "the new row is missing")
        }
        return account
    }

    /// Notes who is signed in. Somebody else sees other children, whose history is no news: the account starts over.
    ///
    /// - Returns: Whether it is somebody else.
    @discardableResult
    package borrowing func setUser(
        _ userID: String, role: String, of account: AccountRow.ID, at moment: Timestamp
    ) throws -> Bool {
        let known = try self.account(account)
        let isAnother = known?.userID.map { $0 != userID } ?? false
        if let known, isAnother { try startOver(known, on: known.server, at: moment) }
        try run(AccountRow.setUser, account, userID, role)
        return isAnother
    }

    /// What one person's login remembers judges nothing that another's sees: children, records, hints, marks and memory go.
    private borrowing func startOver(_ account: AccountRow, on server: ServerRow.ID, at moment: Timestamp) throws {
        try unlinkAll(account)
        try unlinkRecords(of: account, at: moment)
        try run(HintRow.reportAll, account.id, moment)
        try run(AnnouncedKind.removeAll, account.id)
        for key in AccountMemory.allCases { try run(Meta.remove, key.name(of: account.id)) }
        try run(AccountRow.move, account.id, server)
    }

    /// Marks the end of the first complete scan; a mark that is set stays.
    package borrowing func setBaseline(of account: AccountRow.ID, at moment: Timestamp) throws {
        try run(AccountRow.setBaseline, account, moment)
    }

    /// Moves the watermark: only a complete scan may (its start is how far back the next one need not look).
    package borrowing func finishScan(of account: AccountRow.ID, startedAt: Timestamp, finishedAt: Timestamp) throws {
        try run(AccountRow.setScan, account, startedAt, finishedAt, "complete")
    }

    /// Notes why the last scan failed; the watermark stays.
    package borrowing func failScan(of account: AccountRow.ID, reason: String) throws {
        try run(AccountRow.setOutcome, account, reason)
    }
}
