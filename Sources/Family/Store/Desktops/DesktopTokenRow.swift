package import SQLite
package import Values

/// A token as the store knows it: what it allows, and not how it reads.
package struct DesktopTokenRow: Sendable, Equatable {
    /// By which a person takes it back.
    package let number: Int64
    /// Whose deliveries it shows, and no others.
    package let target: String
    /// Whether a person at that desktop may approve what waits for a parent.
    package let approves: Bool
    /// Wall time.
    package let createdAt: Timestamp
    /// When a desktop with it was there last; `nil` before the first time.
    package let seenAt: Timestamp?
    fileprivate let digest: [UInt8]

    /// No family has more desktops.
    package static let most = 100
}

extension DesktopTokenRow: RowDecodable {
    /// Number, target, whether it approves, moments, sum.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        target = try row.value(1)
        approves = try row.value(2)
        createdAt = try row.value(3)
        seenAt = try row.value(4)
        digest = try row.value(5)
    }
}

extension Reading where Self: ~Copyable {
    /// By their numbers.
    package borrowing func desktopTokens() throws -> [DesktopTokenRow] { try readable(DesktopTokenTable.all) }

    /// What the token allows; `nil` for one that is none, or was taken back.
    package borrowing func desktopToken(_ token: DesktopToken) throws -> DesktopTokenRow? {
        guard let row = try firstReadable(DesktopTokenTable.withNumber, token.number), token.matches(row.digest) else {
            return nil
        }
        return row
    }
}

extension WriteTransaction {
    /// Makes one for the target with this name.
    ///
    /// - Returns: `nil` where there are too many already. This is the only time that its text is known.
    package borrowing func issueDesktopToken(
        for target: String, approves: Bool, at now: Timestamp
    ) throws -> (token: DesktopToken, row: DesktopTokenRow)? {
        guard try readable(DesktopTokenTable.all).count < DesktopTokenRow.most else { return nil }
        let secret = DesktopToken.freshSecret()
        let digest = DesktopToken(number: 0, secret: secret).digest
        guard let row = try first(DesktopTokenTable.insert, target, digest, approves, now) else { return nil }
        return (DesktopToken(number: row.number, secret: secret), row)
    }

    /// - Returns: Whether there was one with this number.
    package borrowing func revokeDesktopToken(_ number: Int64) throws -> Bool {
        try run(DesktopTokenTable.delete, number) == 1
    }

    /// A desktop with it is there.
    package borrowing func desktopWasThere(_ number: Int64, at now: Timestamp) throws {
        try run(DesktopTokenTable.touch, number, now)
    }
}

private enum DesktopTokenTable {
    static let all = Query<DesktopTokenRow>(
        "desktopToken.all",
        "SELECT number, target, approves, created_at, seen_at, digest FROM desktop_token ORDER BY number")

    static let withNumber = Query<DesktopTokenRow, Int64>(
        "desktopToken.withNumber",
        "SELECT number, target, approves, created_at, seen_at, digest FROM desktop_token WHERE number = ?1")

    static let insert = Query<DesktopTokenRow, String, [UInt8], Bool, Timestamp>(
        "desktopToken.insert",
        """
        INSERT INTO desktop_token (target, digest, approves, created_at) VALUES (?1, ?2, ?3, ?4)
        RETURNING number, target, approves, created_at, seen_at, digest
        """)

    static let delete = Update<Int64>("desktopToken.delete", "DELETE FROM desktop_token WHERE number = ?1")

    static let touch = Update<Int64, Timestamp>(
        "desktopToken.touch", "UPDATE desktop_token SET seen_at = ?2 WHERE number = ?1")
}
