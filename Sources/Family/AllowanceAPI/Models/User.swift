/// Somebody who can sign in. It only gives ``Identifier`` its subject.
package enum User: Sendable {
    /// The id of a login; a child has one of its own besides its child's id.
    package typealias ID = Identifier<User>
}
