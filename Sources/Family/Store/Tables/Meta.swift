package import SQLite

/// Small values that belong to no row, by name.
package enum Meta {
    static let get = Query<String, String>("meta.get", "SELECT value FROM meta WHERE key = ?1")
    static let remove = Update<String>("meta.remove", "DELETE FROM meta WHERE key = ?1")
    static let set = Update<String, String>(
        "meta.set",
        "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
}

extension Reading where Self: ~Copyable {
    /// `nil` for a name that nobody has set.
    package borrowing func meta(_ key: String) throws -> String? { try first(Meta.get, key) }
}

extension WriteTransaction {
    /// Replaces what was there.
    package borrowing func setMeta(_ key: String, to value: String) throws { try run(Meta.set, key, value) }
}

/// What an account's scans remember besides its row; it goes when the login becomes another person's.
package enum AccountMemory: String, CaseIterable, Sendable {
    /// When the whole history was last read, in microseconds since 1970.
    case deepScan = "scan.deep"
    /// The largest lateness that a row had, in seconds.
    case lateness = "scan.lateness"
    /// When the server was last seen to know less than it did, in microseconds since 1970.
    case restoration = "scan.restored"
    /// How many transactions that has cost.
    case restoredRows = "scan.restored.rows"

    func name(of account: AccountRow.ID) -> String { "\(rawValue)|\(account.rawValue)" }
}

extension Reading where Self: ~Copyable {
    /// `nil` before it was remembered, and again after the account started over.
    package borrowing func memory(_ key: AccountMemory, of account: AccountRow.ID) throws -> Int64? {
        try meta(key.name(of: account)).flatMap(Int64.init)
    }
}

extension WriteTransaction {
    /// - Parameter value: in the unit that the key names.
    package borrowing func remember(_ key: AccountMemory, _ value: Int64, of account: AccountRow.ID) throws {
        try setMeta(key.name(of: account), to: String(value))
    }
}
