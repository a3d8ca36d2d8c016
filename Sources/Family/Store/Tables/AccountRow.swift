package import SQLite
package import Values

/// A login that is watched.
package struct AccountRow: Sendable, Hashable {
    package struct ID: RawRepresentable, DatabaseValue, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    package let id: ID
    /// The name in the configuration.
    package let name: String
    package let server: ServerRow.ID
    package let userID: String?
    package let role: String?
    /// When the first scan had taken in the history; `nil` before that.
    package let baselineAt: Timestamp?
    /// On the server's clock: what was made before it is looked for again only within the lookback.
    package let lastScanStartedAt: Timestamp?
    package let lastScanFinishedAt: Timestamp?
    /// `complete`, or the reason of the failure.
    package let lastScanOutcome: String?
}

extension AccountRow: RowDecodable {
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
