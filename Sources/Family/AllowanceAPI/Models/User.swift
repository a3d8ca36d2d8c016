/// Somebody who can sign in. It only gives ``Identifier`` its subject.
package enum User: Sendable {
    package typealias ID = Identifier<User>
}
