package import SQLite
package import Values

/// Somebody who may look at the page because a family server knows the password.
package struct PagePersonRow: Sendable, Equatable {
    /// Of this store alone.
    package let id: Int64
    /// Which server has said so.
    package let server: ServerRow.ID
    /// What a password is known by without the server, as `PasswordHash` writes it.
    package let password: String
    /// When the server has said so last; wall time.
    package let checkedAt: Timestamp
    /// The child of a child's login; `nil` of a parent's.
    package let child: ChildRow.ID?

    /// Whether the server's word still holds where it cannot be asked.
    package func isFresh(at now: Timestamp) -> Bool { now < checkedAt.advanced(by: Self.life) }

    /// How long a server's word holds where it cannot be asked, and how long a browser stays signed in.
    package static let life = Duration.seconds(30 * 86_400)
}

/// What a family server has said of somebody who signed in at the page.
package struct NewPagePerson: Sendable {
    package let server: ServerRow.ID
    /// In lower case.
    package let email: String
    /// The login's id on the server.
    package let user: String
    /// For people.
    package let name: String
    /// The child of a child's login; `nil` of a parent's.
    package let child: ChildRow.ID?
    /// All that the login sees.
    package let children: [ChildRow.ID]
    /// As `PasswordHash` writes it.
    package let password: String

    package init(
        server: ServerRow.ID, email: String, user: String, name: String, child: ChildRow.ID?, children: [ChildRow.ID],
        password: String
    ) {
        (self.server, self.email, self.user, self.name) = (server, email, user, name)
        (self.child, self.children, self.password) = (child, children, password)
    }
}

extension PagePersonRow: RowDecodable {
    /// Id, server, password, moment, child.
    package init(row: borrowing Row) throws {
        id = try row.value(0)
        server = try row.value(1)
        password = try row.value(2)
        checkedAt = try row.value(3)
        child = try row.value(4)
    }
}

extension Reading where Self: ~Copyable {
    /// Whom this server knew by this address, however long ago; `nil` for nobody.
    ///
    /// - Parameter email: in lower case.
    package borrowing func pagePerson(_ email: String, on server: ServerRow.ID) throws -> PagePersonRow? {
        try firstReadable(PagePersonTable.known, server, email)
    }
}

extension WriteTransaction {
    /// The server has said it just now. What the login was before, another child's or under another address, its browsers are signed
    /// out of.
    package borrowing func keep(_ person: NewPagePerson, at now: Timestamp) throws -> Int64 {
        try run(PagePersonTable.forgetAnother, person.server, person.email, person.user, person.child?.rawValue)
        let id = try first(
            PagePersonTable.keep, person.server, person.email, person.user, person.name, person.child?.rawValue,
            person.password, now)
        guard let id else { throw DatabaseError(.other, "pagePerson.keep", "the row was not returned") }
        try run(PagePersonTable.forgetChildren, id)
        for child in person.children { try run(PagePersonTable.addChild, id, child) }
        return id
    }

    /// The server knows the password no longer: all browsers of this person are signed out.
    package borrowing func forgetPagePerson(_ id: Int64) throws { try run(PagePersonTable.forget, id) }
}

private enum PagePersonTable {
    static let known = Query<PagePersonRow, ServerRow.ID, String>(
        "pagePerson.known",
        "SELECT id, server, password, checked_at, child FROM page_person WHERE server = ?1 AND email = ?2")

    static let forgetAnother = Update<ServerRow.ID, String, String, String?>(
        "pagePerson.forgetAnother",
        """
        DELETE FROM page_person WHERE server = ?1 AND (email = ?2 AND (user_id <> ?3 OR child IS NOT ?4)
          OR email <> ?2 AND user_id = ?3 AND ?3 <> '')
        """)

    static let keep = Query<Int64, ServerRow.ID, String, String, String, String?, String, Timestamp>(
        "pagePerson.keep",
        """
        INSERT INTO page_person (server, email, user_id, name, child, password, checked_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (server, email) DO UPDATE SET name = ?4, password = ?6, checked_at = ?7 RETURNING id
        """)

    static let forgetChildren = Update<Int64>(
        "pagePerson.forgetChildren", "DELETE FROM page_person_child WHERE person = ?1")
    static let addChild = Update<Int64, ChildRow.ID>(
        "pagePerson.addChild", "INSERT INTO page_person_child (person, child) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
    static let forget = Update<Int64>("pagePerson.forget", "DELETE FROM page_person WHERE id = ?1")
}
