package import SQLite
package import Values

/// How a list of records was last read by an account's login: how old what the store says is.
package struct RecordListRow: Sendable, Hashable {
    /// With ``kind`` and ``owner`` the table's key.
    package let account: AccountRow.ID
    package let kind: RecordRow.Kind
    /// The child or the chore whose list it is; empty for the login's own.
    package let owner: String
    /// When the last request began that was answered, by this machine's clock; `nil` if none was.
    package let readAt: Timestamp?
    /// What the last try came to: `nil` for an answer, else a word for why there was none.
    package let failure: String?

    /// - Parameter readAt: of an answer, when its request began.
    package init(
        account: AccountRow.ID, kind: RecordRow.Kind, owner: String, readAt: Timestamp?, failure: String? = nil
    ) {
        self.account = account
        self.kind = kind
        self.owner = owner
        self.readAt = readAt
        self.failure = failure
    }
}

extension RecordListRow: RowDecodable, Bindable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        account = try row.value(0)
        kind = try row.value(1)
        owner = try row.value(2)
        readAt = try row.value(3)
        failure = try row.value(4)
    }

    /// Binds ?1 to ?5, in the order of the queries' columns.
    package func bind(to binder: inout Binder) {
        binder.append(account)
        binder.append(kind)
        binder.append(owner)
        binder.append(readAt)
        binder.append(failure)
    }
}

extension RecordListRow {
    static let ofAccount = Query<RecordListRow, AccountRow.ID>(
        "recordList.ofAccount",
        "SELECT account, kind, owner, read_at, failure FROM record_list WHERE account = ?1 ORDER BY kind, owner")
    static let one = Query<RecordListRow, AccountRow.ID, RecordRow.Kind, String>(
        "recordList.one",
        """
        SELECT account, kind, owner, read_at, failure FROM record_list WHERE account = ?1 AND kind = ?2 AND owner = ?3
        """)
    static let ofKind = Query<RecordListRow, RecordRow.Kind>(
        "recordList.ofKind",
        "SELECT account, kind, owner, read_at, failure FROM record_list WHERE kind = ?1 ORDER BY account, owner")
    // One that failed stays as old as it was.
    static let upsert = Update<RecordListRow>(
        "recordList.upsert",
        """
        INSERT INTO record_list (account, kind, owner, read_at, failure) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (account, kind, owner) DO UPDATE SET read_at = coalesce(?4, read_at), failure = ?5
        """)
    static let remove = Update<AccountRow.ID, RecordRow.Kind, String>(
        "recordList.remove", "DELETE FROM record_list WHERE account = ?1 AND kind = ?2 AND owner = ?3")
    static let removeAll = Update<AccountRow.ID>(
        "recordList.removeAll", "DELETE FROM record_list WHERE account = ?1")
}

extension Reading where Self: ~Copyable {
    /// Every list that the account's login has asked for.
    package borrowing func recordLists(of account: AccountRow.ID) throws -> [RecordListRow] {
        try readable(RecordListRow.ofAccount, account)
    }

    /// `nil` for one that was never asked for.
    package borrowing func recordList(
        of account: AccountRow.ID, _ kind: RecordRow.Kind, owner: String
    ) throws -> RecordListRow? {
        try firstReadable(RecordListRow.one, account, kind, owner)
    }

    /// Those of every account.
    package borrowing func recordLists(_ kind: RecordRow.Kind) throws -> [RecordListRow] {
        try readable(RecordListRow.ofKind, kind)
    }
}

extension WriteTransaction {
    /// Notes how the last try to read a list went.
    package borrowing func note(_ row: RecordListRow) throws { try run(RecordListRow.upsert, row) }

    /// Forgets a list whose owner is gone.
    package borrowing func forget(_ row: RecordListRow) throws {
        try run(RecordListRow.remove, row.account, row.kind, row.owner)
    }
}

extension RecordListRow {
    /// An element after each commit that may have changed what lists there are: accounts and their children, and what they see.
    ///
    /// Each scan that ends writes the account: then there may be other children. Each list of chores may bring others.
    package static func changes(in store: Store) -> AsyncMapSequence<ChangeFeed, Void> {
        store.database.changes(to: ["account", "account_record"]).map { _ in }
    }
}
