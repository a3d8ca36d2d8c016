package import SQLite
package import Values

/// A token as the store knows it: what it allows, and not how it reads.
package struct AccessTokenRow: Sendable, Equatable {
    /// What whoever has it may do, and nothing else.
    package enum Scope: Sendable, Equatable {
        /// See what goes to a target, and say what was seen there; with `approves` a person at that desktop may approve what waits for
        /// a parent.
        case desktop(target: String, approves: Bool)
        /// Follow what happens: to everybody, or to one child what a child may know.
        case feed(of: FeedChild?)
    }

    /// By which a person takes it back.
    package let number: Int64
    package let scope: Scope
    /// Wall time.
    package let createdAt: Timestamp
    /// When somebody was there with it last; `nil` before the first time.
    package let seenAt: Timestamp?
    fileprivate let digest: [UInt8]

    /// No family has more desktops, and programs that follow.
    package static let most = 100

    package var kind: AccessToken.Kind {
        switch scope {
        case .desktop: .desktop
        case .feed: .feed
        }
    }

    /// Of a desktop's token whose deliveries it shows.
    package var target: String? { if case .desktop(let target, _) = scope { target } else { nil } }
}

extension AccessTokenRow: RowDecodable {
    /// Number, target, whether it approves, moments, sum; whether it is for the feed, and of which child.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        createdAt = try row.value(3)
        seenAt = try row.value(4)
        digest = try row.value(5)
        guard try row.value(6) else {
            scope = .desktop(target: try row.value(1), approves: try row.value(2))
            return
        }
        let server = try row.value(7, as: ServerRow.ID?.self)
        scope = .feed(of: try server.map { FeedChild(server: $0, id: try row.value(8)) })
    }
}

extension Reading where Self: ~Copyable {
    /// By their numbers.
    package borrowing func tokens() throws -> [AccessTokenRow] { try readable(AccessTokenTable.all) }

    /// Whether it was not taken back.
    package borrowing func hasToken(_ number: Int64) throws -> Bool {
        try firstReadable(AccessTokenTable.withNumber, number) != nil
    }

    /// What the token allows; `nil` for one that is none, or was taken back.
    package borrowing func token(_ token: AccessToken) throws -> AccessTokenRow? {
        guard let row = try firstReadable(AccessTokenTable.withNumber, token.number), token.kind == row.kind,
            token.matches(row.digest)
        else { return nil }
        return row
    }
}

extension WriteTransaction {
    /// Makes one.
    ///
    /// - Returns: `nil` where there are too many already. This is the only time that its text is known.
    package borrowing func issueToken(
        _ scope: AccessTokenRow.Scope, at now: Timestamp
    ) throws -> (token: AccessToken, row: AccessTokenRow)? {
        guard try readable(AccessTokenTable.all).count < AccessTokenRow.most else { return nil }
        let secret = AccessToken.freshSecret()
        let digest = AccessToken(.desktop, number: 0, secret: secret).digest
        guard let row = try first(AccessTokenTable.insert, NewToken(scope, digest, now)) else { return nil }
        return (AccessToken(row.kind, number: row.number, secret: secret), row)
    }

    /// - Returns: Whether there was one with this number.
    package borrowing func revokeToken(_ number: Int64) throws -> Bool {
        try run(AccessTokenTable.delete, number) == 1
    }

    /// Somebody is there with it.
    package borrowing func tokenWasUsed(_ number: Int64, at now: Timestamp) throws {
        try run(AccessTokenTable.touch, number, now)
    }
}

/// The columns of a new token; one for the feed has no target, which is an empty name.
private struct NewToken: Bindable {
    private let scope: AccessTokenRow.Scope
    private let digest: [UInt8]
    private let now: Timestamp

    init(_ scope: AccessTokenRow.Scope, _ digest: [UInt8], _ now: Timestamp) {
        (self.scope, self.digest, self.now) = (scope, digest, now)
    }

    func bind(to binder: inout Binder) {
        var target = ""
        var approves = false
        var child: FeedChild?
        var isFeed = false
        switch scope {
        case .desktop(let name, let mayApprove): (target, approves) = (name, mayApprove)
        case .feed(let one): (isFeed, child) = (true, one)
        }
        binder.append(target)
        binder.append(digest)
        binder.append(approves)
        binder.append(now)
        binder.append(isFeed)
        binder.append(child?.server)
        binder.append(child?.id)
    }
}

private enum AccessTokenTable {
    static let all = Query<AccessTokenRow>(
        "token.all",
        """
        SELECT number, target, approves, created_at, seen_at, digest, feed, server, child FROM desktop_token
        ORDER BY number
        """)

    static let withNumber = Query<AccessTokenRow, Int64>(
        "token.withNumber",
        """
        SELECT number, target, approves, created_at, seen_at, digest, feed, server, child FROM desktop_token
        WHERE number = ?1
        """)

    static let insert = Query<AccessTokenRow, NewToken>(
        "token.insert",
        """
        INSERT INTO desktop_token (target, digest, approves, created_at, feed, server, child)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        RETURNING number, target, approves, created_at, seen_at, digest, feed, server, child
        """)

    static let delete = Update<Int64>("token.delete", "DELETE FROM desktop_token WHERE number = ?1")

    static let touch = Update<Int64, Timestamp>(
        "token.touch", "UPDATE desktop_token SET seen_at = ?2 WHERE number = ?1")
}
