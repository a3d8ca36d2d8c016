package import SQLite
package import Values

/// A login that is watched.
package struct AccountRow: Sendable, Hashable {
    /// Of this store alone; means nothing to a server.
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable {
        /// The row's `INTEGER PRIMARY KEY`.
        package let rawValue: Int

        /// For rows; nobody else makes ids.
        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Stays when the account moves to another server.
    package let id: ID
    /// The name in the configuration.
    package let name: String
    /// Where it signs in now; another one starts the account over.
    package let server: ServerRow.ID
    /// The login's id on its server; `nil` until the first scan that knew it.
    package let userID: String?
    /// The login's role in the server's word; `nil` as long as ``userID``.
    package let role: String?
    /// When the first scan had taken in the history; `nil` before that.
    package let baselineAt: Timestamp?
    /// On the server's clock: what was made before it is looked for again only within the lookback.
    package let lastScanStartedAt: Timestamp?
    /// Wall time of the last complete scan's end; `nil` before the first.
    package let lastScanFinishedAt: Timestamp?
    /// `complete`, or the reason of the failure.
    package let lastScanOutcome: String?
}

extension AccountRow: RowDecodable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        id = try row.value(0)
        name = try row.value(1)
        server = try row.value(2)
        userID = try row.value(3)
        role = try row.value(4)
        baselineAt = try row.value(5)
        lastScanStartedAt = try row.value(6)
        lastScanFinishedAt = try row.value(7)
        lastScanOutcome = try row.value(8)
    }
}
