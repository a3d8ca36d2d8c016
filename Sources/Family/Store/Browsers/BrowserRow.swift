package import SQLite
package import Values

/// A browser that is signed in at the page.
package struct BrowserRow: Sendable, Equatable {
    /// Who has signed it in: the child of a child's login, or a parent.
    package struct Person: Sendable, Equatable {
        /// For people.
        package let name: String
        /// `nil` of a parent.
        package let child: ChildRow.ID?
        /// The account that watches with the same login; `nil` where none does.
        package let account: String?
        /// Whether every child that is here now is one that the login saw when it signed in.
        package let seesAll: Bool
    }

    /// By which a person signs it out.
    package let number: Int64
    /// `nil` where `pocketbell open` has signed it in: whoever may type that may see all.
    package let person: Person?
    /// Whose browser it was, where it ran on this machine; of a proxy, where one was between.
    package let machineUser: UInt32?
    /// What it has said of itself.
    package let agent: String
    /// Wall time.
    package let createdAt: Timestamp
    /// When it asked last, to the hour; wall time.
    package let seenAt: Timestamp
    /// Wall time.
    package let endsAt: Timestamp

    /// A family has some; the one that has asked least lately goes first.
    package static let most = 100
    /// Of one person, so that nobody pushes others out.
    package static let mostOfPerson = 10
    /// Of what a browser says of itself, in characters.
    package static let longestAgent = 200
}

/// A browser that signs in.
package struct NewBrowser: Sendable {
    /// Of what it will show.
    package let digest: [UInt8]
    /// Whom `keep` of a transaction has kept; `nil` for whoever has opened a link.
    package var person: Int64?
    /// See ``BrowserRow/machineUser``.
    package var machineUser: UInt32?
    /// Cut to ``BrowserRow/longestAgent``.
    package let agent: String

    /// - Parameters:
    ///   - digest: 32 bytes.
    ///   - agent: as the browser sends it.
    package init(digest: [UInt8], agent: String) {
        self.digest = digest
        self.agent = String(agent.prefix(BrowserRow.longestAgent))
    }
}

extension BrowserRow: RowDecodable {
    /// Number, user, what it says, moments; name, child, account, whether it sees all.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        machineUser = try row.value(1, as: Int64?.self).flatMap(UInt32.init(exactly:))
        agent = try row.value(2)
        createdAt = try row.value(3)
        seenAt = try row.value(4)
        endsAt = try row.value(5)
        person = try row.value(6, as: String?.self).map { name in
            Person(name: name, child: try row.value(7), account: try row.value(8), seesAll: try row.value(9))
        }
    }
}

extension Reading where Self: ~Copyable {
    /// Those whose time is not over, the one that asked last at the beginning.
    package borrowing func browsers(at now: Timestamp) throws -> [BrowserRow] { try readable(BrowserTable.open, now) }

    /// `nil` for what nobody was given, and when its time is over.
    package borrowing func browser(showing digest: [UInt8], at now: Timestamp) throws -> BrowserRow? {
        try firstReadable(BrowserTable.showing, digest, now)
    }
}

extension WriteTransaction {
    /// Signs a browser in. Those whose time is over are forgotten.
    package borrowing func signIn(_ browser: NewBrowser, at now: Timestamp, until end: Timestamp) throws {
        try run(BrowserTable.forgetOld, now, BrowserRow.most - 1)
        if let person = browser.person { try run(BrowserTable.forgetOlder, person, BrowserRow.mostOfPerson - 1) }
        try run(
            BrowserTable.insert, browser.digest, browser.person, browser.machineUser.map { Int64($0) }, browser.agent,
            now, end)
    }

    /// It has asked for something.
    package borrowing func browserAsked(_ number: Int64, at now: Timestamp) throws {
        try run(BrowserTable.touch, number, now)
    }

    /// - Returns: Whether there was one with this number.
    package borrowing func signOutBrowser(_ number: Int64) throws -> Bool { try run(BrowserTable.end, number) == 1 }

    /// - Returns: How many there were.
    package borrowing func signOutAllBrowsers() throws -> Int { try run(BrowserTable.endAll) }
}

private enum BrowserTable {
    // One that was signed in in the future was so by a clock that has been put right since: a day it may be out.
    static let open = Query<BrowserRow, Timestamp>(
        "browser.open",
        """
        SELECT b.number, b.machine_user, b.agent, b.created_at, b.seen_at, b.ends_at, p.name, p.child,
          (SELECT a.name FROM account a WHERE a.server = p.server AND a.user_id = p.user_id ORDER BY a.id LIMIT 1),
          EXISTS (SELECT 1 FROM child WHERE gone = 0)
            AND NOT EXISTS (SELECT 1 FROM child c WHERE c.gone = 0 AND (c.server <> p.server OR NOT EXISTS (
            SELECT 1 FROM page_person_child s WHERE s.person = p.id AND s.child = c.id)))
        FROM browser b LEFT JOIN page_person p ON p.id = b.person
        WHERE b.ends_at > ?1 AND b.created_at <= ?1 + 86400000000 ORDER BY b.seen_at DESC, b.number DESC
        """)

    static let showing = Query<BrowserRow, [UInt8], Timestamp>(
        "browser.showing",
        """
        SELECT b.number, b.machine_user, b.agent, b.created_at, b.seen_at, b.ends_at, p.name, p.child,
          (SELECT a.name FROM account a WHERE a.server = p.server AND a.user_id = p.user_id ORDER BY a.id LIMIT 1),
          EXISTS (SELECT 1 FROM child WHERE gone = 0)
            AND NOT EXISTS (SELECT 1 FROM child c WHERE c.gone = 0 AND (c.server <> p.server OR NOT EXISTS (
            SELECT 1 FROM page_person_child s WHERE s.person = p.id AND s.child = c.id)))
        FROM browser b LEFT JOIN page_person p ON p.id = b.person
        WHERE b.digest = ?1 AND b.ends_at > ?2 AND b.created_at <= ?2 + 86400000000
        """)

    static let forgetOld = Update<Timestamp, Int>(
        "browser.forgetOld",
        """
        DELETE FROM browser WHERE ends_at <= ?1
          OR number NOT IN (SELECT number FROM browser ORDER BY seen_at DESC, number DESC LIMIT ?2)
        """)

    static let forgetOlder = Update<Int64, Int>(
        "browser.forgetOlder",
        """
        DELETE FROM browser WHERE person = ?1
          AND number NOT IN (SELECT number FROM browser WHERE person = ?1 ORDER BY seen_at DESC, number DESC LIMIT ?2)
        """)

    static let insert = Update<[UInt8], Int64?, Int64?, String, Timestamp, Timestamp>(
        "browser.insert",
        """
        INSERT INTO browser (digest, person, machine_user, agent, created_at, seen_at, ends_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)
        """)

    static let touch = Update<Int64, Timestamp>("browser.touch", "UPDATE browser SET seen_at = ?2 WHERE number = ?1")
    static let end = Update<Int64>("browser.end", "DELETE FROM browser WHERE number = ?1")
    static let endAll = PlainUpdate("browser.endAll", "DELETE FROM browser")
}
