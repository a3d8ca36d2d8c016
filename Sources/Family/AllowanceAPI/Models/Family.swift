/// The family that an account belongs to.
package struct Family: Sendable, Equatable {
    /// Also in the token, which says for which family it is good.
    package typealias ID = Identifier<Family>

    /// Unique on its server.
    package let id: ID
    /// Typed by a parent: clean it before it is shown.
    package let name: String

    /// Decoding makes it, and tests do.
    package init(id: ID, name: String) {
        self.id = id
        self.name = name
    }
}

/// Somebody who can sign in. It only gives ``Identifier`` its subject.
package enum User: Sendable {
    /// The id of a login; a child has one of its own besides its child's id.
    package typealias ID = Identifier<User>
}
