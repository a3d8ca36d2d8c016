/// The family that an account belongs to.
package struct Family: Sendable, Equatable {
    package typealias ID = Identifier<Family>

    package let id: ID
    package let name: String

    package init(id: ID, name: String) {
        self.id = id
        self.name = name
    }
}
