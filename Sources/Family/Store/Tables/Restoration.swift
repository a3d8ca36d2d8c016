package import SQLite
package import Values

/// A server that knows less than it did: it was perhaps restored from a backup.
package struct Restoration: Sendable, Hashable {
    /// How long it is shown after it was seen last.
    package static let memory: Duration = .seconds(7 * 86_400)

    /// When it was seen last; wall time.
    package let at: Timestamp
    /// Transactions that it has cost since it was seen first: gone, or another one under their id.
    package let rows: Int

    /// - Parameter rows: of all readings that showed it.
    package init(at: Timestamp, rows: Int) {
        self.at = at
        self.rows = rows
    }
}

extension Reading where Self: ~Copyable {
    /// `nil` if none was ever seen by this login.
    package borrowing func restoration(of account: AccountRow.ID) throws -> Restoration? {
        guard let moment = try memory(.restoration, of: account) else { return nil }
        return Restoration(
            at: Timestamp(microseconds: moment), rows: Int(try memory(.restoredRows, of: account) ?? 0))
    }
}

extension WriteTransaction {
    /// - Parameter rows: what the last reading showed to be lost; added to what is still shown of earlier ones.
    package borrowing func noteRestoration(of account: AccountRow.ID, lost rows: Int, at moment: Timestamp) throws {
        let former = try restoration(of: account).flatMap { known in
            moment.duration(since: known.at) < Restoration.memory ? known.rows : nil
        }
        try remember(.restoration, moment.microseconds, of: account)
        try remember(.restoredRows, Int64((former ?? 0) + rows), of: account)
    }
}
